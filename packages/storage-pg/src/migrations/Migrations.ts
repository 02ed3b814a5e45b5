import { Effect, Layer, Schedule } from "effect"
import { Migrator, SqlClient, SqlError } from "effect/sql"
import { PgDatabase } from "../database/PgDatabase.ts"
import { createTables } from "./0001_create_tables.ts"
import { createQueryFunctions } from "./0002_create_query_functions.ts"
import { createActivity } from "./0003_create_activity.ts"
import { createJobs } from "./0004_create_jobs.ts"
import { createOutbox } from "./0005_create_outbox.ts"
import { createDefinitionsVersions } from "./0006_create_definitions_versions.ts"
import { extendDefinitions } from "./0007_extend_definitions.ts"
import { extendAccess } from "./0008_extend_access.ts"
import { createClickHouseRecords } from "./0009_create_clickhouse_records.ts"
import { createCohorts } from "./0010_create_cohorts.ts"
import { createDashboards } from "./0011_create_dashboards.ts"
import { createFeatureFlags } from "./0012_create_feature_flags.ts"
import { createProjectSecretKeys } from "./0013_create_project_secret_keys.ts"
import { addContentHashes } from "./0014_add_content_hashes.ts"
import { createInstallation } from "./0015_create_installation.ts"
import { createScheduledChanges } from "./0016_create_scheduled_changes.ts"
import { createSurveys } from "./0017_create_surveys.ts"
import { createQueryRuns } from "./0018_create_query_runs.ts"
import { addMixedProperties } from "./0019_add_mixed_properties.ts"
import { createQueryLog } from "./0020_create_query_log.ts"
import { createArchivedResponses } from "./0021_create_archived_responses.ts"
import { extendSurveys } from "./0022_extend_surveys.ts"
import { createExperiments } from "./0023_create_experiments.ts"
import { createExperimentResults } from "./0024_create_experiment_results.ts"
import { addTestAccountFilters } from "./0029_add_test_account_filters.ts"
import { addQueryErrorDetails } from "./0030_add_query_error_details.ts"
import { createActions } from "./0031_create_actions.ts"
import { extendInsights } from "./0032_extend_insights.ts"
import { indexDueCohorts } from "./0035_index_due_cohorts.ts"
import { createSqlVariables } from "./0037_create_sql_variables.ts"
import { addJobOwnerIndex } from "./0039_add_job_owner_index.ts"
import { createDashboardTexts } from "./0044_create_dashboard_texts.ts"
import { addInsightQueryKind } from "./0046_add_insight_query_kind.ts"
import { createTextParts } from "./0105_create_text_parts.ts"

/** Every change of the schema, in order; a released one is never edited. */
const migrations = Migrator.fromRecord({
  "0001_create_tables": createTables,
  "0002_create_query_functions": createQueryFunctions,
  "0003_create_activity": createActivity,
  "0004_create_jobs": createJobs,
  "0005_create_outbox": createOutbox,
  "0006_create_definitions_versions": createDefinitionsVersions,
  "0007_extend_definitions": extendDefinitions,
  "0008_extend_access": extendAccess,
  "0009_create_clickhouse_records": createClickHouseRecords,
  "0010_create_cohorts": createCohorts,
  "0011_create_dashboards": createDashboards,
  "0012_create_feature_flags": createFeatureFlags,
  "0013_create_project_secret_keys": createProjectSecretKeys,
  "0014_add_content_hashes": addContentHashes,
  "0015_create_installation": createInstallation,
  "0016_create_scheduled_changes": createScheduledChanges,
  "0017_create_surveys": createSurveys,
  "0018_create_query_runs": createQueryRuns,
  "0019_add_mixed_properties": addMixedProperties,
  "0020_create_query_log": createQueryLog,
  "0021_create_archived_responses": createArchivedResponses,
  "0022_extend_surveys": extendSurveys,
  "0023_create_experiments": createExperiments,
  "0024_create_experiment_results": createExperimentResults,
  "0029_add_test_account_filters": addTestAccountFilters,
  "0030_add_query_error_details": addQueryErrorDetails,
  "0031_create_actions": createActions,
  "0032_extend_insights": extendInsights,
  "0035_index_due_cohorts": indexDueCohorts,
  "0037_create_sql_variables": createSqlVariables,
  "0039_add_job_owner_index": addJobOwnerIndex,
  "0044_create_dashboard_texts": createDashboardTexts,
  "0046_add_insight_query_kind": addInsightQueryKind,
  "0105_create_text_parts": createTextParts
})

/** Taken to migrate: the number only has to differ from other advisory locks of the database. */
const migrationLock = 4_871_203_366

/** The answer of migrating: the migrations that ran. */
type Migrating = Effect.Effect<
  ReadonlyArray<readonly [id: number, name: string]>,
  Migrator.MigrationError | SqlError.SqlError,
  PgDatabase | SqlClient.SqlClient
>

/** A newer release has been here. It has only expanded the schema, so this one works on (docs/upgrades.md). */
const reportNewer = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, known: ReadonlyArray<number>) {
  const newer = yield* sql<{ name: string }>`SELECT lpad(migration_id::text, 4, '0') || '_' || name AS name
    FROM schema_migrations WHERE migration_id > ${Math.max(...known)} ORDER BY migration_id`
  if (newer.length === 0) return
  yield* Effect.logWarning("The database has been migrated by a newer release; this one works on with its schema").pipe(
    Effect.annotateLogs("unknown_migrations", newer.map(({ name }) => name).join(", "))
  )
})

/** Somebody holds a table, or waits for one that this migration holds. */
const isSomebodyInTheWay = (error: unknown): boolean => {
  const cause = error instanceof Migrator.MigrationError ? error.cause : error
  return SqlError.isSqlError(cause)
    && (cause.reason._tag === "LockTimeoutError" || cause.reason._tag === "DeadlockError")
}

const untilNobodyIsInTheWay = { while: isSomebodyInTheWay, schedule: Schedule.spaced("500 millis"), times: 240 }

const migrateWith = (loader: Migrator.Loader): Migrating =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { schema } = yield* PgDatabase
    return yield* sql.withTransaction(Effect.gen(function*() {
      yield* sql`SELECT pg_advisory_xact_lock(${migrationLock})`
      const exists = yield* sql`SELECT 1 FROM pg_namespace WHERE nspname = ${schema}`
      if (exists.length === 0) yield* sql`CREATE SCHEMA ${sql(schema)}`
      // While a migration waits for a table, everybody else waits behind it: it rather gives up and tries again.
      yield* sql`SET LOCAL lock_timeout = '2s'`
      const applied = yield* Migrator.make({})({ loader, table: "schema_migrations" })
      yield* reportNewer(sql, (yield* loader).map(([id]) => id))
      return applied
    }))
  }).pipe(Effect.retry(untilNobodyIsInTheWay))

/**
 * Brings the schema up to date, in one transaction and one server at a time: a server that starts meanwhile waits, then
 * finds nothing to do. A failure leaves the database as it was.
 */
export const migrate: Migrating = migrateWith(migrations)

/** Brings an older schema up to one migration and no further, as the release did whose last one it was. */
export const migrateTo = (last: number): Migrating =>
  migrateWith(Effect.map(migrations, (all) => all.filter(([id]) => id <= last)))

/** A layer that has migrated once it is built. */
export const layer: Layer.Layer<
  never,
  Migrator.MigrationError | SqlError.SqlError,
  PgDatabase | SqlClient.SqlClient
> = Layer.effectDiscard(migrate)
