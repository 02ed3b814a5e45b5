import { assert, type Vitest } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { answerable } from "@hedgerow/core/query/AnswerQuery"
import { trendsQuery } from "@hedgerow/core/query/kinds/trends/TrendsKind"
import type { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import type { QueryResponse } from "@hedgerow/core/query/QueryResponse"
import { isJsonRecord, type JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { SeedTables } from "../query/SeedTables.ts"
import { askInsight } from "./AskInsight.ts"
import { calendarCases, fieldCases, fieldRows, fieldWorld, refusedFields } from "./FieldCases.ts"

const project = 951_000 as ProjectId
const elsewhere = 951_001 as ProjectId
const trends = answerable(trendsQuery)

const resultsOf = ({ results }: QueryResponse): ReadonlyArray<JsonRecord> =>
  Array.isArray(results) ? results.filter(isJsonRecord) : []

const seed = Effect.gen(function*() {
  const tables = yield* SeedTables
  yield* Effect.forEach([project, elsewhere], (there) => tables.seed(there, fieldRows(there, there === project)))
})

const ask = (query: JsonRecord, more = {}) =>
  Effect.map(askInsight(trends, fieldWorld(project, more), query), resultsOf)

const totalOf = (found: ReadonlyArray<JsonRecord>): number => Number(found[0]?.["count"])

/** Every engine reads each field of trends with the numbers computed by hand. */
export const fieldTests = (it: Vitest.MethodsNonLive<QueryEngine | SeedTables>): void => {
  it.effect("trends: each field, by hand", () =>
    Effect.gen(function*() {
      yield* seed
      for (const { gives, name, query } of fieldCases) {
        const found = yield* ask(query)
        assert.strictEqual(found.length, gives.length, `${name}: ${JSON.stringify(found)}`)
        for (const [index, expected] of gives.entries()) assert.deepInclude(found[index], expected, name)
      }
      for (const { calendar, gives, query } of calendarCases) {
        assert.deepInclude((yield* ask(query, calendar))[0], gives, JSON.stringify(calendar))
      }
    }))

  it.effect("trends: what is refused, and where", () =>
    Effect.gen(function*() {
      for (const [query, at] of refusedFields) {
        const refused = yield* Effect.flip(ask(query))
        const path = refused._tag === "InvalidInput" ? refused.issues[0].path.join(".") : refused._tag
        assert.strictEqual(path, `query.${at}`, JSON.stringify(query))
      }
    }))

  it.effect("trends: the time of each statement and of all, where it is asked for", () =>
    Effect.gen(function*() {
      const query = {
        dateRange: { date_from: "2024-03-04", date_to: "2024-03-05" },
        series: ["total", "first_time_for_user"].map((math) => ({ kind: "EventsNode", event: "view", math }))
      }
      const timingsOf = (more: JsonRecord) =>
        Effect.map(askInsight(trends, fieldWorld(project), { ...query, ...more }), ({ timings }) => timings)
      assert.isNull(yield* timingsOf({}))
      const timings = yield* timingsOf({ modifiers: { timings: true } })
      const list = Array.isArray(timings) ? timings.filter(isJsonRecord) : []
      assert.deepStrictEqual(list.map(({ k }) => k), ["./statement_1", "./statement_2", "."])
      assert.isTrue(list.every(({ t }) => typeof t === "number" && t >= 0))
    }))

  it.effect("trends: a sample has some persons with all of their events, and stands for all", () =>
    Effect.gen(function*() {
      const days = { dateRange: { date_from: "2024-03-04", date_to: "2024-03-05" }, samplingFactor: 0.5 }
      const series = [{ kind: "EventsNode", event: "view" }]
      const own = yield* Effect.forEach(["ann", "bob", "cyd"], (name) => {
        const properties = [{ type: "event_metadata", key: "distinct_id", value: name }]
        return Effect.map(ask({ ...days, series, properties }), totalOf)
      })
      for (const [index, count] of [4, 4, 2].entries()) assert.include([0, count], own[index])
      assert.strictEqual(totalOf(yield* ask({ ...days, series })), own.reduce((sum, one) => sum + one, 0))
      const averages = yield* ask({ ...days, series: [{ ...series[0], math: "max", math_property: "price" }] })
      const [first = 0] = (averages[0]?.["data"] ?? []) as ReadonlyArray<number>
      assert.isAtMost(first, 30)
    }))
}
