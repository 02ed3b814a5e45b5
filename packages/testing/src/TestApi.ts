import * as ApiKeyCallers from "@hedgerow/core/access/ApiKeyCallers"
import { bootstrap } from "@hedgerow/core/access/Bootstrap"
import type { CallerResolver } from "@hedgerow/core/access/CallerResolver"
import * as Domain from "@hedgerow/core/Domain"
import type { Project } from "@hedgerow/core/identity/Project"
import { defaultJobBounds, JobSettings } from "@hedgerow/core/jobs/JobSettings"
import { OutboxSettings } from "@hedgerow/core/outbox/OutboxSettings"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import * as Workers from "@hedgerow/core/Workers"
import * as ApiClient from "@hedgerow/http/contract/ApiClient"
import * as Http from "@hedgerow/http/Http"
import * as SessionCallers from "@hedgerow/http/signin/SessionCallers"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { Context, Duration, Effect, Layer, Option, type Schema, type Scope } from "effect"
import { FetchHttpClient, HttpClient, HttpEffect, type HttpServerRequest } from "effect/http"
import * as QuickPasswords from "./QuickPasswords.ts"
import { type CapturedEvent, makeTestActions, type TestEvent, type UnexpectedAnswer } from "./TestActions.ts"

export { type CapturedEvent, type TestEvent, UnexpectedAnswer } from "./TestActions.ts"

const aCentury = Duration.days(36_500)

/**
 * The background work. It starts with the first request, so that a test which sets its clock first does not run every
 * scheduled job since 1970. The clock stands while the test ends: nothing may wait for it then. There is one process and
 * no hint is lost, so nothing looks again after a while: a jump of the clock costs what is due in it.
 */
const workers = Workers.layer.pipe(
  Layer.provide(Layer.succeed(JobSettings, { ...defaultJobBounds, grace: Duration.zero, unknownAfter: aCentury })),
  Layer.provide(OutboxSettings.withoutPolls)
)

/** The services of a test: the API, and the layers below it. */
export type TestServices = TestApi | CallerResolver | Domain.DomainServices | StoragePorts

/**
 * The whole API inside a test: a project of its own in memory, reached through the real routes, on the test's clock.
 */
export class TestApi extends Context.Service<TestApi, {
  readonly project: Project
  /** The project's token, for SDKs. */
  readonly token: string
  /** A personal API key with all scopes. */
  readonly key: string
  /** Sends a request to a path, as JSON from the key's owner unless it has headers of its own. */
  readonly request: (path: string, init?: RequestInit) => Effect.Effect<Response>
  /** The address for SDKs, which they are given together with `fetch`. Nothing listens there. */
  readonly host: string
  /** Answers the requests of SDKs and applications, without a network. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** Sends JSON to a path as the key's owner, and answers the JSON that comes back. */
  readonly send: (method: string, path: string, body?: unknown) => Effect.Effect<Schema.Json, UnexpectedAnswer>
  /** Makes a flag answer this to everybody: `false`, `true`, or the key of a variant. The flag is made where it is missing. */
  readonly setFlag: (key: string, value: boolean | string) => Effect.Effect<void, UnexpectedAnswer>
  /** The events that are stored, the oldest first, at most 50,000; with a name those of that name. */
  readonly events: (name?: string) => Effect.Effect<ReadonlyArray<CapturedEvent>, UnexpectedAnswer>
  /** The derived client, signed with the key. */
  readonly client: ApiClient.ApiClient
  /** Captures events; succeeds when they are stored. */
  readonly capture: (...events: ReadonlyArray<TestEvent>) => Effect.Effect<void, UnexpectedAnswer>
  /** Runs SQL in the project and answers its rows. */
  readonly query: (
    sql: string
  ) => Effect.Effect<ReadonlyArray<ReadonlyArray<Schema.Json>>, UnexpectedAnswer>
}>()("@hedgerow/testing/TestApi") {
  /** A fresh API with an empty project; services and storage are provided too, for calls without HTTP. */
  static readonly layer: Layer.Layer<TestServices> = Layer.suspend(() => TestApi.layerOn(MemoryStorage.layer))

  /** The same on a storage of the test's own, such as one that fails. */
  static readonly layerOn = <E>(storage: Layer.Layer<StoragePorts, E>): Layer.Layer<TestServices, E> =>
    Layer.effect(TestApi, make).pipe(
      Layer.provideMerge(SessionCallers.layer(ApiKeyCallers.layer)),
      Layer.provideMerge(Domain.layer),
      Layer.provide(QuickPasswords.layer),
      Layer.provideMerge(storage)
    )
}

const firstProject = bootstrap({
  projectName: "Test",
  personalApiKey: Option.none(),
  projectToken: Option.none()
}).pipe(Effect.flatMap(Effect.fromOption), Effect.orDie)

const host = "http://hedgerow.test"

const make = Effect.gen(function*() {
  const { personalApiKey, project } = yield* firstProject
  const context = yield* Effect.context<never>()
  const routes = yield* Http.toHttpEffect
  const handler = HttpEffect.toWebHandlerWith<never, HttpServerRequest.HttpServerRequest | Scope.Scope>(context)(routes)

  const scope = yield* Effect.scope
  const services = yield* Effect.context<Workers.WorkerServices>()
  const startWorkers = yield* Effect.cached(Effect.provide(Layer.buildWithScope(workers, scope), services))

  const answer = (request: Request) => Effect.andThen(startWorkers, Effect.promise(() => handler(request)))
  const request = (path: string, init: RequestInit = {}) =>
    Effect.suspend(() =>
      answer(
        new Request(new URL(path, host), {
          ...init,
          headers: init.headers ?? { authorization: `Bearer ${personalApiKey}`, "content-type": "application/json" }
        })
      )
    )

  const inProcess = (sender: HttpClient.HttpClient) =>
    HttpClient.transformResponse(sender, (effect) =>
      Effect.andThen(
        startWorkers,
        Effect.provideService(effect, FetchHttpClient.Fetch, (input, init) => handler(new Request(input, init)))
      ))
  // It has a method for each endpoint of the contract: made for who asks for it.
  const makeClient = ApiClient.make({ baseUrl: host, key: personalApiKey }).pipe(
    Effect.updateService(HttpClient.HttpClient, inProcess),
    Effect.provide(FetchHttpClient.layer)
  )
  let made: ApiClient.ApiClient | undefined

  return TestApi.of({
    project,
    token: project.api_token,
    key: personalApiKey,
    host,
    request,
    fetch: (input, init) => Effect.runPromiseWith(context)(Effect.suspend(() => answer(new Request(input, init)))),
    get client() {
      return made ??= Effect.runSync(makeClient)
    },
    ...makeTestActions(request, project)
  })
})
