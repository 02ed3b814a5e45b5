import type { FeatureFlagId } from "@hedgerow/core/evaluation/FeatureFlagId"
import { dependenciesOf } from "@hedgerow/core/evaluation/FlagConditions"
import { FeatureFlag, type FlagCalls } from "@hedgerow/core/flags/model/FeatureFlag"
import { FeatureFlagRepository } from "@hedgerow/core/flags/model/FeatureFlagRepository"
import { featureFlagEntity } from "@hedgerow/core/flags/model/FlagEntity"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { DateTime, Effect, Layer } from "effect"
import type { EntityTable } from "../database/EntityTable.ts"
import { MemoryDatabase } from "../database/MemoryDatabase.ts"
import * as MemoryEntity from "../entities/MemoryEntity.ts"

type Flags = EntityTable<FeatureFlag>

/** The flags with these ids, and all that they depend on. */
const reachable = ({ rows }: Flags, from: ReadonlyArray<FeatureFlagId>): ReadonlyArray<FeatureFlag> => {
  const ids = new Set(from)
  const found: Array<FeatureFlag> = []
  for (const id of ids) {
    const flag = rows.get(id)
    if (flag === undefined) continue
    found.push(flag)
    for (const on of dependenciesOf(flag.filters)) ids.add(on)
  }
  return found.toSorted((left, right) => left.id - right.id)
}

const markCalled = (flags: Flags, calls: FlagCalls): void => {
  for (const [key, at] of calls) {
    const flag = flags.byUniqueValue(key)
    const known = flag?.last_called_at ?? null
    const isNewer = known === null || DateTime.isLessThan(known, at)
    if (flag !== undefined && isNewer) flags.put(new FeatureFlag({ ...flag, last_called_at: at }))
  }
}

const markEnriched = (flags: Flags, keys: ReadonlyArray<string>): void => {
  for (const key of keys) {
    const flag = flags.byUniqueValue(key)
    const isNew = flag?.has_enriched_analytics === false
    if (isNew) flags.put(new FeatureFlag({ ...flag, has_enriched_analytics: true }))
  }
}

/** Feature flags in memory. */
export const layer: Layer.Layer<FeatureFlagRepository, never, MemoryDatabase> = Layer.effect(
  FeatureFlagRepository,
  Effect.gen(function*() {
    const database = yield* MemoryDatabase
    const onFlags = <A>(project: ProjectId, change: (flags: Flags) => A) =>
      database.operation((state) => change(state.entities(featureFlagEntity, project)))

    return FeatureFlagRepository.of({
      ...yield* MemoryEntity.make(featureFlagEntity),
      reachable: Effect.fn("FeatureFlagRepository.reachable")((
        project: ProjectId,
        from: ReadonlyArray<FeatureFlagId>
      ) => onFlags(project, (flags) => reachable(flags, from))),
      markCalled: Effect.fn("FeatureFlagRepository.markCalled")((project: ProjectId, calls: FlagCalls) =>
        onFlags(project, (flags) => markCalled(flags, calls))
      ),
      markEnriched: Effect.fn("FeatureFlagRepository.markEnriched")((
        project: ProjectId,
        keys: ReadonlyArray<string>
      ) => onFlags(project, (flags) => markEnriched(flags, keys)))
    })
  })
)
