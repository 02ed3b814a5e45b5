import type { ProjectId } from "@hedgerow/core/access/Project"
import { FeatureFlag, type FeatureFlagId, type FlagCalls } from "@hedgerow/core/flags/FeatureFlag"
import { FlagKeyTaken } from "@hedgerow/core/flags/FeatureFlagErrors"
import { FeatureFlagRepository } from "@hedgerow/core/flags/FeatureFlagRepository"
import { cohortsOf, dependenciesOf } from "@hedgerow/core/flags/FlagConditions"
import type { FlagFilter } from "@hedgerow/core/flags/FlagFilter"
import type { PageRequest } from "@hedgerow/core/shared/Page"
import { DateTime, Effect, Layer, Option } from "effect"
import { flagOrder, matchesFlag } from "./flags/FlagMatches.ts"
import { MemoryDatabase } from "./MemoryDatabase.ts"
import type { MemoryProject } from "./MemoryProject.ts"
import { carryStamp, partsOf, stampsOf } from "./PartStamps.ts"
import { slice } from "./Slice.ts"

const kept = (data: MemoryProject): ReadonlyArray<FeatureFlag> =>
  [...data.featureFlags.values()].filter((flag) => !flag.deleted).toSorted((left, right) => left.id - right.id)

const isKeyTaken = (data: MemoryProject, flag: FeatureFlag): boolean =>
  !flag.deleted && data.featureFlagIds.get(flag.key) !== undefined && data.featureFlagIds.get(flag.key) !== flag.id

/** Stores the flag and its key; false when the key is taken. */
const put = (data: MemoryProject, flag: FeatureFlag): boolean => {
  if (isKeyTaken(data, flag)) return false
  const before = data.featureFlags.get(flag.id)
  if (before !== undefined && !before.deleted) data.featureFlagIds.delete(before.key)
  if (!flag.deleted) data.featureFlagIds.set(flag.key, flag.id)
  data.featureFlags.set(flag.id, flag)
  return true
}

const hasDependents = (data: MemoryProject, id: FeatureFlagId): boolean => {
  for (const flag of data.featureFlags.values()) {
    if (!flag.deleted && dependenciesOf(flag.filters).includes(id)) return true
  }
  return false
}

/** The flags with these ids, and all that they depend on. */
const reachable = (data: MemoryProject, from: ReadonlyArray<FeatureFlagId>): ReadonlyArray<FeatureFlag> => {
  const ids = new Set(from)
  const found: Array<FeatureFlag> = []
  for (const id of ids) {
    const flag = data.featureFlags.get(id)
    if (flag === undefined) continue
    found.push(flag)
    for (const on of dependenciesOf(flag.filters)) ids.add(on)
  }
  return found.toSorted((left, right) => left.id - right.id)
}

const markCalled = (data: MemoryProject, calls: FlagCalls): void => {
  for (const [key, at] of calls) {
    const id = data.featureFlagIds.get(key)
    const flag = id === undefined ? undefined : data.featureFlags.get(id)
    if (flag === undefined) continue
    const known = flag.last_called_at
    if (known !== null && DateTime.isGreaterThanOrEqualTo(known, at)) continue
    data.featureFlags.set(flag.id, carryStamp(flag, new FeatureFlag({ ...flag, last_called_at: at })))
  }
}

const markEnriched = (data: MemoryProject, keys: ReadonlyArray<string>): void => {
  for (const key of keys) {
    const id = data.featureFlagIds.get(key)
    const flag = id === undefined ? undefined : data.featureFlags.get(id)
    if (flag !== undefined) data.featureFlags.set(flag.id, new FeatureFlag({ ...flag, has_enriched_analytics: true }))
  }
}

