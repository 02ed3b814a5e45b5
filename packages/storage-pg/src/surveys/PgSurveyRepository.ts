import { ProjectId } from "@hedgerow/core/identity/Project"
import type { SurveyId } from "@hedgerow/core/surveys/Survey"
import { surveyEntity, timedSurveys } from "@hedgerow/core/surveys/SurveyEntity"
import { SurveyRepository } from "@hedgerow/core/surveys/SurveyRepository"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { entityRows } from "../entities/EntityRows.ts"
import { entityStatements } from "../entities/EntityStatements.ts"
import * as PgEntity from "../entities/PgEntity.ts"
import { whereSql } from "../entities/WhereSql.ts"

/** Comes before every id of a survey. */
const noId = "00000000-0000-0000-0000-000000000000"

/** Surveys in PostgreSQL. */
export const layer: Layer.Layer<SurveyRepository, never, SqlClient.SqlClient> = Layer.effect(
  SurveyRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { read } = entityRows(sql, surveyEntity)
    const { select } = entityStatements(sql, surveyEntity)
    const isTimed = whereSql(sql)(timedSurveys)

    return SurveyRepository.of({
      ...yield* PgEntity.make(surveyEntity),
      projectOf: Effect.fn("PgSurveyRepository.projectOf")((id: SurveyId) =>
        sql<{ project_id: number }>`SELECT project_id FROM surveys WHERE id = ${id}::uuid LIMIT 1`.pipe(
          Effect.map(([row]) =>
            Option.map(Option.fromUndefinedOr(row), ({ project_id }) => ProjectId.make(project_id))
          ),
          Effect.orDie
        )
      ),
      timed: Effect.fn("PgSurveyRepository.timed")((after: SurveyId | undefined, limit: number) =>
        sql`${select} WHERE ${isTimed} AND d.id > ${after ?? noId}::uuid ORDER BY d.id LIMIT ${limit}`.pipe(
          Effect.flatMap(read),
          Effect.orDie
        )
      )
    })
  })
)
