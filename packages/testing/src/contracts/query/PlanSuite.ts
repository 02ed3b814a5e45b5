import { assert, type Vitest } from "@effect/vitest"
import { QueryEngine, type QueryOptions } from "@hedgerow/core/query/QueryEngine"
import type { SelectPlan } from "@hedgerow/sql/plan/Plan"
import { Duration, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { estimateTests } from "./EstimateSuite.ts"
import { aggregate, call, column, int, join, scan, select } from "./PlanBuilder.ts"
import { isSameRows, type PlanCase, showRow } from "./PlanCase.ts"
import { groupPlans } from "./plans/GroupPlans.ts"
import { isolationPlans } from "./plans/IsolationPlans.ts"
import { joinPlans } from "./plans/JoinPlans.ts"
import { meadow, meadowRows, neighbour, neighbourRows, numberRows, numbers, shapeRows, shapes } from "./plans/Meadow.ts"
import { orderPlans } from "./plans/OrderPlans.ts"
import { propertyPlans } from "./plans/PropertyPlans.ts"
import { scanPlans } from "./plans/ScanPlans.ts"
import { subqueryPlans } from "./plans/SubqueryPlans.ts"
import { SeedTables } from "./SeedTables.ts"
import { streamTests } from "./StreamSuite.ts"

type Tests = Vitest.MethodsNonLive<QueryEngine | SeedTables>

const options: QueryOptions = { timeout: Duration.minutes(1) }

const seeded = Layer.effectDiscard(Effect.gen(function*() {
  const tables = yield* SeedTables
  yield* tables.seed(meadow, meadowRows)
  yield* tables.seed(neighbour, neighbourRows)
  yield* tables.seed(numbers, numberRows)
  yield* tables.seed(shapes, shapeRows)
}))

const run = Effect.fnUntraced(function*(plan: SelectPlan, overrides: Partial<QueryOptions> = {}) {
  const engine = yield* QueryEngine
  return yield* engine.run(plan, { ...options, ...overrides })
})

const check = Effect.fnUntraced(function*(one: PlanCase) {
  const { rows } = yield* run(one.plan)
  if (!isSameRows(one, rows)) assert.deepStrictEqual(rows.map(showRow), one.gives.map(showRow))
})

const groups: Readonly<Record<string, ReadonlyArray<PlanCase>>> = {
  scans: scanPlans,
  properties: propertyPlans,
  joins: joinPlans,
  groups: groupPlans,
  order: orderPlans,
  subqueries: subqueryPlans,
  isolation: isolationPlans
}

const events = scan("events", meadow, "e")

const outcomeTests = (it: Tests): void => {
  it.effect("counts the rows it read and reports progress", () =>
    Effect.gen(function*() {
      const reports: Array<number> = []
      const answer = yield* run(select([aggregate("count")], { from: events }), {
        onProgress: ({ rowsRead }) => reports.push(rowsRead)
      })
      assert.isAtLeast(answer.rowsRead, 1)
      assert.isAtLeast(answer.bytesRead, 1)
      assert.strictEqual(reports.at(-1), answer.rowsRead)
    }))
}

/** Six to the twelfth combinations of rows and no key to join them by: minutes of work on any engine. */
const endless = (): SelectPlan => {
  const aliases = ["e1", "e2", "e3", "e4", "e5", "e6", "e7", "e8", "e9", "e10", "e11", "e12"]
  const from = aliases.map((alias) => scan("events", meadow, alias)).reduce((left, right) => join("cross", left, right))
  const sum = aliases.map((alias) => call("length", column(alias, "events", "event")))
    .reduce((left, right) => call("plus", left, right))
  return select([aggregate("count")], { from, where: call("less", sum, int(0)) })
}

const limitTests = (it: Vitest.MethodsNonLive<QueryEngine>): void => {
  it.effect("stops at the time limit", () =>
    Effect.gen(function*() {
      const error = yield* run(endless(), { timeout: Duration.millis(200) }).pipe(Effect.flip)
      assert.strictEqual(error._tag, "QueryTimedOut")
    }).pipe(TestClock.withLive))

  it.effect("stops when it is interrupted", () =>
    Effect.gen(function*() {
      const outcome = yield* run(endless()).pipe(Effect.timeoutOption(Duration.millis(200)))
      assert.strictEqual(outcome._tag, "None")
      const { rows } = yield* run(select([int(1)]))
      assert.deepStrictEqual(rows, [[1]])
    }).pipe(TestClock.withLive))
}

/** The plan cases over seeded rows, and the reports of a run beside its rows. */
export const planTests = (it: Tests): void =>
  it.layer(seeded, { timeout: "10 minutes" })((it) => {
    for (const [name, cases] of Object.entries(groups)) {
      for (const one of cases) it.effect(`${name}: ${one.name}`, () => check(one))
    }
    outcomeTests(it)
    limitTests(it)
    streamTests(it)
    estimateTests(it)
  })
