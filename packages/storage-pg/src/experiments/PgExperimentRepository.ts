import { FeatureFlagId } from "@hedgerow/core/evaluation/FeatureFlagId"
import type { ExperimentId } from "@hedgerow/core/experiments/Experiment"
import { experimentEntity } from "@hedgerow/core/experiments/ExperimentEntity"
import { type ExperimentKey, ExperimentRepository } from "@hedgerow/core/experiments/ExperimentRepository"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as PgEntity from "../entities/PgEntity.ts"

/** Experiments in PostgreSQL. */
export const layer: Layer.Layer<ExperimentRepository, never, SqlClient.SqlClient> = Layer.effect(
  ExperimentRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    return ExperimentRepository.of({
      ...yield* PgEntity.make(experimentEntity),
      flags: Effect.fn("PgExperimentRepository.flags")((project: ProjectId) =>
        sql<{ readonly feature_flag_id: number }>`SELECT DISTINCT feature_flag_id FROM experiments
          WHERE project_id = ${project} AND NOT deleted ORDER BY feature_flag_id`.pipe(
          Effect.map((rows) => rows.map(({ feature_flag_id: id }) => FeatureFlagId.make(id))),
          Effect.orDie
        )
      ),
      runningSince: Effect.fn("PgExperimentRepository.runningSince")(
        (since: DateTime.Utc, after: ExperimentId | undefined, limit: number) =>
          sql<ExperimentKey>`SELECT id, project_id FROM experiments
            WHERE start_date IS NOT NULL AND end_date IS NULL AND NOT archived AND NOT deleted
              AND start_date >= ${DateTime.formatIso(since)}::timestamptz AND id > ${after ?? 0}
            ORDER BY id LIMIT ${limit}`.pipe(Effect.orDie)
      )
    })
  })
)
