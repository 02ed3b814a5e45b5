import { Effect } from "effect"
import { type Chunked, chunkedItems, readChunks } from "../../caching/Chunks.ts"
import type { Cohort } from "../../cohorts/Cohort.ts"
import { cohortSource } from "../../cohorts/CohortDefinition.ts"
import { CohortRepository } from "../../cohorts/CohortRepository.ts"
import type { FeatureFlagId } from "../../evaluation/FeatureFlagId.ts"
import type { CohortSource, FlagSource } from "../../evaluation/FlagSource.ts"
import type { ProjectId } from "../../identity/Project.ts"
import type { FeatureFlag } from "../model/FeatureFlag.ts"
import { FeatureFlagRepository } from "../model/FeatureFlagRepository.ts"
import { type KnownFlag, knownFlag, withExperiments } from "./FlagSources.ts"

interface KnownCohort {
  readonly cohort: Cohort
  readonly source: CohortSource
}

/** A project's flags and cohorts as they were read last: each is the very same object until something of it is another. */
export interface DefinitionParts {
  readonly chunkedFlags: Chunked<KnownFlag>
  readonly chunkedCohorts: Chunked<KnownCohort>
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

const withExperimentsIn = (
  chunked: Chunked<KnownFlag>,
  experiments: ReadonlySet<FeatureFlagId>
): Chunked<KnownFlag> => {
  let isAnother = false
  const chunks = new Map<number, ReadonlyArray<KnownFlag>>()
  for (const [chunk, known] of chunked.chunks) {
    const completed = withExperiments(known, experiments)
    if (completed !== known) isAnother = true
    chunks.set(chunk, completed)
  }
  return isAnother ? { hashes: chunked.hashes, chunks } : chunked
}

const flagLists = (chunked: Chunked<KnownFlag>, before: DefinitionParts | undefined) => {
  if (chunked === before?.chunkedFlags) return { flags: before.flags, sources: before.sources }
  const known = chunkedItems(chunked)
  return { flags: known.map(({ flag }) => flag), sources: known.map(({ source }) => source) }
}

const cohortLists = (chunked: Chunked<KnownCohort>, before: DefinitionParts | undefined) => {
  if (chunked === before?.chunkedCohorts) return { cohorts: before.cohorts, cohortSources: before.cohortSources }
  const known = chunkedItems(chunked)
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
    const read = yield* readChunks({
      hashes: flags.chunks(id),
      all: flags.all(id),
      inChunks: (chunks) => flags.inChunks(id, chunks),
      make: knownFlag,
      idOf: ({ flag }) => flag.id
    }, before?.chunkedFlags)
    const chunkedFlags = withExperimentsIn(read, experiments)
    const chunkedCohorts = yield* readChunks({
      hashes: cohorts.chunks(id),
      all: cohorts.all(id),
      inChunks: (chunks) => cohorts.inChunks(id, chunks),
      make: knownCohort,
      idOf: ({ cohort }) => cohort.id
    }, before?.chunkedCohorts)
    return { chunkedFlags, chunkedCohorts, ...flagLists(chunkedFlags, before), ...cohortLists(chunkedCohorts, before) }
  })
})
