import { assert, type Vitest } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/access/Project"
import { answerable } from "@hedgerow/core/query/AnswerQuery"
import { lifecycleQuery } from "@hedgerow/core/query/kinds/lifecycle/LifecycleKind"
import { trendsQuery } from "@hedgerow/core/query/kinds/trends/TrendsKind"
import type { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect, Schema } from "effect"
import { makeDice } from "../experiments/RandomHistory.ts"
import type { SeedTables } from "../query/SeedTables.ts"
import { askInsight, type InsightWorld, seedWorld } from "./AskInsight.ts"
import { randomWorld } from "./RandomInsight.ts"

const project = 959_000

/** Three worlds, whose projects are those from a place on. */
const worlds = (first: number): ReadonlyArray<InsightWorld> =>
  [first, first + 1, first + 2].map((seed) => randomWorld(seed, project + seed as ProjectId, makeDice(seed)))

const view = { kind: "EventsNode", event: "view" }

const readCurves = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ data: Schema.Array(Schema.Finite) })))
const readRows = Schema.decodeUnknownEffect(Schema.Array(Schema.Record(Schema.String, Schema.Unknown)))

/** For each status the numbers of the days that are asked about. */
const lifecycleOf = Effect.fnUntraced(function*(world: InsightWorld, from: string, to: string, days: number) {
  const dateRange = { date_from: from, date_to: to }
  const { hogql, results } = yield* askInsight(answerable(lifecycleQuery), world, { dateRange, series: [view] })
  const curves = yield* Effect.orDie(readCurves(results))
  return { numbers: curves.map(({ data }) => data.slice(-days)), statement: JSON.stringify(hogql) }
})

const cutOf = Effect.fnUntraced(function*(world: InsightWorld, math: string, limit: number) {
  const asked = {
    dateRange: { date_from: "2024-10-20", date_to: "2024-11-05" },
    series: [{ ...view, math }],
    breakdownFilter: { breakdown: "distinct_id", breakdown_type: "event_metadata", breakdown_limit: limit }
  }
  const answer = yield* askInsight(answerable(trendsQuery), world, asked)
  const rows = yield* Effect.orDie(readRows(answer["results"]))
  return { rows, statements: JSON.stringify(answer["hogql"]).split(";\\n").length }
})

const totalOf = (rows: ReadonlyArray<JsonRecord>): number => rows.reduce((sum, { count }) => sum + Number(count), 0)

/** Forms that cost less have the answers of those that cost more. */
export const cheapFormTests = (it: Vitest.MethodsNonLive<QueryEngine | SeedTables>): void => {
  it.effect("a lifecycle of few intervals, which are bits, has the numbers of one of many", () =>
    Effect.gen(function*() {
      for (const world of worlds(0)) {
        yield* seedWorld(world)
        const few = yield* lifecycleOf(world, "2024-10-20", "2024-11-08", 20)
        const many = yield* lifecycleOf(world, "2024-08-10", "2024-11-08", 20)
        assert.include(few.statement, "bitPositionsToArray")
        assert.notInclude(many.statement, "bitPositionsToArray")
        assert.isTrue(few.numbers.flat().some((number) => number !== 0))
        assert.deepStrictEqual(few.numbers, many.numbers)
      }
    }))

  it.effect("a cut of events finds its values and the others in one statement, one of persons in two", () =>
    Effect.gen(function*() {
      for (const world of worlds(3)) {
        yield* seedWorld(world)
        const [cut, whole, persons] = [
          yield* cutOf(world, "total", 1),
          yield* cutOf(world, "total", 100),
          yield* cutOf(world, "dau", 1)
        ]
        assert.deepStrictEqual([cut.statements, whole.statements, persons.statements], [1, 1, 2])
        assert.isBelow(cut.rows.length, whole.rows.length)
        assert.strictEqual(totalOf(cut.rows), totalOf(whole.rows))
      }
    }))
}
