import { ProjectData } from "@hedgerow/core/access/ProjectData"
import type { OrganizationId } from "@hedgerow/core/identity/Organization"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

/** The rows that one statement removes at most: it holds their locks for a moment. */
const rowsAtOnce = 5_000

/** The tables whose rows belong to projects, without partitioned ones, whose partitions are tables too. */
const projectTables = Effect.fnUntraced(function*(sql: SqlClient.SqlClient) {
  const rows = yield* sql<{ readonly name: string }>`SELECT c.relname AS name
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'project_id' AND NOT a.attisdropped
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname <> 'definitions_versions'
    ORDER BY c.relname`
  return rows.map(({ name }) => name)
})

/** Each pair of tables of which the first one's rows refer to the second one's. */
const references = (sql: SqlClient.SqlClient) =>
  sql<{ readonly from: string; readonly to: string }>`SELECT f.relname AS "from", t.relname AS "to"
    FROM pg_constraint r
    JOIN pg_class f ON f.oid = r.conrelid
    JOIN pg_class t ON t.oid = r.confrelid
    WHERE r.contype = 'f' AND f.relnamespace = current_schema()::regnamespace AND f.oid <> t.oid`

/** The tables in an order in which no row is removed before those that refer to it. */
const referringFirst = (
  tables: ReadonlyArray<string>,
  edges: ReadonlyArray<{ readonly from: string; readonly to: string }>
): ReadonlyArray<string> => {
  const ordered = new Set<string>()
  const visit = (table: string): void => {
    if (ordered.has(table)) return
    for (const { from, to } of edges) if (to === table && tables.includes(from)) visit(from)
    ordered.add(table)
  }
  tables.forEach(visit)
  return [...ordered]
}

const removeFrom = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, table: string, project: ProjectId) {
  let removed = rowsAtOnce
  while (removed === rowsAtOnce) {
    const [row] = yield* sql<{ readonly removed: number }>`WITH gone AS (
      DELETE FROM ${sql(table)} WHERE project_id = ${project} AND ctid = ANY(ARRAY(
        SELECT ctid FROM ${sql(table)} WHERE project_id = ${project} LIMIT ${rowsAtOnce}
      )) RETURNING 1
    ) SELECT count(*)::int4 AS removed FROM gone`
    removed = row?.removed ?? 0
  }
})

/** Removal of projects from every table of PostgreSQL that has `project_id`, in transactions of few rows. */
export const layer: Layer.Layer<ProjectData, never, SqlClient.SqlClient> = Layer.effect(
  ProjectData,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    return ProjectData.of({
      remove: Effect.fn("PgProjectData.remove")(function*(project: ProjectId) {
        const tables = referringFirst(yield* projectTables(sql), yield* references(sql))
        yield* Effect.forEach(tables, (table) => removeFrom(sql, table, project), { discard: true })
      }, Effect.orDie),

      forgetVersions: Effect.fn("PgProjectData.forgetVersions")(function*(project: ProjectId) {
        yield* sql`DELETE FROM definitions_versions WHERE project_id IN (${project}, ${-Number(project)})`
      }, Effect.orDie),

      removeLog: Effect.fn("PgProjectData.removeLog")(function*(organization: OrganizationId) {
        yield* sql`DELETE FROM activity_log WHERE organization_id = ${organization} AND project_id = 0
          AND NOT (scope = 'Organization' AND activity = 'deleted')`
      }, Effect.orDie)
    })
  })
)
