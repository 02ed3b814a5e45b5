import { assert, layer } from "@effect/vitest"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { nativeExamples } from "@hedgerow/core/query/sql/catalogue/NativeEntries"
import { nowhere } from "@hedgerow/core/query/sql/catalogue/Tiers"
import { parseStatement } from "@hedgerow/core/query/sql/parse/Parser"
import { resolveStatement } from "@hedgerow/core/query/sql/resolve/Resolver"
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
