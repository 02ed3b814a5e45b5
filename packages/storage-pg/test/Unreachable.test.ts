import { assert, it } from "@effect/vitest"
import { PgDatabase } from "@hedgerow/storage-pg"
import { isUnreachable } from "@hedgerow/storage-pg/Unreachable"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"

const one = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT 1`)

it.live("a database that is not there, or goes away, is unreachable; one that refuses is not", () =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const nowhere = PgDatabase.PgDatabase.layer({ url: Redacted.make("postgres://nobody@127.0.0.1:1/none") })
    const absent = Layer.fresh(PgDatabase.layerClient).pipe(Layer.provide(nowhere))
    assert.isTrue(isUnreachable(yield* Effect.flip(Effect.provide(one, absent))))
    const cut = sql`SELECT pg_terminate_backend(pg_backend_pid())`
    assert.isTrue(isUnreachable(yield* Effect.flip(cut)))
    assert.isFalse(isUnreachable(yield* Effect.flip(sql`SELECT * FROM nowhere`)))
    assert.isFalse(isUnreachable(yield* Effect.flip(sql`SELECT 1 / 0`)))
    assert.isFalse(isUnreachable(new Error("nonsense")))
  }).pipe(Effect.provide(PgTest.layer)))
