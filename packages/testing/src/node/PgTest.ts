import { Migrations, PgDatabase } from "@hedgerow/storage-pg"
import * as QueryFunctions from "@hedgerow/storage-pg/query/server/QueryFunctions"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { inject } from "vitest"

const template = "hedgerow_template"
const templateLock = 5_310_982_442

const serverUrl = Effect.sync(() => inject("hedgerowPostgresUrl"))

/** A database of the server, by its name. */
const databaseAt = (server: string, name: string, maxConnections = 10) => {
  const url = new URL(server)
  url.pathname = `/${name}`
  const applicationName = "hedgerow test"
  return PgDatabase.PgDatabase.layer({ url: Redacted.make(url.toString()), applicationName, maxConnections })
}

const migrateTemplate = Effect.fnUntraced(function*(server: string) {
  const client = Layer.fresh(PgDatabase.layerClient).pipe(Layer.provideMerge(databaseAt(server, template)))
  yield* Effect.provide(Effect.andThen(Migrations.migrate, QueryFunctions.installQueryFunctions), client)
})

/** The migrated database that the others are copies of; made by the first who needs it. */
const ensureTemplate = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, server: string) {
  yield* sql`SELECT pg_advisory_lock(${templateLock})`
  const [known] = yield* sql`SELECT 1 FROM pg_database WHERE datname = ${template} AND datistemplate`
  if (known === undefined) {
    yield* sql`DROP DATABASE IF EXISTS ${sql(template)}`
    yield* sql`CREATE DATABASE ${sql(template)}`
    yield* migrateTemplate(server)
    yield* sql`ALTER DATABASE ${sql(template)} IS_TEMPLATE true`
  }
  yield* sql`SELECT pg_advisory_unlock(${templateLock})`
})

const freshDatabase = Effect.fnUntraced(function*(server: string, isMigrated: boolean) {
  const sql = yield* SqlClient.SqlClient
  if (isMigrated) yield* ensureTemplate(sql, server)
  const name = `test_${randomUUID().replaceAll("-", "")}`
  const from = sql(isMigrated ? template : "template1")
  yield* Effect.acquireRelease(
    // Copied as files, which takes a quarter of the CPU of copying page by page: nobody works on what is copied.
    sql`CREATE DATABASE ${sql(name)} TEMPLATE ${from} STRATEGY file_copy`,
    () => Effect.orDie(sql`DROP DATABASE ${sql(name)} WITH (FORCE)`)
  )
  return databaseAt(server, name)
})

const layerDatabase = (isMigrated: boolean): Layer.Layer<PgDatabase.PgDatabase> =>
  Layer.unwrap(Effect.map(serverUrl, (server) => {
    // One connection: the lock around the template belongs to a session.
    const admin = Layer.fresh(PgDatabase.layerClient).pipe(Layer.provide(databaseAt(server, "postgres", 1)))
    return Layer.unwrap(freshDatabase(server, isMigrated)).pipe(Layer.provide(admin))
  })).pipe(Layer.orDie)

/** A database of its own, without a schema. */
export const layerEmpty: Layer.Layer<PgDatabase.PgDatabase> = layerDatabase(false)

/** A migrated database of its own for every use (some 20 ms), dropped at the end; and a client for it. */
export const layer: Layer.Layer<PgDatabase.Client | PgDatabase.PgDatabase> = PgDatabase.layerClient.pipe(
  Layer.orDie,
  Layer.provideMerge(layerDatabase(true))
)
