import type { CohortId } from "@hedgerow/core/cohorts/Cohort"
import type { Event } from "@hedgerow/core/events/Event"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { toIso } from "@hedgerow/sql/types/Instants"
import { type SeedRows, SeedTables } from "@hedgerow/testing/contracts"
import { Array, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

const optional = (time: number | null): string | null => time === null ? null : toIso(time)

const eventRow = (event: Event) => ({
  ...event,
  timestamp: toIso(event.timestamp),
  received_at: toIso(event.received_at),
  inserted_at: toIso(event.inserted_at),
  sent_at: optional(event.sent_at),
  person_created_at: optional(event.person_created_at)
})

type StoredRow = Readonly<Record<string, string | number | boolean | null>>

/** The rows of each table as PostgreSQL reads them. */
const tableRows = (project: ProjectId, rows: SeedRows): Record<string, ReadonlyArray<StoredRow>> => ({
  events: (rows.events ?? []).map(eventRow),
  persons: (rows.persons ?? []).map((person) => ({
    project_id: project,
    id: person.id,
    created_at: toIso(person.created_at),
    properties: JSON.stringify(person.properties),
    is_identified: person.is_identified,
    version: person.version
  })),
  person_distinct_ids: (rows.person_distinct_ids ?? []).map(({ distinct_id, person_id }) => ({
    project_id: project,
    distinct_id,
    person_id
  })),
  person_overrides: (rows.person_overrides ?? []).map(({ old_person_id, person_id }) => ({
    project_id: project,
    old_person_id,
    person_id,
    version: 1
  })),
  cohort_members: (rows.cohort_members ?? []).map(({ cohort_id, person_id }) => ({
    project_id: project,
    cohort_id,
    person_id
  })),
  groups: (rows.groups ?? []).map((group) => ({
    project_id: project,
    group_type_index: group.group_type_index,
    group_key: group.group_key,
    properties: JSON.stringify(group.properties),
    created_at: toIso(group.created_at),
    updated_at: toIso(group.updated_at)
  }))
})

/** Rows of a parameter list stay below PostgreSQL's limit of 65,535 values. */
const chunk = 1000

/** `SeedTables` that writes to the tables themselves. */
export const layer: Layer.Layer<SeedTables, never, SqlClient.SqlClient> = Layer.effect(
  SeedTables,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const insert = Effect.fnUntraced(function*(table: string, rows: ReadonlyArray<StoredRow>) {
      for (const some of Array.chunksOf(rows, chunk)) {
        if (Array.isReadonlyArrayNonEmpty(some)) yield* sql`INSERT INTO ${sql(table)} ${sql.insert(some)}`
      }
    })
    /** A member is one of a cohort that there is. */
    const addCohort = (project: ProjectId, id: CohortId) =>
      sql`INSERT INTO cohorts (project_id, id, name, description, groups, deleted, is_static, cohort_type,
          is_calculating, errors_calculating, version, created_at)
        OVERRIDING SYSTEM VALUE VALUES (${project}, ${id}, '', '', '[]', false, true, 'static', false, 0, 1, now())`
    const addCohorts = (project: ProjectId, { cohort_members = [] }: SeedRows) =>
      Effect.forEach(new Set(cohort_members.map(({ cohort_id }) => cohort_id)), (id) => addCohort(project, id))
    return SeedTables.of({
      seed: (project, rows) =>
        Effect.andThen(
          addCohorts(project, rows),
          Effect.forEach(Object.entries(tableRows(project, rows)), ([table, values]) => insert(table, values), {
            discard: true
          })
        ).pipe(Effect.orDie)
    })
  })
)
