import { Effect } from "effect"
import type { ProjectId } from "../access/Project.ts"
import { type Parted, partedItems, readParts } from "../caching/Parts.ts"
import type { Cohort } from "../cohorts/Cohort.ts"
import { cohortSource } from "../cohorts/CohortDefinition.ts"
import { CohortRepository } from "../cohorts/CohortRepository.ts"
import type { CohortSource, FlagSource } from "./evaluation/FlagSource.ts"
import type { FeatureFlag, FeatureFlagId } from "./FeatureFlag.ts"
import { FeatureFlagRepository } from "./FeatureFlagRepository.ts"
import { type KnownFlag, knownFlag, withExperiments } from "./FlagSources.ts"

interface KnownCohort {
  readonly cohort: Cohort
  readonly source: CohortSource
}

/** A project's flags and cohorts as they were read last: each is the very same object until something of it is another. */
export interface DefinitionParts {
  readonly partedFlags: Parted<KnownFlag>
  readonly partedCohorts: Parted<KnownCohort>
  readonly flags: ReadonlyArray<FeatureFlag>
  readonly sources: ReadonlyArray<FlagSource>
  readonly cohorts: ReadonlyArray<Cohort>
  readonly cohortSources: ReadonlyArray<CohortSource>
}

const isSame = (left: object, right: object): boolean => JSON.stringify(left) === JSON.stringify(right)

const knownCohort = (cohort: Cohort, before: KnownCohort | undefined): KnownCohort => {
  const source = cohortSource(cohort)
  return { cohort, source: before !== undefined && isSame(before.source, source) ? before.source : source }
}

const withExperimentsIn = (parted: Parted<KnownFlag>, experiments: ReadonlySet<FeatureFlagId>): Parted<KnownFlag> => {
  let isAnother = false
  const parts = new Map<number, ReadonlyArray<KnownFlag>>()
  for (const [part, known] of parted.parts) {
    const told = withExperiments(known, experiments)
    if (told !== known) isAnother = true
    parts.set(part, told)
  }
  return isAnother ? { stamps: parted.stamps, parts } : parted
}

const flagLists = (parted: Parted<KnownFlag>, before: DefinitionParts | undefined) => {
  if (parted === before?.partedFlags) return { flags: before.flags, sources: before.sources }
  const known = partedItems(parted)
  return { flags: known.map(({ flag }) => flag), sources: known.map(({ source }) => source) }
}

const cohortLists = (parted: Parted<KnownCohort>, before: DefinitionParts | undefined) => {
  if (parted === before?.partedCohorts) return { cohorts: before.cohorts, cohortSources: before.cohortSources }
  const known = partedItems(parted)
  return { cohorts: known.map(({ cohort }) => cohort), cohortSources: known.map(({ source }) => source) }
}

/** Reads what of a project's flags and cohorts has changed since they were read before. */
export const makeDefinitionReading = Effect.gen(function*() {
  const flags = yield* FeatureFlagRepository
  const cohorts = yield* CohortRepository

  return Effect.fnUntraced(function*(
    id: ProjectId,
    experiments: ReadonlySet<FeatureFlagId>,
    before: DefinitionParts | undefined
  ): Effect.fn.Return<DefinitionParts> {
    const read = yield* readParts({
      stamps: flags.chunks(id),
      all: flags.all(id),
      inParts: (parts) => flags.inChunks(id, parts),
      make: knownFlag,
      idOf: ({ flag }) => flag.id
    }, before?.partedFlags)
    const partedFlags = withExperimentsIn(read, experiments)
    const partedCohorts = yield* readParts({
      stamps: cohorts.chunks(id),
      all: cohorts.all(id),
      inParts: (parts) => cohorts.inChunks(id, parts),
      make: knownCohort,
      idOf: ({ cohort }) => cohort.id
    }, before?.partedCohorts)
    return { partedFlags, partedCohorts, ...flagLists(partedFlags, before), ...cohortLists(partedCohorts, before) }
  })
})
