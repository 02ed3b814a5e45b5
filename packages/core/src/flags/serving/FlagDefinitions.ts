import { Effect, Option } from "effect"
import { ProjectRepository } from "../../access/AccessRepository.ts"
import type { DefinitionsVersions } from "../../caching/DefinitionsVersions.ts"
import { makeVersionedCache, type VersionedCache } from "../../caching/VersionedCache.ts"
import type { Cohort } from "../../cohorts/Cohort.ts"
import type { CohortRepository } from "../../cohorts/CohortRepository.ts"
import { type CompiledFlags, compileFlags } from "../../evaluation/CompiledFlags.ts"
import type { FeatureFlagId } from "../../evaluation/FeatureFlagId.ts"
import type { GroupTypeIndex } from "../../events/GroupTypeIndex.ts"
import type { Project, ProjectId } from "../../identity/Project.ts"
import { GroupRepository } from "../../persons/GroupRepository.ts"
import type { FeatureFlag } from "../model/FeatureFlag.ts"
import type { FeatureFlagRepository } from "../model/FeatureFlagRepository.ts"
import { FlagReferences } from "../model/FlagReferences.ts"
import { type DefinitionParts, makeDefinitionReading } from "./FlagDefinitionReading.ts"
import { warmUp } from "./FlagSources.ts"

/** All that evaluating a project's flags takes; one object until something of it changes. Never changed itself. */
export interface FlagDefinitions {
  readonly project: Project
  /** Every flag that is not deleted, by id; encrypted payloads are hidden. When it was called is not kept up to date. */
  readonly flags: ReadonlyArray<FeatureFlag>
  /** Those that an experiment decides by. */
  readonly experiments: ReadonlySet<FeatureFlagId>
  /** Every cohort that is not deleted. The fields that calculations write are not kept up to date. */
  readonly cohorts: ReadonlyArray<Cohort>
  readonly groupTypes: ReadonlyMap<string, GroupTypeIndex>
  readonly compiled: CompiledFlags
}

/** All that definitions are read from. */
export type DefinitionPorts =
  | CohortRepository
  | DefinitionsVersions
  | FeatureFlagRepository
  | FlagReferences
  | GroupRepository
  | ProjectRepository

interface Loaded {
  readonly parts: DefinitionParts
  readonly compiled: CompiledFlags
}

const maxProjects = 1_000

/**
 * The definitions of each project as of its current version. Only what has changed since they were loaded before is read
 * and compiled. A project that does not exist dies.
 */
export const makeFlagDefinitions: Effect.Effect<VersionedCache<ProjectId, FlagDefinitions>, never, DefinitionPorts> =
  Effect.gen(
    function*() {
      const projects = yield* ProjectRepository
      const groups = yield* GroupRepository
      const references = yield* FlagReferences
      const read = yield* makeDefinitionReading
      // The oldest first. The content alone decides what holds: no version is relied on.
      const loaded = new Map<ProjectId, Loaded>()

      const keep = (id: ProjectId, now: Loaded): void => {
        loaded.delete(id)
        loaded.set(id, now)
        if (loaded.size > maxProjects) { for (const [oldest] of Array.from(loaded).slice(0, 1)) loaded.delete(oldest) }
      }

      const load = Effect.fn("FlagDefinitions.load")(function*(id: ProjectId) {
        const project = Option.getOrThrow(yield* projects.find(id))
        const experiments = new Set(yield* references.withExperiments(id))
        const before = loaded.get(id)
        const parts = yield* read(id, experiments, before?.parts)
        const groupTypes = yield* groups.types(id)
        const compiled = compileFlags({
          flags: parts.sources,
          cohorts: parts.cohortSources,
          groupTypes,
          timeZone: project.timezone
        }, before?.compiled)
        yield* warmUp(compiled)
        keep(id, { parts, compiled })
        return {
          project,
          flags: parts.flags,
          experiments,
          cohorts: parts.cohorts,
          groupTypes,
          compiled
        } satisfies FlagDefinitions
      })

      return yield* makeVersionedCache({
        realm: (id: ProjectId) => id,
        load,
        isKept: () => true,
        capacity: maxProjects
      })
    }
  )