/** Feature flags in memory. A transaction has the whole database to itself. */
export const layer: Layer.Layer<FeatureFlagRepository, never, MemoryDatabase> = Layer.effect(
  FeatureFlagRepository,
  Effect.gen(function*() {
    const database = yield* MemoryDatabase

    const find = (project: ProjectId, id: FeatureFlagId) =>
      database.operation((state) => Option.fromUndefinedOr(state.of(project).featureFlags.get(id)))

    const requireFree = (flag: FeatureFlag) => (isFree: boolean) =>
      isFree ? Effect.void : Effect.fail(new FlagKeyTaken({ key: flag.key }))

    return FeatureFlagRepository.of({
      nextId: database.operation((state) => state.nextId("featureFlag") as FeatureFlagId),
      list: Effect.fn("FeatureFlagRepository.list")((project: ProjectId, filter: FlagFilter, page: PageRequest) =>
        database.operation((state) =>
          slice(
            [...state.of(project).featureFlags.values()].filter(matchesFlag(filter)).toSorted(flagOrder(filter)),
            page
          )
        )
      ),
      find: Effect.fn("FeatureFlagRepository.find")(find),
      findMany: Effect.fn("FeatureFlagRepository.findMany")((project: ProjectId, ids: ReadonlyArray<FeatureFlagId>) =>
        database.operation((state) =>
          [...new Set(ids)].toSorted((left, right) => left - right)
            .flatMap((id) => state.of(project).featureFlags.get(id) ?? [])
        )
      ),
      findByKey: Effect.fn("FeatureFlagRepository.findByKey")((project: ProjectId, key: string) =>
        database.operation((state) => {
          const id = state.of(project).featureFlagIds.get(key)
          return Option.fromUndefinedOr(id === undefined ? undefined : state.of(project).featureFlags.get(id))
        })
      ),
      all: Effect.fn("FeatureFlagRepository.all")((project: ProjectId) =>
        database.operation((state) => kept(state.of(project)))
      ),
      parts: Effect.fn("FeatureFlagRepository.parts")((project: ProjectId) =>
        database.operation((state) => stampsOf(kept(state.of(project))))
      ),
      inParts: Effect.fn("FeatureFlagRepository.inParts")((project: ProjectId, parts: ReadonlyArray<number>) =>
        database.operation((state) => partsOf(kept(state.of(project)), parts))
      ),
      lock: Effect.fn("FeatureFlagRepository.lock")(find),
      lockAll: () => Effect.void,
      insert: Effect.fn("FeatureFlagRepository.insert")((flag: FeatureFlag) =>
        Effect.flatMap(database.operation((state) => put(state.of(flag.project_id), flag)), requireFree(flag))
      ),
      update: Effect.fn("FeatureFlagRepository.update")((flag: FeatureFlag) =>
        database.operation((state) => {
          const data = state.of(flag.project_id)
          const before = data.featureFlags.get(flag.id)
          return before === undefined || put(data, new FeatureFlag({ ...flag, last_called_at: before.last_called_at }))
        }).pipe(Effect.flatMap(requireFree(flag)))
      ),
      dependentsOf: Effect.fn("FeatureFlagRepository.dependentsOf")((project: ProjectId, id: FeatureFlagId) =>
        database.operation((state) =>
          kept(state.of(project)).filter((flag) => dependenciesOf(flag.filters).includes(id))
        )
      ),
      hasDependents: Effect.fn("FeatureFlagRepository.hasDependents")((project: ProjectId, id: FeatureFlagId) =>
        database.operation((state) => hasDependents(state.of(project), id))
      ),
      reachable: Effect.fn("FeatureFlagRepository.reachable")((
        project: ProjectId,
        from: ReadonlyArray<FeatureFlagId>
      ) => database.operation((state) => reachable(state.of(project), from))),
      usingCohorts: Effect.fn("FeatureFlagRepository.usingCohorts")((
        project: ProjectId,
        cohorts: ReadonlyArray<number>
      ) =>
        database.operation((state) =>
          kept(state.of(project))
            .filter((flag) => cohortsOf(flag.filters).some((id) => cohorts.includes(id)))
            .map(({ id, key, name }) => ({ id, key, name }))
        )
      ),
      markCalled: Effect.fn("FeatureFlagRepository.markCalled")((project: ProjectId, calls: FlagCalls) =>
        database.operation((state) => markCalled(state.of(project), calls))
      ),
      markEnriched: Effect.fn("FeatureFlagRepository.markEnriched")((
        project: ProjectId,
        keys: ReadonlyArray<string>
      ) => database.operation((state) => markEnriched(state.of(project), keys)))
    })
  })
)
