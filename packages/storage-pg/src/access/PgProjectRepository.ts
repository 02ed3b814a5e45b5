import { ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import { projectEntity, projectRepository } from "@hedgerow/core/access/ProjectEntity"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import * as PgEntity from "../entities/PgEntity.ts"

const isEmpty = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const open = yield* Effect.serviceOption(sql.transactionService)
  if (Option.isSome(open)) yield* sql`LOCK TABLE projects IN SHARE ROW EXCLUSIVE MODE`
  return (yield* sql`SELECT 1 FROM projects LIMIT 1`).length === 0
}).pipe(Effect.orDie, Effect.withSpan("PgProjectRepository.isEmpty"))

/** Projects in PostgreSQL. */
export const layer: Layer.Layer<ProjectRepository, never, SqlClient.SqlClient> = Layer.effect(
  ProjectRepository,
  Effect.gen(function*() {
    const rows = yield* PgEntity.make(projectEntity)
    return projectRepository(rows, Effect.provideService(isEmpty, SqlClient.SqlClient, yield* SqlClient.SqlClient))
  })
)
