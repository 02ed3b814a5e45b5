import { assert, layer } from "@effect/vitest"
import { PgStorage } from "@hedgerow/storage-pg"
import { dueCohorts } from "@hedgerow/storage-pg/cohorts/DueCohorts"
import { PgTest } from "@hedgerow/testing/node"
import { DateTime, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

const storage = PgStorage.layerPorts.pipe(Layer.provideMerge(PgTest.layer))

layer(storage, { excludeTestServices: true })("The cohorts that are due, in PostgreSQL", (it) => {
  it.effect("are found by an index that gives their order, in both parts", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const before = DateTime.makeUnsafe("2026-03-01T00:00:00Z")
      const rows = yield* sql.withTransaction(Effect.gen(function*() {
        yield* sql`SET LOCAL enable_seqscan = off`
        yield* sql`SET LOCAL enable_bitmapscan = off`
        return yield* sql<{ "QUERY PLAN": string }>`EXPLAIN ${dueCohorts(sql, before, undefined, 100)}`
      }))
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n")
      assert.match(plan, /using cohorts_due[^]*Index Cond: \(last_calculation IS NULL\)/)
      assert.match(
        plan,
        /Presorted Key: cohorts_1\.last_calculation[^]*using cohorts_due[^]*Index Cond: .*last_calculation </
      )
    }))
})
