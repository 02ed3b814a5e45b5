import { NotAuthenticated } from "@hedgerow/core/access/AccessErrors"
import { UserRepository } from "@hedgerow/core/access/AccessRepository"
import * as ApiKeyCallers from "@hedgerow/core/access/ApiKeyCallers"
import { bootstrap } from "@hedgerow/core/access/Bootstrap"
import { CallerResolver } from "@hedgerow/core/access/CallerResolver"
import { Membership, type MembershipLevel } from "@hedgerow/core/access/Membership"
import { Users } from "@hedgerow/core/access/Users"
import type { ActivityRealm } from "@hedgerow/core/activity/Activity"
import { ActivityLog } from "@hedgerow/core/activity/ActivityLog"
import * as Domain from "@hedgerow/core/Domain"
import type { Project } from "@hedgerow/core/identity/Project"
import type { User } from "@hedgerow/core/identity/User"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import * as Http from "@hedgerow/http/Http"
import * as SessionCallers from "@hedgerow/http/signin/SessionCallers"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { QuickPasswords } from "@hedgerow/testing"
import { Context, Effect, Layer, Option, type Scope } from "effect"
import { HttpEffect, type HttpServerRequest } from "effect/http"

/** Callers as a host application has them: by its own login (here a header with an email), else by API key. */
const hostCallers = Layer.effect(
  CallerResolver,
  Effect.gen(function*() {
    const users = yield* Users
    const keys = yield* CallerResolver
    return CallerResolver.of({
      resolve: (request) => {
        const login = request.headers["x-host-login"]
        if (login === undefined) return keys.resolve(request)
        return users.findByEmail(login).pipe(
          Effect.flatMap(({ id }) => users.callerOf(id)),
          Effect.mapError(() => new NotAuthenticated())
        )
      }
    })
  })
).pipe(Layer.provide(ApiKeyCallers.layer))

/** The response; `json` is undefined without a body. */
export interface Answer {
  readonly status: number
  readonly text: string
  readonly json: JsonRecord
  readonly list: ReadonlyArray<JsonRecord>
}

/** The caller: the email of a login, or a key. */
export type Asker = { readonly login: string } | { readonly key: string }

const headersOf = (asker: Asker): Record<string, string> =>
  "login" in asker ? { "x-host-login": asker.login } : { authorization: `Bearer ${asker.key}` }

/** The whole API in memory, open to logins and keys, with an owner, a project and a key of all scopes. */
export class HostedApi extends Context.Service<HostedApi, {
  readonly owner: User
  readonly project: Project
  readonly key: string
  readonly call: (asker: Asker, method: string, path: string, body?: unknown) => Effect.Effect<Answer>
  /** A new user, a member of the organisation when a level is given. */
  readonly addUser: (name: string, level?: MembershipLevel) => Effect.Effect<User>
  /**
   * The log's entries since the first start, newest first: of the owner's organisation unless another realm is named.
   */
  readonly activityOf: (realm?: ActivityRealm) => Effect.Effect<ReadonlyArray<JsonRecord>>
}>()("@hedgerow/testing/test/access/HostedApi") {
  static readonly layer = Layer.suspend(() =>
    Layer.effect(HostedApi, make).pipe(
      Layer.provideMerge(SessionCallers.layer(hostCallers)),
      Layer.provideMerge(Domain.layer),
      Layer.provide(QuickPasswords.layer),
      Layer.provideMerge(MemoryStorage.layer)
    )
  )
}

const parse = (text: string): unknown => text === "" ? undefined : JSON.parse(text)

const make = Effect.gen(function*() {
  const { personalApiKey, project, user: owner } = yield* bootstrap({
    projectName: "Meadow",
    personalApiKey: Option.none(),
    projectToken: Option.none()
  }).pipe(Effect.flatMap(Effect.fromOption), Effect.orDie)
  const context = yield* Effect.context<never>()
  const users = yield* Users
  const userRepository = yield* UserRepository
  const activity = yield* ActivityLog
  const routes = yield* Http.toHttpEffect
  const handler = HttpEffect.toWebHandlerWith<never, HttpServerRequest.HttpServerRequest | Scope.Scope>(context)(routes)

  const call = (asker: Asker, method: string, path: string, body?: unknown) =>
    Effect.gen(function*() {
      const response = yield* Effect.promise(() =>
        handler(
          new Request(new URL(path, "http://hedgerow.test"), {
            method,
            headers: { ...headersOf(asker), "content-type": "application/json" },
            ...(body === undefined ? undefined : { body: typeof body === "string" ? body : JSON.stringify(body) })
          })
        )
      )
      const text = yield* Effect.promise(() => response.text())
      const json = parse(text)
      return { status: response.status, text, json: json as JsonRecord, list: json as ReadonlyArray<JsonRecord> }
    })

  const addUser = Effect.fnUntraced(function*(name: string, level?: MembershipLevel) {
    const user = yield* Effect.orDie(users.create({ email: `${name}@example.com`, first_name: name }))
    if (level !== undefined) {
      yield* userRepository.addMembership(
        new Membership({ organization_id: project.organization_id, user_id: user.id, level })
      )
    }
    return user
  })

  const everything = { limit: 1000, offset: 0 }
  const started = yield* Effect.forEach(
    [{ organization: project.organization_id }, { project: project.id }],
    (realm: ActivityRealm) => activity.list(realm, everything)
  )
  const ofStart = new Set(started.flatMap(({ items }) => items.map(({ id }) => id)))

  const activityOf = (realm: ActivityRealm = { organization: project.organization_id }) =>
    activity.list(realm, everything).pipe(
      Effect.map(({ items }) =>
        items.filter(({ id }) => !ofStart.has(id)).map(({ activity: what, detail, item_id, scope, user }) => ({
          activity: what,
          scope,
          item_id,
          by: user?.email ?? null,
          name: detail.name,
          changes: (detail.changes ?? []).map(({ action, after, before, field }) => [action, field, before, after])
        }))
      )
    )

  return HostedApi.of({ owner, project, key: personalApiKey, call, addUser, activityOf })
})

/** The fields of an error answer. */
export const errorOf = ({ json, status }: Answer) => [status, json["code"], json["attr"], json["detail"]]
