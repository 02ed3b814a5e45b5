import { assert, type Vitest } from "@effect/vitest"
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { Duration, Effect } from "effect"
import { aggregate, column, int, scan, select } from "./PlanBuilder.ts"
import { meadow } from "./plans/Meadow.ts"

/** The duties of an engine that estimates a plan's cost. The meadow is seeded. */
export const estimateTests = (it: Vitest.MethodsNonLive<QueryEngine>): void => {
  it.effect("estimates: the rows of the tables that a plan reads, and none of a plan that reads none", () =>
    Effect.gen(function*() {
      const engine = yield* QueryEngine
      const events = select([column("e", "events", "uuid")], { from: scan("events", meadow, "e") })
      const { rows: read = -1, statement } = yield* engine.estimate(events)
      assert.isAtLeast(read, 1)
      assert.strictEqual(statement, (yield* engine.run(events, { timeout: Duration.minutes(1) })).statement)
      assert.strictEqual((yield* engine.estimate(select([int(1)]))).rows, 0)
      const counted = select([aggregate("count")], { from: scan("events", meadow, "e") })
      assert.isAtLeast((yield* engine.estimate(counted)).rows ?? 0, 1)
    }))
}
