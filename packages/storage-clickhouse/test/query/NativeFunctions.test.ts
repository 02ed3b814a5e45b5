import { assert, layer } from "@effect/vitest"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { resolveStatement } from "@hedgerow/core/query/tables/Resolver"
import { nativeExamples } from "@hedgerow/sql/catalogue/NativeEntries"
import { nowhere } from "@hedgerow/sql/catalogue/Tiers"
import { parseStatement } from "@hedgerow/sql/parse/Parser"
import { abilities } from "@hedgerow/storage-pg/query/Abilities"
import { fixtures } from "@hedgerow/testing/contracts"
import { Duration, Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import * as Engines from "./differential/Engines.ts"

const context = { project: fixtures.unstoredProject(920_003), now: 1_714_564_800_000_000 as EventTime }

layer(Engines.layer, { timeout: "5 minutes" })("functions that only ClickHouse has", (it) => {
  it.effect("give their examples' answers there, and are refused elsewhere by name", () =>
    Effect.gen(function*() {
      const { clickhouse } = yield* Engines.Engines
      for (const [name, [expression, answer]] of Object.entries(nativeExamples)) {
        const statement = yield* Effect.fromResult(parseStatement(`select ${expression}`))
        const { plan } = yield* Effect.fromResult(resolveStatement(statement, context))
        const { rows } = yield* clickhouse.run(plan, { timeout: Duration.seconds(30) })
        assert.deepStrictEqual(rows, [[answer]] as typeof rows, name)
        const elsewhere = resolveStatement(statement, { ...context, abilities })
        assert.strictEqual(
          Result.isFailure(elsewhere) ? elsewhere.failure.detail : "",
          `Function '${name}' is not supported by PostgreSQL`
        )
      }
    }).pipe(TestClock.withLive))

  it.effect("hashes are ClickHouse's of several values and of all simple types", () =>
    Effect.gen(function*() {
      const { clickhouse } = yield* Engines.Engines
      const statement = yield* Effect.fromResult(parseStatement(
        "select cityHash64('a', 'b'), cityHash64(1, 'b'), cityHash64(toUUID('15d4b029-6e2d-5423-98d4-635603f41a47')), "
          + "cityHash64(toDate('2024-01-01')), cityHash64(1.5), xxHash64('a', 'b'), sipHash64('a', 'b'), "
          + "cityHash64(toUUID('')), cityHash64('a') % 10"
      ))
      const { plan } = yield* Effect.fromResult(resolveStatement(statement, context))
      const { rows } = yield* clickhouse.run(plan, { timeout: Duration.seconds(30) })
      assert.deepStrictEqual(rows.map((row) => row.map(String)), [[
        "7468329322676821011",
        "12201411922254269289",
        "5695622108098660516",
        "17926335993026704938",
        "7287324520655339053",
        "14756808377901732262",
        "1193743241355087095",
        "null",
        "2"
      ]])
      for (const refused of ["cityHash64(toDecimal(1, 2))", "cityHash64([1])", "sipHash64(1)"]) {
        const read = yield* Effect.fromResult(parseStatement(`select ${refused}`))
        assert.isTrue(Result.isFailure(resolveStatement(read, context)), refused)
      }
    }).pipe(TestClock.withLive))

  it.effect("names that no engine has are refused with the reason", () =>
    Effect.gen(function*() {
      for (const [name, reason] of Object.entries(nowhere)) {
        const statement = yield* Effect.fromResult(parseStatement(`select ${name}(1)`))
        const refused = resolveStatement(statement, context)
        assert.strictEqual(
          Result.isFailure(refused) ? refused.failure.detail : "",
          `Unsupported function call '${name}(...)': ${reason}`
        )
      }
    }))
})
