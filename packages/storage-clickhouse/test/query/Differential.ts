import { assert, layer } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import type { QueryPlan } from "@hedgerow/sql/plan/Plan"
import { Cause, Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { randomRows } from "./differential/Data.ts"
import * as Engines from "./differential/Engines.ts"
import { randomQuery } from "./differential/Queries.ts"
import { Random } from "./differential/Random.ts"
import { showPlan, showRow } from "./differential/ShowPlan.ts"

/** Other seeds make other rows and plans; some thousand plans now and then find what a few hundred do not. */
const seedOf = (otherwise: number): number => Number(process.env["DIFFERENTIAL_SEED"] ?? otherwise)
const project = 920_000 as ProjectId

/** An error with its causes. */
const told = (error: unknown): string =>
  error instanceof Error && error.cause !== undefined ? `${error}: ${told(error.cause)}` : String(error)

/** An order by all columns is one of all rows: the rows that it does not tell apart are equal. */
const isOrdered = (plan: QueryPlan): boolean =>
  plan._tag === "Select" && plan.orderBy.length > 0 &&
  plan.select.every(({ expr }) => plan.orderBy.some((term) => term.expr === expr))

/** The engine's rows, sorted where the plan has no order of them. A failure is shown as a row of its own: no data makes a query fail. */
const rowsOf = (engine: QueryEngine["Service"], plan: QueryPlan): Effect.Effect<ReadonlyArray<string>> =>
  engine.run(plan, { timeout: Duration.seconds(30) }).pipe(
    Effect.map(({ rows }) => rows.map(showRow)),
    Effect.map((rows) => isOrdered(plan) ? rows : rows.toSorted()),
    Effect.catchCause((cause) => Effect.succeed([`failure: ${told(Cause.squash(cause))}`]))
  )

const isSame = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): boolean =>
  a.length === b.length && a.every((row, i) => row === b[i] && !row.startsWith("failure"))

const without = (rows: ReadonlyArray<string>, others: ReadonlyArray<string>): ReadonlyArray<string> =>
  rows.filter((row) => !others.includes(row)).slice(0, 3)

/** Tests that so many random plans give the same rows on every engine. */
export const enginesAgree = (count: number, seed = 1) => {
  layer(Engines.layer, { timeout: "10 minutes" })("random plans", (it) => {
    it.effect("give the same rows in memory, in PostgreSQL and in ClickHouse", () =>
      Effect.gen(function*() {
        const { clickhouse, memory, postgres, seed: fill } = yield* Engines.Engines
        const random = new Random(seedOf(seed))
        yield* fill(project, randomRows(random, project))
        const different: Array<unknown> = []
        for (let place = 0; place < count; place++) {
          const plan = randomQuery(random, project)
          const expected = yield* rowsOf(memory, plan)
          for (const [name, engine] of Object.entries({ clickhouse, postgres })) {
            const actual = yield* rowsOf(engine, plan)
            if (isSame(expected, actual)) continue
            different.push({
              name,
              place,
              plan: showPlan(plan),
              memory: without(expected, actual),
              is: without(actual, expected)
            })
          }
        }
        assert.deepStrictEqual(different, [])
      }).pipe(TestClock.withLive))
  })
}
