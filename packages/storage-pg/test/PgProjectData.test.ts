import { assert, layer } from "@effect/vitest"
import { ProjectData } from "@hedgerow/core/access/ProjectData"
import type { OrganizationId } from "@hedgerow/core/identity/Organization"
import { ProjectId } from "@hedgerow/core/identity/Project"
import * as PgStorage from "@hedgerow/storage-pg/PgStorage"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

const storage = PgStorage.layerPorts.pipe(Layer.provideMerge(PgTest.layer))

interface Column {
  readonly name: string
  readonly type: string
}

/** A value of a type; texts that a table checks have one that it takes. */
const valueOf = ({ name, type }: Column): string => {
  const checked: Readonly<Record<string, string>> = { cohort_type: "static", creation_mode: "default", state: "ready" }
  if (type.endsWith("[]")) return "'{}'"
  if (type === "uuid") return "gen_random_uuid()"
  if (type === "jsonb") return "'{}'"
  if (type === "bool") return "false"
  if (type.startsWith("timestamptz")) return "now()"
  if (type === "date") return "current_date"
  if (type === "bytea") return "'\\x00'"
  if (type !== "text") return name === "id" ? "1 + (random() * 2e9)::int4" : "0"
  return name in checked ? `'${checked[name]}'` : "gen_random_uuid()::text"
}

/** Every table with `project_id`, and the columns that a row must name. */
const projectTables = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ readonly table: string } & Column>`SELECT c.relname AS table, a.attname AS name,
      CASE WHEN t.typcategory = 'A' THEN e.typname || '[]' ELSE t.typname END AS type
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attnotnull
      AND NOT a.atthasdef AND a.attidentity = '' AND a.attgenerated = '' AND a.attname <> 'project_id'
    JOIN pg_type t ON t.oid = a.atttypid
    LEFT JOIN pg_type e ON e.oid = t.typelem
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND EXISTS (SELECT FROM pg_attribute p WHERE p.attrelid = c.oid AND p.attname = 'project_id')`
  return Map.groupBy(rows, ({ table }) => table)
})

/** A row of the project in every table, whatever its references. */
const fill = Effect.fnUntraced(function*(project: ProjectId, tables: ReadonlyMap<string, ReadonlyArray<Column>>) {
  const sql = yield* SqlClient.SqlClient
  yield* sql.withTransaction(Effect.gen(function*() {
    yield* sql`SET LOCAL session_replication_role = replica`
    for (const [table, columns] of tables) {
      const names = ["project_id", ...columns.map(({ name }) => name)]
      const values = [String(project), ...columns.map(valueOf)]
      yield* sql.unsafe(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${values.join(", ")})`)
    }
  }))
})

const countsOf = Effect.fnUntraced(function*(project: ProjectId, tables: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  return yield* Effect.forEach(tables, (table) =>
    Effect.map(
      sql<{ readonly count: number }>`SELECT count(*)::int4 AS count FROM ${sql(table)} WHERE project_id = ${project}`,
      ([row]) => [table, row?.count] as const
    ))
})

const each = (tables: ReadonlyArray<string>, count: number) => tables.map((table) => [table, count] as const)

layer(storage, { excludeTestServices: true })("removal of a project from PostgreSQL", (it) => {
  it.effect("removes its rows from every table that has projects, and no row of another one", () =>
    Effect.gen(function*() {
      const data = yield* ProjectData
      const [gone, other] = [ProjectId.make(41), ProjectId.make(42)]
      const tables = yield* projectTables
      const names = [...tables.keys()]
      assert.isAbove(names.length, 35)
      yield* fill(gone, tables)
      yield* fill(other, tables)
      assert.deepStrictEqual(yield* countsOf(gone, names), each(names, 1))

      yield* data.remove(gone)
      yield* data.remove(gone)
      const kept = ["definitions_versions"]
      assert.deepStrictEqual((yield* countsOf(gone, names)).filter(([, count]) => count !== 0), each(kept, 1))
      assert.deepStrictEqual(yield* countsOf(other, names), each(names, 1))

      yield* data.forgetVersions(gone)
      assert.deepStrictEqual(yield* countsOf(gone, kept), each(kept, 0))
      assert.deepStrictEqual(yield* countsOf(other, kept), each(kept, 1))
    }))

  it.effect("removes more rows than one statement takes", () =>
    Effect.gen(function*() {
      const data = yield* ProjectData
      const sql = yield* SqlClient.SqlClient
      const project = ProjectId.make(43)
      yield* sql`INSERT INTO event_key SELECT ${project}, gen_random_uuid(), gen_random_uuid(), true, now(), now()
        FROM generate_series(1, 12000)`
      yield* data.remove(project)
      assert.deepStrictEqual(yield* countsOf(project, ["event_key"]), [["event_key", 0]])
    }))

  it.effect("removes an organisation's own log, but for the entry of its removal", () =>
    Effect.gen(function*() {
      const data = yield* ProjectData
      const sql = yield* SqlClient.SqlClient
      const [gone, other] = ["00000000-0000-7000-8000-000000000001", "00000000-0000-7000-8000-000000000002"]
      for (const organization of [gone, other]) {
        for (const activity of ["created", "deleted"]) {
          yield* sql`INSERT INTO activity_log (project_id, id, organization_id, activity, scope, item_id, detail,
            created_at) VALUES (0, gen_random_uuid(), ${organization}::uuid, ${activity}, 'Organization', '1', '{}', now())`
        }
      }
      yield* data.removeLog(gone as OrganizationId)
      const left = yield* sql<{ readonly activity: string; readonly of: string }>`SELECT activity,
        organization_id::text AS of FROM activity_log WHERE project_id = 0 ORDER BY organization_id, activity`
      assert.deepStrictEqual(left, [
        { activity: "deleted", of: gone },
        { activity: "created", of: other },
        { activity: "deleted", of: other }
      ])
    }))
})
