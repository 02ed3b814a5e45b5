import { UserRepository } from "@hedgerow/core/access/AccessRepository"
import { bootstrap } from "@hedgerow/core/access/Bootstrap"
import type { Caller } from "@hedgerow/core/access/Caller"
import { Users } from "@hedgerow/core/access/Users"
import type { ActivityEntry } from "@hedgerow/core/activity/Activity"
import { ActivityLog } from "@hedgerow/core/activity/ActivityLog"
import * as Domain from "@hedgerow/core/Domain"
import * as DomainReferences from "@hedgerow/core/DomainReferences"
import { nobody } from "@hedgerow/core/entities/References"
import type { FeatureFlagId } from "@hedgerow/core/evaluation/FeatureFlagId"
import { FeatureFlags } from "@hedgerow/core/flags/FeatureFlags"
import { type FlagReferenceFinders, FlagReferences } from "@hedgerow/core/flags/model/FlagReferences"
import type { Project } from "@hedgerow/core/identity/Project"
import { parseSecretKeys } from "@hedgerow/core/secrets/SecretKey"
import { SecretKeys } from "@hedgerow/core/secrets/Secrets"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { Effect, Layer, Option, Result } from "effect"

const keys = Result.getOrElse(parseSecretKeys("ab".repeat(32)), () => [])

/** Every service over a storage, with a key for secrets. */
export const layerOver = (
  storage: Layer.Layer<StoragePorts>,
  domain = Domain.layer
): Layer.Layer<Domain.DomainServices | StoragePorts> =>
  domain.pipe(Layer.provideMerge(storage), Layer.provideMerge(Layer.succeed(SecretKeys, keys)))

/** As `layer`, where other domains answer so for flags. */
export const layerAnsweredBy = (
  finders: Partial<FlagReferenceFinders>
): Layer.Layer<Domain.DomainServices | StoragePorts> => {
  const all = Effect.map(nobody, (none) => ({ EarlyAccessFeature: none, Experiment: none, Survey: none, ...finders }))
  const references = Layer.merge(DomainReferences.layer, FlagReferences.layer(all))
  return layerOver(MemoryStorage.layer, Domain.layerWith(references))
}

/** Every service in memory, with a key for secrets. */
export const layer: Layer.Layer<Domain.DomainServices | StoragePorts> = layerOver(MemoryStorage.layer)

/** A new project with its owner, as flags are edited in it. */
export const makeFlagWorld = Effect.gen(function*() {
  const made = yield* bootstrap({ projectName: "Test", personalApiKey: Option.none(), projectToken: Option.none() })
  const { project } = Option.getOrThrow(made)
  const [owner] = yield* (yield* UserRepository).list
  const caller: Caller = yield* (yield* Users).callerOf(Option.getOrThrow(Option.fromUndefinedOr(owner)).id)
  const flags = yield* FeatureFlags
  const log = yield* ActivityLog
  const editing = { project, actor: caller.user }

  const entriesIn = Effect.fnUntraced(function*(one: Project, id?: FeatureFlagId) {
    const filter = { project: one.id, scope: "FeatureFlag", ...(id === undefined ? {} : { itemId: String(id) }) }
    return (yield* log.list(filter, { limit: 1000, offset: 0 })).items
  })

  return {
    project,
    caller,
    editing,
    create: (body: unknown) => flags.create(editing, body),
    patch: (id: FeatureFlagId, body: unknown, ifVersion?: number) => flags.patch(editing, id, body, ifVersion),
    entries: (id?: FeatureFlagId): Effect.Effect<ReadonlyArray<ActivityEntry>> => entriesIn(project, id),
    entriesIn
  }
})

/** A condition on the answer of another flag. */
export const onFlag = (id: FeatureFlagId | string, value: unknown = true) => ({
  key: String(id),
  type: "flag",
  operator: "flag_evaluates_to",
  value
})

/** A condition on a property of a person. */
export const onPerson = (value: unknown, operator: unknown = "exact", key = "email") => ({
  key,
  type: "person",
  operator,
  value
})

/** Filters of one condition. */
export const when = (...properties: ReadonlyArray<object>) => ({ groups: [{ properties, rollout_percentage: 100 }] })
