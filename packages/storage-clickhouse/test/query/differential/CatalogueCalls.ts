import { assert, layer } from "@effect/vitest"
import { knownTypes } from "@hedgerow/core/definitions/TypedProperties"
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
import { randomRows } from "./Data.ts"
import { hasEdges } from "./EdgeCalls.ts"
import * as Engines from "./Engines.ts"
import { Random } from "./Random.ts"
import { type Calls, packed, randomCall, statementOf } from "./RandomCalls.ts"
import { showRounded } from "./Rounded.ts"

const seed = Number(process.env["DIFFERENTIAL_SEED"] ?? 1)
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

/** The plan of a call; undefined when the call means nothing. */
const planOf = (calls: Calls): QueryPlan | undefined => {
  const resolved = Result.flatMap(
    parseStatement(statementOf(calls)),
    (statement) => resolveStatement(statement, { project, now: 1_714_564_800_000_000 as EventTime, types })
  )
  return Result.isSuccess(resolved) ? resolved.success.plan : undefined
}

const mostTurns = 400

const ofStates = "it takes a state, which is no value of an event"

/** Functions that are not called here, and why; `CatalogueEdges` calls each that has texts and numbers for arguments. */
const notCalled: Readonly<Record<string, string>> = {
  avgMerge: ofStates,
  avgMergeIf: ofStates
}

/** Random calls of each function of the catalogue that mean something. */
const randomCalls = (random: Random, ofEach: number) => {
  const called = new Set<string>()
  const calls: Array<Calls> = []
  for (const row of projectFunctions.rows.filter(({ name }) => !nativeNames.has(name))) {
    // Until one call means something, but not for ever.
    for (let turn = 0; turn < ofEach || (!called.has(row.name) && turn < mostTurns); turn++) {
      const call = randomCall(random, row)
      if (planOf(call) === undefined) continue
      called.add(row.name)
      calls.push(call)
    }
  }
  return { calls, called }
}

/** Answers of the SQL engines that are not those of memory. */
const differences = Effect.fnUntraced(function*(calls: Calls) {
  const plan = planOf(calls)
  if (plan === undefined) return [{ name: "refused", sql: statementOf(calls), memory: [], is: [] }]
  const { clickhouse, memory, postgres } = yield* Engines.Engines
  const expected = yield* rowsOf(memory, plan)
  const found = yield* Effect.forEach(
    Object.entries({ clickhouse, postgres }),
    ([name, engine]) =>
      Effect.map(
        rowsOf(engine, plan),
        (actual) =>
          expected.join("\n") === actual.join("\n") && !expected[0]?.startsWith("failure") ? [] : [{
            name,
            sql: statementOf(calls),
            memory: expected.filter((line) => !actual.includes(line)).slice(0, 3),
            is: actual.filter((line) => !expected.includes(line)).slice(0, 3)
          }]
      )
  )
  return found.flat()
})

/** The calls of a differing statement that differ alone, too; the whole statement when none does. */
const blamed = Effect.fnUntraced(function*(calls: Calls) {
  const found = yield* differences(calls)
  if (found.length === 0 || calls.columns.length === 1) return found
  const alone = yield* Effect.forEach(calls.columns, (column) => differences({ ...calls, columns: [column] }))
  return alone.flat().length === 0 ? found : alone.flat()
})

/** Calls every function of the catalogue so often, with random arguments, on all three engines. */
export const catalogueCalls = (ofEach: number): void =>
  layer(Engines.layer, { timeout: "20 minutes" })("random calls of the catalogue", (it) => {
    it.effect("give the same rows in memory, in PostgreSQL and in ClickHouse", () =>
      Effect.gen(function*() {
        const { seed: fill } = yield* Engines.Engines
        const random = new Random(seed)
        yield* fill(project.id, randomRows(random, project.id))
        const { called, calls } = randomCalls(random, ofEach)
        const different = yield* Effect.forEach(packed(calls, 12), blamed)
        assert.deepStrictEqual(different.flat(), [])
        const missing = projectFunctions.rows.filter((row) =>
          !nativeNames.has(row.name) && !called.has(row.name) && !hasEdges(row)
        )
          .map(({ name }) => name)
        assert.sameMembers(missing, Object.keys(notCalled))
      }).pipe(TestClock.withLive))
  })
