import type { FeatureFlagId } from "@hedgerow/core/evaluation/FeatureFlagId"
import type { FlagCalls } from "@hedgerow/core/flags/model/FeatureFlag"
import { FeatureFlagRepository } from "@hedgerow/core/flags/model/FeatureFlagRepository"
import { featureFlagEntity } from "@hedgerow/core/flags/model/FlagEntity"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { isStorable } from "@hedgerow/core/shared/StorableText"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { entityRows } from "../entities/EntityRows.ts"
import { entityStatements } from "../entities/EntityStatements.ts"
import * as PgEntity from "../entities/PgEntity.ts"

/** Feature flags in PostgreSQL. */
export const layer: Layer.Layer<FeatureFlagRepository, never, SqlClient.SqlClient> = Layer.effect(
  FeatureFlagRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { read } = entityRows(sql, featureFlagEntity)
    const { select } = entityStatements(sql, featureFlagEntity)

    return FeatureFlagRepository.of({
      ...yield* PgEntity.make(featureFlagEntity),

      reachable: Effect.fn("PgFeatureFlagRepository.reachable")(
        function*(project: ProjectId, from: ReadonlyArray<FeatureFlagId>) {
          const rows = yield* sql`WITH RECURSIVE reached AS (
              SELECT unnest(${from}::int4[]) AS id
              UNION
              SELECT unnest(on_these.depends_on) FROM reached
              JOIN feature_flags on_these ON on_these.project_id = ${project} AND on_these.id = reached.id
            )
            ${select} JOIN reached USING (id) WHERE d.project_id = ${project} ORDER BY d.id`
          return yield* read(rows)
        },
        Effect.orDie
      ),

      // In one order, so that two of them wait for each other and do not deadlock.
      markCalled: Effect.fn("PgFeatureFlagRepository.markCalled")(function*(project: ProjectId, calls: FlagCalls) {
        const known = [...calls].filter(([key]) => isStorable(key))
        yield* sql`WITH called AS (
            SELECT f.id, c.at
            FROM unnest(${known.map(([key]) => key)}::text[],
              ${known.map(([, at]) => DateTime.toDateUtc(at))}::timestamptz[]) c(key, at)
            JOIN feature_flags f ON f.project_id = ${project} AND f.key = c.key AND NOT f.deleted
            WHERE f.last_called_at IS NULL OR f.last_called_at < c.at
            ORDER BY f.id FOR UPDATE OF f
          )
          UPDATE feature_flags f SET last_called_at = greatest(f.last_called_at, called.at)
          FROM called WHERE f.project_id = ${project} AND f.id = called.id`
      }, Effect.orDie),

      markEnriched: Effect.fn("PgFeatureFlagRepository.markEnriched")(
        function*(project: ProjectId, keys: ReadonlyArray<string>) {
          yield* sql`WITH enriched AS (
              SELECT f.id FROM feature_flags f
              WHERE f.project_id = ${project} AND f.key = ANY(${keys.filter(isStorable)}::text[]) AND NOT f.deleted
                AND NOT f.has_enriched_analytics
              ORDER BY f.id FOR UPDATE
            )
            UPDATE feature_flags f SET has_enriched_analytics = true
            FROM enriched WHERE f.project_id = ${project} AND f.id = enriched.id`
        },
        Effect.orDie
      )
    })
  })
)
