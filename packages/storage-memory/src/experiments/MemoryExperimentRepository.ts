import type { ProjectId } from "@hedgerow/core/access/Project"
import { experimentEntity } from "@hedgerow/core/experiments/ExperimentEntity"
import { ExperimentRepository } from "@hedgerow/core/experiments/ExperimentRepository"
import { Effect, Layer } from "effect"
import { MemoryDatabase } from "../database/MemoryDatabase.ts"
import * as MemoryEntity from "../entities/MemoryEntity.ts"

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
      )
    })
  })
)
