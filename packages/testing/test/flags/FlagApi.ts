import { OrganizationRepository, UserRepository } from "@hedgerow/core/access/AccessRepository"
import * as ApiKeyCallers from "@hedgerow/core/access/ApiKeyCallers"
import { bootstrap } from "@hedgerow/core/access/Bootstrap"
import { secureValueOf } from "@hedgerow/core/access/KeyTokens"
import { Membership } from "@hedgerow/core/access/Membership"
import { PersonalApiKey, type PersonalApiKeyId } from "@hedgerow/core/access/PersonalApiKey"
import { PersonalApiKeyRepository } from "@hedgerow/core/access/PersonalApiKeyRepository"
import { Users } from "@hedgerow/core/access/Users"
import * as Domain from "@hedgerow/core/Domain"
import { Organization, type OrganizationId } from "@hedgerow/core/identity/Organization"
import type { Project } from "@hedgerow/core/identity/Project"
import { OutboxSettings } from "@hedgerow/core/outbox/OutboxSettings"
import { parseSecretKeys } from "@hedgerow/core/secrets/SecretKey"
import { SecretKeys } from "@hedgerow/core/secrets/Secrets"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import * as Workers from "@hedgerow/core/Workers"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { ApiCalls } from "@hedgerow/testing/contracts"
import { Context, DateTime, Effect, Layer, Option, Result } from "effect"

export type Answer = ApiCalls.Answer

/** The whole API with a project, an owner and a key of all scopes; a path without a slash is one of the project. */
export class FlagApi extends Context.Service<FlagApi, {
  readonly project: Project
  readonly key: string
  /** A body that is a text is sent as it is. */
  readonly call: (method: string, path: string, body?: unknown, sent?: ApiCalls.Sent) => Effect.Effect<Answer>
  /** A key of another member of the organisation, or of another one's only user. */
  readonly keyOf: (
    name: string,
    scopes: ReadonlyArray<string>,
    of?: "this organisation" | "another organisation"
  ) => Effect.Effect<string>
}>()("@hedgerow/testing/test/flags/FlagApi") {
  static readonly layerOver = <E>(storage: Layer.Layer<StoragePorts, E>, domain = Domain.layer) =>
    Layer.effect(FlagApi, make).pipe(
      Layer.provideMerge(Workers.layer),
      Layer.provide(OutboxSettings.withoutPolls),
      Layer.provideMerge(Layer.mergeAll(domain, ApiKeyCallers.layer)),
      Layer.provideMerge(storage),
      Layer.provideMerge(Layer.succeed(SecretKeys, Result.getOrElse(parseSecretKeys("ab".repeat(32)), () => [])))
    )

  /** A fresh one in memory each time it is used. */
  static readonly layer = Layer.suspend(() => FlagApi.layerOver(MemoryStorage.layer))
}

const makeKeys = Effect.fnUntraced(function*(project: Project) {
  const users = yield* Users
  const repository = yield* UserRepository
  const organizations = yield* OrganizationRepository
  const keys = yield* PersonalApiKeyRepository

  const otherOrganization = Effect.gen(function*() {
    const id = (yield* makeUuid7) as OrganizationId
    const now = yield* DateTime.now
    yield* organizations.insert(new Organization({ id, name: "Other", slug: id, created_at: now, updated_at: now }))
    return id
  })

  return Effect.fnUntraced(function*(
    name: string,
    scopes: ReadonlyArray<string>,
    of: "this organisation" | "another organisation" = "this organisation"
  ) {
    const user = yield* Effect.orDie(users.create({ email: `${name}@example.com`, first_name: name }))
    const organization_id = of === "this organisation" ? project.organization_id : yield* otherOrganization
    yield* repository.addMembership(new Membership({ organization_id, user_id: user.id, level: 1 }))
    const value = `phx_${name}`
    yield* keys.insert(
      new PersonalApiKey({
        id: name as PersonalApiKeyId,
        user_id: user.id,
        label: name,
        secure_value: secureValueOf(value),
        mask_value: "phx_…",
        scopes,
        scoped_teams: [],
        scoped_organizations: [],
        created_at: yield* DateTime.now,
        last_used_at: null,
        last_rolled_at: null
      })
    )
    return value
  })
})

const make = Effect.gen(function*() {
  const { personalApiKey, project } = yield* bootstrap({
    projectName: "Meadow",
    personalApiKey: Option.none(),
    projectToken: Option.none()
  }).pipe(Effect.flatMap(Effect.fromOption), Effect.orDie)
  const call = yield* ApiCalls.makeApiCalls(project, personalApiKey)
  return FlagApi.of({ project, key: personalApiKey, call, keyOf: yield* makeKeys(project) })
})

/** Calls a path of the project. */
export const call = (method: string, path: string, body?: unknown, sent?: ApiCalls.Sent) =>
  Effect.flatMap(FlagApi, (api) => api.call(method, path, body, sent))

/** Calls a path that must answer 200 or 201. */
export const good = Effect.fnUntraced(function*(method: string, path: string, body?: unknown, sent?: ApiCalls.Sent) {
  const answer = yield* call(method, path, body, sent)
  return answer.status === 200 || answer.status === 201
    ? answer.body
    : yield* Effect.die(new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`))
})

/** A new flag, which the API must take. */
export const create = (key: string, fields: object = {}) => good("POST", "feature_flags/", { key, ...fields })

/** The keys of the flags that a list shows. */
export const listed = Effect.fnUntraced(function*(query = "") {
  const { results } = yield* good("GET", `feature_flags/${query}`)
  return (results as ReadonlyArray<JsonRecord>).map(({ key }) => key)
})

/** Status, type, code, attr and text of an error. */
export const refusal = ({ body, status }: Answer) => [status, body["type"], body["code"], body["attr"], body["detail"]]

/** A condition on a property of a person. */
export const onPerson = (value: unknown, operator: unknown = "exact", key = "email") => ({
  key,
  type: "person",
  operator,
  value
})

/** A condition on the answer of another flag. */
export const onFlag = (id: unknown, value: unknown = true) => ({
  key: String(id),
  type: "flag",
  operator: "flag_evaluates_to",
  value
})

/** Filters of one condition. */
export const when = (...properties: ReadonlyArray<object>) => ({
  filters: { groups: [{ properties, rollout_percentage: 100 }] }
})
