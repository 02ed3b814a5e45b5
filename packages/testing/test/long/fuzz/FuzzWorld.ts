import { NotAuthenticated } from "@hedgerow/core/access/AccessErrors"
import { OrganizationRepository, UserRepository } from "@hedgerow/core/access/AccessRepository"
import * as ApiKeyCallers from "@hedgerow/core/access/ApiKeyCallers"
import { bootstrap } from "@hedgerow/core/access/Bootstrap"
import { CallerResolver } from "@hedgerow/core/access/CallerResolver"
import { Membership, type MembershipLevel } from "@hedgerow/core/access/Membership"
import { Users } from "@hedgerow/core/access/Users"
import * as Domain from "@hedgerow/core/Domain"
import { Organization, type OrganizationId } from "@hedgerow/core/identity/Organization"
import type { UserId } from "@hedgerow/core/identity/User"
import { parseSecretKeys } from "@hedgerow/core/secrets/SecretKey"
import { SecretKeys } from "@hedgerow/core/secrets/Secrets"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import * as Workers from "@hedgerow/core/Workers"
import * as Http from "@hedgerow/http/Http"
import { TrustProxy } from "@hedgerow/http/requests/ClientUrl"
import { SdkScripts } from "@hedgerow/http/scripts/SdkScripts"
import type { StaticFile } from "@hedgerow/http/scripts/StaticFile"
import { InviteLimit } from "@hedgerow/http/signin/LoginThrottle"
import * as SessionCallers from "@hedgerow/http/signin/SessionCallers"
import { QuickPasswords } from "@hedgerow/testing"
import { Context, DateTime, Effect, Layer, Option, Result, type Scope } from "effect"
import { HttpEffect, type HttpServerRequest } from "effect/http"

/** Callers by a login of a host application, or by key. */
const callers = Layer.effect(
  CallerResolver,
  Effect.gen(function*() {
    const users = yield* Users
    const keys = yield* CallerResolver
    return CallerResolver.of({
      resolve: (request) => {
        const login = request.headers["x-host-login"]
        return login === undefined
          ? keys.resolve(request)
          : Effect.mapError(users.callerOf(Number(login) as UserId), () => new NotAuthenticated())
      }
    })
  })
).pipe(Layer.provide(ApiKeyCallers.layer))

const bytes = new TextEncoder().encode("posthog")
const script: StaticFile = { contentType: "text/javascript", body: bytes, zipped: bytes, etag: "\"1\"" }

/** The script of the browser SDK that the run asks for. */
export const scriptName = "array.js"
export const scriptVersion = "1.2.3"

const scripts = Layer.succeed(SdkScripts, {
  version: Effect.succeed(scriptVersion),
  find: (name) => Effect.succeed(name === scriptName ? Option.some(script) : Option.none())
})

/** The names of another tenant's records; no answer to any other caller has them. */
export const marker = "ZQXOTHERTENANT"

/** The whole API over a storage: an organisation for the run, and another tenant's that no answer may show. */
export class FuzzWorld extends Context.Service<FuzzWorld, {
  readonly send: (request: Request) => Promise<Response>
  readonly project: { readonly id: number; readonly api_token: string; readonly organization_id: string }
  /** The login the run uses, that of another owner, and the other tenant's. */
  readonly login: string
  readonly otherLogin: string
  readonly foreignLogin: string
  readonly emails: ReadonlyArray<string>
  /** Members whom the run needs. */
  readonly kept: ReadonlySet<string>
}>()("@hedgerow/testing/test/long/fuzz/FuzzWorld") {
  static readonly layerOver = <E>(storage: Layer.Layer<StoragePorts, E>) =>
    Layer.effect(FuzzWorld, make).pipe(
      Layer.provideMerge(Workers.layer),
      Layer.provideMerge(SessionCallers.layer(callers)),
      Layer.provideMerge(Domain.layer),
      Layer.provide(QuickPasswords.layer),
      Layer.provideMerge(scripts),
      Layer.provideMerge(Layer.succeed(TrustProxy, true)),
      Layer.provideMerge(storage),
      // One person of the run sends all of its invitations.
      Layer.provideMerge(Layer.succeed(InviteLimit, 10_000)),
      Layer.provideMerge(Layer.succeed(SecretKeys, Result.getOrElse(parseSecretKeys("ab".repeat(32)), () => [])))
    )
}

const addUser = Effect.fnUntraced(function*(name: string, organization: OrganizationId, level: MembershipLevel) {
  const users = yield* Users
  const repository = yield* UserRepository
  const user = yield* Effect.orDie(users.create({ email: `${name}@example.com`, first_name: name }))
  yield* repository.addMembership(new Membership({ organization_id: organization, user_id: user.id, level }))
  return user
})

const addOrganization = Effect.fnUntraced(function*(name: string) {
  const organizations = yield* OrganizationRepository
  const id = (yield* makeUuid7) as OrganizationId
  const now = yield* DateTime.now
  yield* organizations.insert(new Organization({ id, name, slug: id, created_at: now, updated_at: now }))
  return id
})

const spareUsers = 40

const make = Effect.gen(function*() {
  const { project, user } = yield* bootstrap({
    projectName: "Meadow",
    personalApiKey: Option.none(),
    projectToken: Option.none()
  }).pipe(Effect.flatMap(Effect.fromOption), Effect.orDie)
  const users = yield* Users
  const lea = yield* addUser("lea", project.organization_id, 15)
  const stranger = yield* addUser(marker.toLowerCase(), yield* addOrganization(marker), 15)
  const spare = yield* Effect.forEach(
    Array.from({ length: spareUsers }, (_, index) => `spare${index}@example.com`),
    (email) => Effect.orDie(users.create({ email }))
  )

  const context = yield* Effect.context<never>()
  const routes = yield* Http.toHttpEffect
  const send = HttpEffect.toWebHandlerWith<never, HttpServerRequest.HttpServerRequest | Scope.Scope>(context)(routes)
  return FuzzWorld.of({
    send: (request) => send(request),
    project,
    login: String(lea.id),
    otherLogin: String(user.id),
    foreignLogin: String(stranger.id),
    emails: spare.map(({ email }) => email),
    kept: new Set([lea.uuid, user.uuid])
  })
})
