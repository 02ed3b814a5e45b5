import { Effect, Layer, Schedule, Schema } from "effect"
import { Migrator, SqlClient, SqlError } from "effect/sql"
import { PgDatabase } from "../database/PgDatabase.ts"
import { createSchema } from "./0001_create_schema.ts"
import { createWebhooks } from "./0002_create_webhooks.ts"
import { createDataDeletions } from "./0003_create_data_deletions.ts"
import { createAlerts } from "./0004_create_alerts.ts"
import { createDataExports } from "./0005_create_data_exports.ts"
import { addRetention } from "./0006_add_retention.ts"
import { createAccounts } from "./0007_create_accounts.ts"
import { createSubscriptions } from "./0008_create_subscriptions.ts"
import { addEventQuotas } from "./0009_add_event_quotas.ts"
import { createChangeRequests } from "./0010_create_change_requests.ts"
import { createSignInSteps } from "./0011_create_sign_in_steps.ts"
import { createLoginIdentities } from "./0012_create_login_identities.ts"
import { createDashboardSharings } from "./0013_create_dashboard_sharings.ts"

/** Every change of the schema, in order; a released one is never edited. */
export const migrations = Migrator.fromRecord({
  "0001_create_schema": createSchema,
  "0002_create_webhooks": createWebhooks,
  "0003_create_data_deletions": createDataDeletions,
  "0004_create_alerts": createAlerts,
  "0005_create_data_exports": createDataExports,
  "0006_add_retention": addRetention,
  "0007_create_accounts": createAccounts,
  "0008_create_subscriptions": createSubscriptions,
  "0009_add_event_quotas": addEventQuotas,
  "0010_create_change_requests": createChangeRequests,
  "0011_create_sign_in_steps": createSignInSteps,
  "0012_create_login_identities": createLoginIdentities,
  "0013_create_dashboard_sharings": createDashboardSharings
})

/** The database was made by a version that was never released: no migration leads from it to this one. */
export class SchemaUnknown extends Schema.TaggedError<SchemaUnknown>()("SchemaUnknown", {
  schema: Schema.String,
  migrations: Schema.Array(Schema.String)
}) {
  override get message(): string {
    const unknown = this.migrations.join(", ")
    return `The schema "${this.schema}" holds migrations that this version does not know (${unknown}). It was made by a `
      + "version that was never released: start with an empty database or data directory, or with the version that made "
      + "this one. Nothing was changed."
  }
}

/** Taken to migrate: the number only has to differ from other advisory locks of the database. */
const migrationLock = 4_871_203_366

/** The answer of migrating: the migrations that ran. */
type Migrating = Effect.Effect<
  ReadonlyArray<readonly [id: number, name: string]>,
  Migrator.MigrationError | SchemaUnknown | SqlError.SqlError,
  PgDatabase | SqlClient.SqlClient
>

const nameOf = (id: number, name: string): string => `${String(id).padStart(4, "0")}_${name}`

/**
 * Sees to it that the database is one of a release: each of its migrations up to the last known one is known. Later ones
 * are of a newer release, which has only expanded the schema, so that this one works on (docs/upgrades.md).
 */
const checkRecorded = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, schema: string, loader: Migrator.Loader) {
  const [found] = yield* sql<{ at: string | null }>`SELECT to_regclass('schema_migrations')::text AS at`
  if (found?.at === null) return
  const known = yield* loader
  const last = Math.max(...known.map(([id]) => id))
  const names = new Set(known.map(([id, name]) => nameOf(id, name)))
  const recorded = yield* sql<{ id: number; name: string }>`SELECT migration_id::int4 AS id, name
    FROM schema_migrations ORDER BY migration_id`
  const unknown = recorded.filter(({ id, name }) => !names.has(nameOf(id, name)))
  if (unknown.length === 0) return
  const listed = unknown.map(({ id, name }) => nameOf(id, name))
  if (unknown.some(({ id }) => id <= last)) return yield* new SchemaUnknown({ schema, migrations: listed })
  yield* Effect.logWarning("The database has been migrated by a newer release; this one works on with its schema").pipe(
    Effect.annotateLogs("unknown_migrations", listed.join(", "))
  )
})

/** Somebody holds a table, or waits for one that this migration holds. */
const isSomebodyInTheWay = (error: unknown): boolean => {
  const cause = error instanceof Migrator.MigrationError ? error.cause : error
  return SqlError.isSqlError(cause)
    && (cause.reason._tag === "LockTimeoutError" || cause.reason._tag === "DeadlockError")
}

const untilNobodyIsInTheWay = { while: isSomebodyInTheWay, schedule: Schedule.spaced("500 millis"), times: 240 }

/**
 * Brings the schema up to date with these migrations, in one transaction and one server at a time: a server that starts
 * meanwhile waits, then finds nothing to do. A failure leaves the database as it was.
 */
export const migrateWith = (loader: Migrator.Loader): Migrating =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { schema } = yield* PgDatabase
    return yield* sql.withTransaction(Effect.gen(function*() {
      yield* sql`SELECT pg_advisory_xact_lock(${migrationLock})`
      const exists = yield* sql`SELECT 1 FROM pg_namespace WHERE nspname = ${schema}`
      if (exists.length === 0) yield* sql`CREATE SCHEMA ${sql(schema)}`
      yield* checkRecorded(sql, schema, loader)
      // While a migration waits for a table, everybody else waits behind it: it rather gives up and tries again.
      yield* sql`SET LOCAL lock_timeout = '2s'`
      return yield* Migrator.make({})({ loader, table: "schema_migrations" })
    }))
  }).pipe(Effect.retry(untilNobodyIsInTheWay))

/** Brings the schema up to date. */
export const migrate: Migrating = migrateWith(migrations)

/** A layer that has migrated once it is built. */
export const layer: Layer.Layer<
  never,
  Migrator.MigrationError | SchemaUnknown | SqlError.SqlError,
  PgDatabase | SqlClient.SqlClient
> = Layer.effectDiscard(migrate)
