import { assert, type Vitest } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { answerable } from "@hedgerow/core/query/AnswerQuery"
import { lifecycleQuery } from "@hedgerow/core/query/kinds/lifecycle/LifecycleKind"
import { pathsQuery } from "@hedgerow/core/query/kinds/paths/PathsKind"
import { retentionQuery } from "@hedgerow/core/query/kinds/retention/RetentionKind"
import { trendsQuery } from "@hedgerow/core/query/kinds/trends/TrendsKind"
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect, Schema, Stream } from "effect"
import { eventUuid, type PastEvent } from "../experiments/History.ts"
import { makeDice } from "../experiments/RandomHistory.ts"
import type { SeedTables } from "../query/SeedTables.ts"
import { turning } from "../retention/RetentionQuestions.ts"
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

/** Retention by the values of a property: the rows, the values in their order, and the number of statements. */
const retainedBy = Effect.fnUntraced(function*(world: InsightWorld, limit: number) {
  const answer = yield* askInsight(answerable(retentionQuery), world, {
    dateRange: { date_to: "2024-11-05" },
    retentionFilter: { targetEntity: { id: "view", type: "events" }, period: "Day", totalIntervals: 9 },
    breakdownFilter: { breakdown: "distinct_id", breakdown_type: "event_metadata", breakdown_limit: limit }
  })
  const rows = yield* Effect.orDie(readRows(answer["results"]))
  const values = [...new Set(rows.map(({ breakdown_value: value }) => value))]
  return { rows, values, statements: JSON.stringify(answer["hogql"]).split(";\\n").length }
})

const minute = 60_000_000

/** A session with both points, others with one of them, and both in two sessions of one person. */
const walkers = (project: ProjectId): InsightWorld => {
  const steps = [
    ["p1", "a", 0],
    ["p1", "c", 1],
    ["p1", "b", 2],
    ["p2", "c", 0],
    ["p2", "b", 5],
    ["p3", "a", 0],
    ["p3", "c", 10],
    ["p4", "a", 0],
    ["p5", "a", 0],
    ["p5", "b", 60]
  ] as const
  const events = steps.map(([person, name, at], place): PastEvent => ({
    uuid: eventUuid(project, place),
    person,
    name,
    time: turning + at * minute,
    group: "",
    session: "",
    properties: {}
  }))
  return { history: { project, merged: new Map(), events }, now: turning + 86_400_000_000 }
}

/** The edges of paths, and the number of steps that left the engine. */
const walkedSteps = Effect.fnUntraced(function*(world: InsightWorld, pathsFilter: JsonRecord) {
  const engine = yield* QueryEngine
  let steps = 0
  const counting = QueryEngine.of({
    ...engine,
    stream: (plan, options) =>
      Stream.tap(engine.stream(plan, options), (part) =>
        Effect.sync(() => {
          if (part._tag === "Batch") steps += part.rows.length
        }))
  })
  const asked = { dateRange: { date_from: "2024-10-20", date_to: "2024-11-05" }, pathsFilter }
  const answer = yield* Effect.provideService(askInsight(answerable(pathsQuery), world, asked), QueryEngine, counting)
  const rows = yield* Effect.orDie(readRows(answer["results"]))
  return { steps, edges: rows.map(({ source, target, value }) => [source, target, value]) }
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

  it.effect("retention by few values does not rank them, and has the rows of retention by the largest of them", () =>
    Effect.gen(function*() {
      for (const world of worlds(6)) {
        yield* seedWorld(world)
        const [whole, cut] = [yield* retainedBy(world, 100), yield* retainedBy(world, 2)]
        assert.deepStrictEqual([whole.statements, cut.statements], [2, 3])
        assert.isAbove(whole.values.length, 3)
        const rowsOf = ({ rows }: typeof whole, value: unknown) =>
          rows.filter((row) => row["breakdown_value"] === value)
        const largest = whole.values.slice(0, 2)
        assert.deepStrictEqual(cut.values.slice(0, 2), largest)
        for (const value of largest) assert.deepStrictEqual(rowsOf(cut, value), rowsOf(whole, value))
      }
    }))

  it.effect("of paths between two events the sessions that have both leave the engine alone", () =>
    Effect.gen(function*() {
      const world = walkers(project + 20 as ProjectId)
      yield* seedWorld(world)
      const [between, since, all] = [
        yield* walkedSteps(world, { startPoint: "a", endPoint: "b" }),
        yield* walkedSteps(world, { startPoint: "a" }),
        yield* walkedSteps(world, { stepLimit: 1 })
      ]
      assert.deepStrictEqual([between.steps, since.steps, all.steps], [3, 7, 10])
      assert.deepStrictEqual(between.edges, [["1_a", "2_c", 1], ["2_c", "3_b", 1]])
    }))
}
