import { DateTime, Effect, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { createHash } from "node:crypto"
import { sqlState } from "../../database/SqlState.ts"

/** Functions that rendered queries call, in a schema of their own whose name is the hash of their bodies. */
export interface HelperSet {
  /** The schema of the tables. */
  readonly tables: string
  readonly schema: string
  readonly statements: ReadonlyArray<string>
}

const prefixOf = (tables: string): string => `${tables.slice(0, 40)}_functions_`

/** The functions for the tables of a schema: other bodies are in another schema, and harm nobody who calls these. */
export const helperSet = (tables: string, statements: ReadonlyArray<string>): HelperSet => {
  const hash = createHash("sha256").update(statements.join("\n")).digest("hex").slice(0, 12)
  return { tables, schema: `${prefixOf(tables)}${hash}`, statements }
}

const reasons = {
  denied: "the role has no right to create it",
  "read-only": "the database takes no changes",
  foreign: "a schema of that name belongs to another role, which could have put anything into it",
  unusable: "the role has no right to use it"
}

/** The functions are not there and cannot be put there. */
export class QueryFunctionsMissing extends Schema.TaggedError<QueryFunctionsMissing>()("QueryFunctionsMissing", {
  schema: Schema.String,
  database: Schema.String,
  role: Schema.String,
  reason: Schema.Literals(["denied", "read-only", "foreign", "unusable"])
}) {
  override get message(): string {
    const { database, reason, role, schema } = this
    return `Queries of this release need their functions in the schema "${schema}" of the database "${database}", and `
      + `${
        reasons[reason]
      } (role "${role}"). Run \`hedgerow migrate\` of this release with a role that may create it, or `
      + `\`GRANT CREATE ON DATABASE "${database}" TO "${role}"\`.`
  }
}

/** Taken to create functions: the number only has to differ from other advisory locks of the database. */
const helperLock = 4_871_203_367

/** The time after which functions that no server has started with are removed by one that installs others. */
const keptDays = 30

interface Found {
  readonly is_trusted: boolean
  readonly is_usable: boolean
  readonly is_own: boolean
  readonly comment: string | null
}

const find = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, { schema, tables }: HelperSet) {
  const [found] = yield* sql<Found>`SELECT
      n.nspowner IN (
        SELECT oid FROM pg_roles WHERE rolsuper OR rolname = current_user
        UNION ALL SELECT datdba FROM pg_database WHERE datname = current_database()
        UNION ALL SELECT nspowner FROM pg_namespace WHERE nspname = ${tables}
      ) AS is_trusted,
      has_schema_privilege(n.oid, 'USAGE') AS is_usable,
      pg_has_role(n.nspowner, 'USAGE') AS is_own,
      obj_description(n.oid, 'pg_namespace') AS comment
    FROM pg_namespace n WHERE n.nspname = ${schema}`
  return found
})

const missing = Effect.fnUntraced(function*(
  sql: SqlClient.SqlClient,
  { schema }: HelperSet,
  reason: QueryFunctionsMissing["reason"]
) {
  const [at] = yield* sql<
    { database: string; role: string }
  >`SELECT current_database() AS database, current_user AS role`
  return yield* new QueryFunctionsMissing({ schema, database: at?.database ?? "", role: at?.role ?? "", reason })
})

const commentOf = (day: string): string => `Functions of queries; a server started with them on ${day}.`

const create = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, { schema, statements }: HelperSet, day: string) {
  yield* sql`CREATE SCHEMA ${sql(schema)}`
  // The names of a body are looked up when it is created or called: here, and as queries do, in this schema first.
  yield* sql`SELECT set_config('search_path', quote_ident(${schema}), true)`
  // All of them in one round trip.
  yield* sql.unsafe(`DO $install$\nBEGIN\n${statements.join(";\n")};\nEND\n$install$`)
  yield* sql`GRANT USAGE ON SCHEMA ${sql(schema)} TO PUBLIC`
  yield* sql.unsafe(`COMMENT ON SCHEMA "${schema}" IS '${commentOf(day)}'`)
})

/** Removes functions of releases that have not been started for long; a server that still calls them puts them back. */
const removeUnused = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, { schema, tables }: HelperSet, day: string) {
  const unused = yield* sql<{ name: string }>`SELECT nspname AS name FROM pg_namespace n
    WHERE starts_with(nspname, ${prefixOf(tables)}) AND nspname <> ${schema} AND pg_has_role(nspowner, 'USAGE')
      AND substring(obj_description(n.oid, 'pg_namespace') FROM '\\d{4}-\\d{2}-\\d{2}')::date + ${keptDays}::int4
        < ${day}::date`
  yield* sql`SET LOCAL lock_timeout = '2s'`
  for (const { name } of unused) yield* sql`DROP SCHEMA IF EXISTS ${sql(name)} CASCADE`
})

const refusals: Readonly<Partial<Record<string, QueryFunctionsMissing["reason"]>>> = {
  "42501": "denied",
  "25006": "read-only"
}

/** Whether this call created the functions; another one may have, or they existed before. */
const ensure = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, set: HelperSet, day: string) {
  yield* sql`SELECT pg_advisory_xact_lock(${helperLock})`
  if ((yield* find(sql, set)) !== undefined) return false
  yield* create(sql, set, day)
  return true
})

/**
 * Makes sure that all functions exist: one transaction creates their schema, under a lock, when no server has. Servers
 * of other releases have theirs beside it. Needs the right to create a schema only where it is missing.
 */
export const install = Effect.fn("HelperSchema.install")(function*(
  set: HelperSet
): Effect.fn.Return<void, QueryFunctionsMissing | SqlError.SqlError, SqlClient.SqlClient> {
  const sql = yield* SqlClient.SqlClient
  const day = DateTime.formatIsoDateUtc(yield* DateTime.now)
  const refused = (error: SqlError.SqlError) => {
    const reason = refusals[sqlState(error)]
    return reason === undefined ? Effect.fail(error) : missing(sql, set, reason)
  }
  const before = yield* find(sql, set)
  const isNew = before === undefined
    && (yield* sql.withTransaction(ensure(sql, set, day)).pipe(Effect.catchTag("SqlError", refused)))
  const found = before ?? (yield* find(sql, set))
  if (found?.is_trusted === false) return yield* missing(sql, set, "foreign")
  if (found?.is_usable === false) return yield* missing(sql, set, "unusable")
  if (isNew) return yield* Effect.ignore(sql.withTransaction(removeUnused(sql, set, day)))
  if (found?.is_own === true && found.comment !== commentOf(day)) {
    yield* Effect.ignore(sql.unsafe(`COMMENT ON SCHEMA "${set.schema}" IS '${commentOf(day)}'`))
  }
})
