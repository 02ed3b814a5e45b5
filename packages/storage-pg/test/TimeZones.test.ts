import { assert, layer } from "@effect/vitest"
import { timeZones } from "@hedgerow/core/access/TimeZones"
import { PgTest } from "@hedgerow/testing/node"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"

layer(PgTest.layer)("time zones of projects", (it) => {
  it.effect("are all known to PostgreSQL under the same names", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ name: string }>`SELECT name FROM pg_timezone_names`
      const known = new Set(rows.map(({ name }) => name))
      assert.deepStrictEqual(timeZones.filter((zone) => !known.has(zone)), [])
    }))
})
