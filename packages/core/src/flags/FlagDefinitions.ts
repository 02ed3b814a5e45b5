import { Effect, Option } from "effect"
import { ProjectRepository } from "../access/AccessRepository.ts"
import type { Project, ProjectId } from "../access/Project.ts"
import type { DefinitionsVersions } from "../caching/DefinitionsVersions.ts"
import { makeVersionedCache, type VersionedCache } from "../caching/VersionedCache.ts"
import type { Cohort } from "../cohorts/Cohort.ts"
import { cohortSource } from "../cohorts/CohortDefinition.ts"
import { CohortRepository } from "../cohorts/CohortRepository.ts"
import type { GroupTypeIndex } from "../persons/Group.ts"
import { GroupRepository } from "../persons/GroupRepository.ts"
import { type CompiledFlags, compileFlags } from "./evaluation/CompiledFlags.ts"
import type { FeatureFlag, FeatureFlagId } from "./FeatureFlag.ts"
import { FeatureFlagRepository } from "./FeatureFlagRepository.ts"
import { redactPayloads, withFilters } from "./FlagPayloads.ts"
import { flagSources, warmUp } from "./FlagSources.ts"
import { FlagUsage } from "./FlagUsage.ts"

/** All that evaluating a project's flags takes; one object until something of it changes. Never changed itself. */
export interface FlagDefinitions {
  readonly project: Project
  /** Every flag that is not deleted, by id; encrypted payloads are hidden. */
  readonly flags: ReadonlyArray<FeatureFlag>
  /** Those that an experiment decides by. */
  readonly experiments: ReadonlySet<FeatureFlagId>
  /** Every cohort that is not deleted. */
  readonly cohorts: ReadonlyArray<Cohort>
  readonly groupTypes: ReadonlyMap<string, GroupTypeIndex>
  readonly compiled: CompiledFlags
}

type Ports = CohortRepository | DefinitionsVersions | FeatureFlagRepository | GroupRepository | ProjectRepository

const maxProjects = 1_000

/** The definitions of each project as of its current version, compiled once. A project that does not exist dies. */
export const makeFlagDefinitions: Effect.Effect<VersionedCache<ProjectId, FlagDefinitions>, never, Ports> = Effect.gen(
  function*() {
    const projects = yield* ProjectRepository
    const repository = yield* FeatureFlagRepository
    const cohortRepository = yield* CohortRepository
    const groups = yield* GroupRepository
    const usage = yield* FlagUsage
    // The oldest first. What holds is told by the content alone: no version is relied on.
    const loaded = new Map<ProjectId, CompiledFlags>()

    const keep = (id: ProjectId, compiled: CompiledFlags): void => {
      loaded.delete(id)
      loaded.set(id, compiled)
      if (loaded.size > maxProjects) { for (const [oldest] of Array.from(loaded).slice(0, 1)) loaded.delete(oldest) }
    }

    const load = Effect.fn("FlagDefinitions.load")(function*(id: ProjectId) {
      const project = Option.getOrThrow(yield* projects.find(id))
      const stored = yield* repository.all(id)
      const flags = stored.map((flag) => withFilters(flag, redactPayloads(flag)))
      const experiments = new Set(yield* usage.withExperiments(id))
      const cohorts = yield* cohortRepository.all(id)
      const groupTypes = yield* groups.types(id)
      const before = loaded.get(id)
      const compiled = compileFlags({
        flags: yield* flagSources(flags, experiments, before),
        cohorts: cohorts.map(cohortSource),
        groupTypes,
        timeZone: project.timezone
      }, before)
      yield* warmUp(compiled)
      keep(id, compiled)
      return { project, flags, experiments, cohorts, groupTypes, compiled } satisfies FlagDefinitions
    })

    return yield* makeVersionedCache({
      realm: (id: ProjectId) => id,
      load,
      isKept: () => true,
      capacity: maxProjects
    })
  }
)
