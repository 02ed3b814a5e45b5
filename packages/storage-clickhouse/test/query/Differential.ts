import { assert, layer } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/access/Project"
import type { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import type { SelectPlan } from "@hedgerow/core/query/sql/Plan"
import { Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { randomRows } from "./differential/Data.ts"
import * as Engines from "./differential/Engines.ts"
import { randomPlan } from "./differential/Plans.ts"
import { Random } from "./differential/Random.ts"
import { showPlan, showRow } from "./differential/ShowPlan.ts"

/** Other seeds make other rows and plans; some thousand plans now and then find what a few hundred do not. */
const seed = Number(process.env["DIFFERENTIAL_SEED"] ?? 1)
const project = 920_000 as ProjectId

type Outcome = { readonly rows: ReadonlyArray<string> } | { readonly fault: string }

/** What an engine says: its rows, sorted, or the fault of the data. Anything else is shown as a row of its own. */
const outcome = (engine: QueryEngine["Service"], plan: SelectPlan): Effect.Effect<Outcome> =>
  engine.run(plan, { timeout: Duration.seconds(30) }).pipe(
    Effect.map(({ rows }): Outcome => ({ rows: rows.map(showRow).toSorted() })),
    Effect.catchTag("QueryRuntimeError", ({ code }) => Effect.succeed({ fault: code })),
    Effect.orDie,
    Effect.catchDefect((defect) => Effect.succeed({ rows: [`defect: ${String(defect)}`] }))
  )

const rowsOf = (one: Outcome): ReadonlyArray<string> => "rows" in one ? one.rows : [one.fault]

/** Which of several faults comes first depends on the order of rows. */
const isSame = (a: Outcome, b: Outcome): boolean =>
  "fault" in a && "fault" in b ? true : JSON.stringify(a) === JSON.stringify(b)

/** An engine need not compute what the answer does not need, so that a fault may stay hidden. */
const isHidden = (a: Outcome, b: Outcome): boolean => "fault" in a !== "fault" in b

const without = (rows: ReadonlyArray<string>, others: ReadonlyArray<string>): ReadonlyArray<string> =>
  rows.filter((row) => !others.includes(row)).slice(0, 3)

/** Tests that so many random plans give the same rows on every engine. */
export const enginesAgree = (count: number) => {
  layer(Engines.layer, { timeout: "10 minutes" })("random plans", (it) => {
    it.effect("give the same rows in memory, in PostgreSQL and in ClickHouse", () =>
      Effect.gen(function*() {
        const { clickhouse, memory, postgres, seed: fill } = yield* Engines.Engines
        const random = new Random(seed)
        yield* fill(project, randomRows(random, project))
        const different: Array<unknown> = []
        let hidden = 0
        for (let place = 0; place < count; place++) {
          const plan = randomPlan(random, project)
          const expected = yield* outcome(memory, plan)
          for (const [name, engine] of Object.entries({ clickhouse, postgres })) {
            const actual = yield* outcome(engine, plan)
            const [left, right] = [rowsOf(expected), rowsOf(actual)]
            if (isHidden(expected, actual)) hidden += 1
            else if (!isSame(expected, actual)) {
              different.push({
                name,
                place,
                plan: showPlan(plan),
                memory: without(left, right),
                is: without(right, left)
              })
            }
          }
        }
        assert.deepStrictEqual(different, [])
        assert.isAtMost(hidden, Math.ceil(count / 50))
      }).pipe(TestClock.withLive))
  })
}
