import { bootstrap, type Bootstrapped } from "@hedgerow/core/access/Bootstrap"
import * as Http from "@hedgerow/http/Http"
import { Context, Effect, Layer, ManagedRuntime, Option, type Scope } from "effect"
import { HttpEffect, type HttpServerRequest, type HttpServerResponse } from "effect/http"
import * as Composition from "./Composition.ts"
import { makeOpenRequests } from "./OpenRequests.ts"
import { below, pathBelow, prefixOf } from "./PathPrefix.ts"

/** The data of the first start; what is left out is generated. */
export interface FirstStart {
  /** The name of the first project. Default `Default project`. */
  readonly project?: string | undefined
  /** The project's token, for SDKs: `phc_` and at most 60 letters, digits, `_` or `-`. */
  readonly token?: string | undefined
  /** The owner's personal API key: `phx_` and at least 20 letters, digits, `_` or `-`. */
  readonly key?: string | undefined
}

/** What `Hedgerow.make` and `Hedgerow.layer` are given. */
export interface Options<E = never> extends Composition.Parts<E> {
  /** The path below which the API is mounted, such as `/analytics`; requests have it in their URLs. Default: none. */
  readonly prefix?: string | undefined
  /** Where the storage holds no project yet, one is made, with an owner and a key. */
  readonly first?: FirstStart | undefined
}

/** The services that an embedding provides, itself among them. */
export type Services = Composition.Services | Hedgerow

/** The API over a storage, with background work: answers requests of any web server. */
export class Hedgerow extends Context.Service<Hedgerow, {
  /** The first project and its secrets if this start made them, the only time that the key's value is known. */
  readonly first: Option.Option<Bootstrapped>
  /** Whether a URL's path, with its query, lies below the prefix. */
  readonly serves: (path: string) => boolean
  /** Answers the request in its context. */
  readonly answer: Effect.Effect<
    HttpServerResponse.HttpServerResponse,
    unknown,
    HttpServerRequest.HttpServerRequest | Scope.Scope
  >
  /** Answers a request of a fetch-style server; one whose signal aborts is cancelled, its query too. */
  readonly fetch: (request: Request) => Promise<Response>
}>()("@hedgerow/embed/composition/Hedgerow") {
  /** The API and every service below it, over a storage. Each layer has routes and background work of its own. */
  static readonly layer = <E = never>(
    options: Options<E>
  ): Layer.Layer<Services, E | Composition.StorageNeedsWorkers> =>
    Layer.effect(Hedgerow, makeHedgerow(options)).pipe(Layer.provideMerge(Composition.layer(options)))

  /**
   * The same as promises. Resolves once the storage is ready; rejects with the error of what could not be made, when
   * all that was opened before it is closed.
   */
  static readonly make = <E = never>(options: Options<E>): Promise<Embedded> => {
    const runtime = ManagedRuntime.make(Hedgerow.layer(options))
    return runtime.context().then(
      (context) => embeddedOf(runtime, Context.get(context, Hedgerow)),
      (failure: unknown) => {
        const fail = () => Promise.reject(failure)
        return runtime.dispose().then(fail, fail)
      }
    )
  }
}

/** Hedgerow inside an application, by promises. */
export interface Embedded {
  /** The first project and its secrets if this start made them, the only time that the key's value is known. */
  readonly first: Bootstrapped | undefined
  /** Answers a request of a fetch-style server; one whose signal aborts is cancelled, its query too. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Runs an effect over the services of the domain, without HTTP; rejects with its error. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, Services>, options?: { readonly signal?: AbortSignal }) => Promise<A>
  /** Refuses new requests, lets open ones and jobs end for up to 20 seconds each, then closes the storage. */
  readonly close: () => Promise<void>
  /** For adapters: the context in which everything runs. */
  readonly context: Context.Context<Services>
}

const embeddedOf = <E>(
  runtime: ManagedRuntime.ManagedRuntime<Services, E>,
  hedgerow: Hedgerow["Service"]
): Embedded => ({
  first: Option.getOrUndefined(hedgerow.first),
  fetch: hedgerow.fetch,
  run: (effect, options) => runtime.runPromise(effect, options),
  close: () => runtime.dispose(),
  context: Effect.runSync(Effect.orDie(runtime.contextEffect))
})

const makeHedgerow = Effect.fnUntraced(function*<E>({ first = {}, prefix: path = "" }: Options<E>) {
  const context = yield* Effect.context<Composition.Services>()
  const prefix = prefixOf(path)
  const counted = yield* makeOpenRequests
  const routes = yield* Http.toHttpEffect
  const answer = counted(below(prefix)(routes))
  return Hedgerow.of({
    first: yield* bootstrap({
      projectName: first.project ?? "Default project",
      personalApiKey: Option.fromUndefinedOr(first.key),
      projectToken: Option.fromUndefinedOr(first.token)
    }),
    serves: (url) => pathBelow(prefix, url) !== undefined,
    answer: Effect.provideContext(answer, context),
    fetch: HttpEffect.toWebHandlerWith<never, HttpServerRequest.HttpServerRequest | Scope.Scope>(context)(answer)
  })
})
