import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import { Changes, type RowChange } from "../entities/Changes.ts"
import type { Project } from "../identity/Project.ts"
import { differs, readChanges, readFields, withChanges } from "../shared/Fields.ts"
import { InvalidInput } from "../shared/InvalidInput.ts"
import { maskOf } from "../shared/SecretMask.ts"
import { Transaction } from "../shared/Transaction.ts"
import { makeUuid7, parseUuid } from "../shared/Uuid.ts"
import { AccessDenied, ProjectSecretKeyNotFound } from "./AccessErrors.ts"
import { ProjectRepository } from "./AccessRepository.ts"
import type { Caller } from "./Caller.ts"
import { makeSecureValues, makeToken, secureValueOf } from "./KeyTokens.ts"
import { makeKnownKeys } from "./KnownKeys.ts"
import { requireManager } from "./ManagerAccess.ts"
import {
  ProjectSecretKey,
  projectSecretKeyEntity,
  type ProjectSecretKeyId,
  secretKeyPrefix,
  secretKeysByAge
} from "./ProjectSecretKey.ts"
import { secretKeyFields } from "./ProjectSecretKeyInput.ts"
import { ProjectSecretKeyRepository } from "./ProjectSecretKeyRepository.ts"
import { type Scope, scopeAllows } from "./Scope.ts"

/** The most secrets of a project. */
export const maxSecretsPerProject = 50

/** A secret together with its value, which cannot be asked for again. */
export interface IssuedSecret {
  readonly key: ProjectSecretKey
  readonly value: string
}

/** The acting user, and the project: one the caller may use with `project:write`. */
export interface SecretEditing {
  readonly caller: Caller
  readonly project: Project
}

type Refused = AccessDenied | ProjectSecretKeyNotFound

const tooMany = InvalidInput.at(
  [],
  "invalid_input",
  `You can only have ${maxSecretsPerProject} secret API keys in a project. Remove an existing key before creating a new one.`
)

/** The fields that the activity log compares; the shown part of the value is masked, and its hash is not in it. */
/** Nobody grants what they lack, so that no key makes a stronger one of itself. */
const requireGrant = (caller: Caller, scopes: ReadonlyArray<string>): Effect.Effect<void, AccessDenied> => {
  const missing = scopes.find((scope) => !scopeAllows(caller.scopes, scope as Scope))
  return missing === undefined
    ? Effect.void
    : Effect.fail(new AccessDenied({ reason: { _tag: "MissingScope", scope: missing } }))
}

