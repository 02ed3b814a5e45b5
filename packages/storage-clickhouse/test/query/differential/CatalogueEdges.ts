import { assert, layer } from "@effect/vitest"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { projectFunctions } from "@hedgerow/core/query/functions/ProjectFunctions"
import type { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { resolveStatement } from "@hedgerow/core/query/tables/Resolver"
import { nativeNames } from "@hedgerow/sql/catalogue/Tiers"
import { parseStatement } from "@hedgerow/sql/parse/Parser"
import type { QueryPlan } from "@hedgerow/sql/plan/Plan"
import { fixtures } from "@hedgerow/testing/contracts"
import { Cause, Duration, Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import { edgeCalls, hasEdges } from "./EdgeCalls.ts"
import * as Engines from "./Engines.ts"
import { Random } from "./Random.ts"
import { showRounded } from "./Rounded.ts"

const seed = Number(process.env["DIFFERENTIAL_SEED"] ?? 1)
const only = new RegExp(process.env["CATALOGUE_FUNCTIONS"] ?? "")

const project = fixtures.unstoredProject(920_002, { week_start_day: 1 })

const rowsOf = (engine: QueryEngine["Service"], plan: QueryPlan): Effect.Effect<ReadonlyArray<string>> =>
  engine.run(plan, { timeout: Duration.seconds(30) }).pipe(
    Effect.map(({ rows }) => rows.map(showRounded(plan)).toSorted()),
    Effect.catchCause((cause) => Effect.succeed([`failure: ${String(Cause.squash(cause))}`]))
  )

/** Calls every function of the catalogue over values at the edges of its parameters, on all three engines. */
export const catalogueEdges = (ofEach: number): void =>
  layer(Engines.layer, { timeout: "20 minutes" })("calls at the edges of what functions take", (it) => {
    it.effect("give the same cells in memory, in PostgreSQL and in ClickHouse", () =>
      Effect.gen(function*() {
        const { clickhouse, memory, postgres } = yield* Engines.Engines
        const random = new Random(seed)
        const different: Array<string> = []
        const refused: Array<string> = []
        let calls = 0
        for (
          const row of projectFunctions.rows.filter((row) =>
            hasEdges(row) && !nativeNames.has(row.name) && only.test(row.name)
          )
        ) {
          const sql = edgeCalls(random, row, ofEach)
          const resolved = Result.flatMap(
            parseStatement(sql),
            (statement) => resolveStatement(statement, { project, now: 1_714_564_800_000_000 as EventTime })
          )
          if (Result.isFailure(resolved)) {
            refused.push(row.name)
            continue
          }
          const { plan } = resolved.success
          const expected = yield* rowsOf(memory, plan)
          calls += expected.length
          for (const [name, engine] of Object.entries({ clickhouse, postgres })) {
            const actual = yield* rowsOf(engine, plan)
            if (expected.join("\n") === actual.join("\n") && !expected[0]?.startsWith("failure")) continue
            const [missing, wrong] = [
              expected.filter((line) => !actual.includes(line)),
              actual.filter((line) => !expected.includes(line))
            ]
            different.push(
              `${name} ${row.name}: ${wrong.slice(0, 3).join(" / ")} for ${missing.slice(0, 3).join(" / ")}`
            )
          }
        }
        assert.deepStrictEqual(different, [])
        if (process.env["CATALOGUE_FUNCTIONS"] === undefined) assert.isAbove(calls, 500)
        assert.isBelow(refused.length, 35, refused.join(" "))
      }).pipe(TestClock.withLive))
  })
