import type { Experiment, ExperimentId } from "@hedgerow/core/experiments/Experiment"
import { experimentEntity } from "@hedgerow/core/experiments/ExperimentEntity"
import { ExperimentRepository } from "@hedgerow/core/experiments/ExperimentRepository"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { DateTime, Effect, Layer } from "effect"
import { MemoryDatabase } from "../database/MemoryDatabase.ts"
import * as MemoryEntity from "../entities/MemoryEntity.ts"

const isRunningSince = ({ archived, deleted, end_date, start_date }: Experiment, since: DateTime.Utc): boolean =>
  start_date !== null && DateTime.isGreaterThanOrEqualTo(start_date, since) && end_date === null && !archived
  && !deleted

/** Experiments in memory. */
export const layer: Layer.Layer<ExperimentRepository, never, MemoryDatabase> = Layer.effect(
  ExperimentRepository,
  Effect.gen(function*() {
    const database = yield* MemoryDatabase

    return ExperimentRepository.of({
      ...yield* MemoryEntity.make(experimentEntity),
      flags: Effect.fn("ExperimentRepository.flags")((project: ProjectId) =>
        database.operation((state) => {
          const rows = Array.from(state.entities(experimentEntity, project).rows.values())
          const ids = new Set(rows.filter(({ deleted }) => !deleted).map(({ feature_flag_id }) => feature_flag_id))
          return [...ids].toSorted((left, right) => left - right)
        })
      ),
      runningSince: Effect.fn("ExperimentRepository.runningSince")(
        (since: DateTime.Utc, after: ExperimentId | undefined, limit: number) =>
          database.operation((state) =>
            state.projects
              .flatMap(({ id }) => Array.from(state.entities(experimentEntity, id).rows.values()))
              .filter((experiment) => isRunningSince(experiment, since) && experiment.id > (after ?? 0))
              .toSorted((left, right) => left.id - right.id)
              .slice(0, limit)
              .map(({ id, project_id }) => ({ id, project_id }))
          )
      )
    })
  })
)