/** The secrets of projects: for admins and owners, who grant no more than they may do themselves. */
export class ProjectSecretKeys extends Context.Service<ProjectSecretKeys, {
  /** The secret with this value; a use is noted at most hourly. */
  readonly identify: (value: string) => Effect.Effect<ProjectSecretKey | undefined>
  /** Issues a secret: `label` and `scopes`. */
  readonly create: (at: SecretEditing, input: unknown) => Effect.Effect<IssuedSecret, AccessDenied | InvalidInput>
  /** By creation, oldest first. */
  readonly list: (at: SecretEditing) => Effect.Effect<ReadonlyArray<ProjectSecretKey>, AccessDenied>
  readonly read: (at: SecretEditing, id: string) => Effect.Effect<ProjectSecretKey, Refused>
  readonly patch: (
    at: SecretEditing,
    id: string,
    input: unknown
  ) => Effect.Effect<ProjectSecretKey, Refused | InvalidInput>
  /** Gives the secret a new value; the old one stops working. */
  readonly roll: (at: SecretEditing, id: string) => Effect.Effect<IssuedSecret, Refused>
  readonly revoke: (at: SecretEditing, id: string) => Effect.Effect<void, Refused>
}>()("@hedgerow/core/access/ProjectSecretKeys") {
  static readonly layer: Layer.Layer<
    ProjectSecretKeys,
    never,
    Changes | DefinitionsVersions | ProjectRepository | ProjectSecretKeyRepository | Transaction
  > = Layer.effect(
    ProjectSecretKeys,
    Effect.gen(function*() {
      const keys = yield* ProjectSecretKeyRepository
      const projects = yield* ProjectRepository
      const transaction = yield* Transaction
      const changes = yield* Changes

      const known = yield* makeKnownKeys({
        load: (secureValue) => Effect.map(keys.findBySecureValue(secureValue), Option.getOrUndefined),
        lastUsed: (key) => key.last_used_at,
        markUsed: (key, at) => keys.markUsed(key.project_id, key.id, at)
      })

      const requireManaging = ({ caller, project }: SecretEditing) => requireManager(caller, project.organization_id)

      const find = Effect.fnUntraced(function*({ project }: SecretEditing, text: string) {
        const id = parseUuid(text) as ProjectSecretKeyId | undefined
        const found = id === undefined ? Option.none() : yield* keys.find(project.id, id)
        return yield* Effect.mapError(Effect.fromOption(found), () => new ProjectSecretKeyNotFound())
      })

      /** Runs a change of a project's secrets: one at a time, since their number is limited. */
      const change = <A, E>({ project }: SecretEditing, effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
        transaction.run(Effect.andThen(projects.findForUpdate(project.id), effect))

      const record = ({ caller, project }: SecretEditing, change: RowChange<ProjectSecretKey>) =>
        changes.record({ project, actor: caller.user }, projectSecretKeyEntity, change)

      const create = Effect.fn("ProjectSecretKeys.create")(function*(at: SecretEditing, input: unknown) {
        yield* requireManaging(at)
        const fields = yield* readFields(secretKeyFields, input)
        yield* requireGrant(at.caller, fields.scopes)
        const value = yield* makeToken(secretKeyPrefix)
        const key = new ProjectSecretKey({
          id: (yield* makeUuid7) as string as ProjectSecretKeyId,
          project_id: at.project.id,
          secure_value: secureValueOf(value),
          mask_value: maskOf(value),
          created_at: yield* DateTime.now,
          created_by: at.caller.user.id,
          last_rolled_at: null,
          last_used_at: null,
          ...fields
        })
        yield* change(
          at,
          Effect.gen(function*() {
            if ((yield* keys.all(at.project.id)).length >= maxSecretsPerProject) return yield* tooMany
            yield* keys.insert(key)
            yield* record(at, { after: key })
          })
        )
        return { key, value }
      })

      const list = Effect.fn("ProjectSecretKeys.list")(function*(at: SecretEditing) {
        yield* requireManaging(at)
        return yield* keys.all(at.project.id, secretKeysByAge)
      })

      const read = Effect.fn("ProjectSecretKeys.read")(function*(at: SecretEditing, id: string) {
        yield* requireManaging(at)
        return yield* find(at, id)
      })

      /** The caller must be allowed to grant everything that the secret opens afterwards, unless they only rename it. */
      const update = (at: SecretEditing, id: string, fields: Partial<ProjectSecretKey>) =>
        change(
          at,
          Effect.gen(function*() {
            const before = yield* find(at, id)
            if (!differs(before, fields)) return before
            const after = new ProjectSecretKey(withChanges(before, fields))
            if ("scopes" in fields || "secure_value" in fields) yield* requireGrant(at.caller, after.scopes)
            yield* keys.update(after)
            yield* record(at, { before, after })
            return after
          })
        )

      const patch = Effect.fn("ProjectSecretKeys.patch")(function*(at: SecretEditing, id: string, input: unknown) {
        yield* requireManaging(at)
        yield* find(at, id)
        return yield* update(at, id, yield* readChanges(secretKeyFields, input))
      })

      const roll = Effect.fn("ProjectSecretKeys.roll")(function*(at: SecretEditing, id: string) {
        yield* requireManaging(at)
        const value = yield* makeToken(secretKeyPrefix)
        const key = yield* update(at, id, {
          secure_value: secureValueOf(value),
          mask_value: maskOf(value),
          last_rolled_at: yield* DateTime.now
        })
        return { key, value }
      })

      const revoke = Effect.fn("ProjectSecretKeys.revoke")(function*(at: SecretEditing, id: string) {
        yield* requireManaging(at)
        yield* change(
          at,
          Effect.gen(function*() {
            const key = yield* find(at, id)
            yield* keys.remove(at.project.id, key.id)
            yield* record(at, { before: key })
          })
        )
      })

      const secureValues = makeSecureValues()

      const identify = (value: string) => {
        const secureValue = secureValues.of(value)
        return Effect.map(known(secureValue), (secret) => {
          if (secret !== undefined) secureValues.remember(value, secureValue)
          return secret
        })
      }

      return ProjectSecretKeys.of({ identify, create, list, read, patch, roll, revoke })
    })
  )
}
