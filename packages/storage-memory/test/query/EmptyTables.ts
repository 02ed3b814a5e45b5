/** The memory engine over tables without rows. */
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { OrganizationId } from "@hedgerow/core/identity/Organization"
import { Project, ProjectId, ProjectToken } from "@hedgerow/core/identity/Project"
import { QueryEngine, type QueryOptions } from "@hedgerow/core/query/QueryEngine"
import { resolveStatement } from "@hedgerow/core/query/tables/Resolver"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import { parseStatement } from "@hedgerow/sql/parse/Parser"
import * as MemoryQueryEngine from "@hedgerow/storage-memory/query/MemoryQueryEngine"
import { TableSource } from "@hedgerow/storage-memory/query/TableSource"
import { DateTime, Duration, Effect, Layer, Result, Schema } from "effect"

const project = new Project({
  id: ProjectId.make(7),
  uuid: deriveUuid("project", 7),
  organization_id: Schema.decodeUnknownSync(OrganizationId)(deriveUuid("organization")),
  name: "Test",
  api_token: ProjectToken.make("phc_test"),
  timezone: "UTC",
  week_start_day: 0,
  created_at: DateTime.makeUnsafe(0),
  updated_at: DateTime.makeUnsafe(0)
})

const planOf = (sql: string) =>
  Result.getOrThrow(
    Result.flatMap(parseStatement(sql), (statement) =>
      resolveStatement(statement, { project, now: 0 as EventTime, modifiers: {} }))
  ).plan

export const engine = MemoryQueryEngine.layer.pipe(
  Layer.provide(Layer.succeed(TableSource, TableSource.of({ scan: () => Effect.succeed([]) })))
)

export const run = Effect.fnUntraced(function*(sql: string, options: Partial<QueryOptions> = {}) {
  return yield* (yield* QueryEngine).run(planOf(sql), { timeout: Duration.seconds(30), ...options })
})
