import { assert, layer } from "@effect/vitest"
import { knownTypes } from "@hedgerow/core/definitions/TypedProperties"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { catalogue } from "@hedgerow/core/query/sql/catalogue/Catalogue"
import { nativeNames } from "@hedgerow/core/query/sql/catalogue/Tiers"
import { parseStatement } from "@hedgerow/core/query/sql/parse/Parser"
import type { QueryPlan } from "@hedgerow/core/query/sql/Plan"
import { resolveStatement } from "@hedgerow/core/query/sql/resolve/Resolver"
import { fixtures } from "@hedgerow/testing/contracts"
import { Cause, Duration, Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import { randomCall } from "./differential/CatalogueCalls.ts"
import { randomRows } from "./differential/Data.ts"
import * as Engines from "./differential/Engines.ts"
import { Random } from "./differential/Random.ts"
import { showRounded } from "./differential/Rounded.ts"

const seed = Number(process.env["DIFFERENTIAL_SEED"] ?? 1)
const callsOfEach = Number(process.env["CATALOGUE_CALLS"] ?? 2)
const project = fixtures.unstoredProject(920_001, { timezone: "Europe/Berlin", week_start_day: 1 })

/** `properties.q` is a number, now and then a text; everything else is a text. */
const types = knownTypes(1, [
  { kind: "event", group_type_index: null, name: "q", property_type: "Numeric", is_mixed: true }
])

const rowsOf = (engine: QueryEngine["Service"], plan: QueryPlan): Effect.Effect<ReadonlyArray<string>> =>
  engine.run(plan, { timeout: Duration.seconds(30) }).pipe(
    Effect.map(({ rows }) => rows.map(showRounded(plan)).toSorted()),
    Effect.catchCause((cause) => Effect.succeed([`failure: ${String(Cause.squash(cause))}`]))
  )

layer(Engines.layer, { timeout: "10 minutes" })("random calls of the catalogue", (it) => {
  it.effect("give the same rows in memory, in PostgreSQL and in ClickHouse", () =>
    Effect.gen(function*() {
      const { clickhouse, memory, postgres, seed: fill } = yield* Engines.Engines
      const random = new Random(seed)
      yield* fill(project.id, randomRows(random, project.id))
      const different: Array<unknown> = []
      const called = new Set<string>()
      for (const row of catalogue.filter(({ name }) => !nativeNames.has(name))) {
        // Until one call means something, but not for ever.
        for (let turn = 0; turn < callsOfEach || (!called.has(row.name) && turn < callsOfEach * 8); turn++) {
          const sql = randomCall(random, row)
          const resolved = Result.flatMap(
            parseStatement(sql),
            (statement) => resolveStatement(statement, { project, now: 1_714_564_800_000_000 as EventTime, types })
          )
          if (Result.isFailure(resolved)) continue
          called.add(row.name)
          const { plan } = resolved.success
          const expected = yield* rowsOf(memory, plan)
          for (const [name, engine] of Object.entries({ clickhouse, postgres })) {
            const actual = yield* rowsOf(engine, plan)
            if (expected.join("\n") === actual.join("\n") && !expected[0]?.startsWith("failure")) continue
            different.push({
              name,
              sql,
              memory: expected.filter((line) => !actual.includes(line)).slice(0, 3),
              is: actual.filter((line) => !expected.includes(line)).slice(0, 3)
            })
          }
        }
      }
      assert.deepStrictEqual(different, [])
      assert.isAbove(called.size, catalogue.length * 0.9)
    }).pipe(TestClock.withLive))
})
