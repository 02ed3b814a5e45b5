/** The memory engine over 50,000 persons of one project, for measurements. */
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { OrganizationId } from "@hedgerow/core/identity/Organization"
import { Project, ProjectId, ProjectToken } from "@hedgerow/core/identity/Project"
import { Person } from "@hedgerow/core/persons/Person"
import { resolveStatement } from "@hedgerow/core/query/tables/Resolver"
import type { TableName } from "@hedgerow/core/query/tables/Tables"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import { parseStatement } from "@hedgerow/sql/parse/Parser"
import * as MemoryQueryEngine from "@hedgerow/storage-memory/query/MemoryQueryEngine"
import { type TableRows, TableSource } from "@hedgerow/storage-memory/query/TableSource"
import { DateTime, Effect, Layer, Result, Schema } from "effect"

const project = new Project({
  id: ProjectId.make(7),
  uuid: deriveUuid("project", 7),
  organization_id: Schema.decodeUnknownSync(OrganizationId)(deriveUuid("organization")),
  name: "Bench",
  api_token: ProjectToken.make("phc_bench"),
  timezone: "UTC",
  week_start_day: 0,
  created_at: DateTime.makeUnsafe(0),
  updated_at: DateTime.makeUnsafe(0)
})

const persons = Array.from({ length: 50_000 }, (_, index) =>
  new Person({
    project_id: project.id,
    id: deriveUuid(project.id, index),
    created_at: (index * 1_000_000) as EventTime,
    properties: { plan: `plan-${index % 7}`, mail: `Person.${index}@example.org`, visits: index % 100 },
    is_identified: false,
    version: index
  }))

const tables: { readonly [T in TableName]: ReadonlyArray<TableRows[T]> } = {
  events: [],
  persons,
  person_distinct_ids: [],
  person_overrides: [],
  cohort_members: [],
  groups: []
}

export const planOf = (sql: string) =>
  Result.getOrThrow(
    Result.flatMap(parseStatement(sql), (statement) =>
      resolveStatement(statement, { project, now: 0 as EventTime, modifiers: {} }))
  ).plan

const source = Layer.succeed(TableSource, TableSource.of({ scan: (table) => Effect.succeed(tables[table]) }))

export const memoryEngine = MemoryQueryEngine.layer.pipe(Layer.provide(source))
