import { assert, type Vitest } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { answerable } from "@hedgerow/core/query/AnswerQuery"
import { retentionQuery } from "@hedgerow/core/query/kinds/retention/RetentionKind"
import { trendsActors } from "@hedgerow/core/query/kinds/trends/TrendsActors"
import { trendsQuery } from "@hedgerow/core/query/kinds/trends/TrendsKind"
import type { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { eventUuid, type History } from "../experiments/History.ts"
import type { SeedTables } from "../query/SeedTables.ts"
import { askActors, askInsight, type InsightWorld, seedWorld } from "./AskInsight.ts"
import { trendsWorld } from "./TrendsCases.ts"

const zonedProject = 950_020 as ProjectId
const mapProject = 950_021 as ProjectId

const berlin = (): InsightWorld => ({ ...trendsWorld(zonedProject), timezone: "Europe/Berlin" })

const views = {
  series: [{ kind: "EventsNode", event: "$pageview" }],
  dateRange: { date_from: "2020-01-11", date_to: "2020-01-12" }
}

/** Pages, one of a person in each of a number of countries. */
const countries = (count: number): History => ({
  project: mapProject,
  merged: new Map(),
  events: Array.from({ length: count }, (_, place) => ({
    uuid: eventUuid(mapProject, place),
    person: "p",
    name: "$pageview",
    time: Date.UTC(2020, 0, 12, 12) * 1000,
    group: "",
    session: "",
    properties: { country: `C${place}` }
  }))
})

/** Times carry the offset of the project's zone; a map has a value for each country. */
export const zonedTests = (it: Vitest.MethodsNonLive<QueryEngine | SeedTables>): void => {
  it.effect("times of insights have the offset of the project's zone", () =>
    Effect.gen(function*() {
      const world = berlin()
      yield* seedWorld(world)
      const trends = yield* askInsight(answerable(trendsQuery), world, views)
      const [first = {}] = trends.results as ReadonlyArray<JsonRecord>
      const days = ["2020-01-11T00:00:00+01:00", "2020-01-12T00:00:00+01:00"]
      assert.deepStrictEqual((first["action"] as JsonRecord)["days"], days)
      assert.deepStrictEqual(first["days"], ["2020-01-11", "2020-01-12"])
      assert.deepStrictEqual(trends.resolved_date_range, {
        date_from: "2020-01-11T00:00:00+01:00",
        date_to: "2020-01-12T23:59:59.999999+01:00"
      })
      for (const day of [...days.slice(1), "2020-01-12", "2020-01-11T23:00:00Z"]) {
        assert.lengthOf(yield* askActors(trendsActors, world, views, { day }), 3, day)
      }
      const retention = yield* askInsight(answerable(retentionQuery), world, {
        retentionFilter: { period: "Day", totalIntervals: 2 },
        dateRange: { date_to: "2020-01-12" }
      })
      assert.deepStrictEqual((retention.results as ReadonlyArray<JsonRecord>).map(({ date }) => date), days)
      const inUtc = yield* askInsight(answerable(trendsQuery), world, {
        ...views,
        modifiers: { convertToProjectTimezone: false }
      })
      assert.deepStrictEqual(inUtc.resolved_date_range?.date_from, "2020-01-11T00:00:00Z")
    }))

  it.effect("a map has as many as 250 countries, another picture 25 values", () =>
    Effect.gen(function*() {
      const world: InsightWorld = { ...trendsWorld(mapProject), history: countries(251) }
      yield* seedWorld(world)
      const shown = Effect.fnUntraced(function*(display: string, more: JsonRecord = {}) {
        const { results } = yield* askInsight(answerable(trendsQuery), world, {
          ...views,
          trendsFilter: { display },
          breakdownFilter: { breakdown: "country", breakdown_type: "event", ...more }
        })
        return (results as ReadonlyArray<unknown>).length
      })
      assert.deepStrictEqual([
        yield* shown("WorldMap"),
        yield* shown("WorldMap", { breakdown_limit: 3 }),
        yield* shown("ActionsTable")
      ], [251, 4, 26])
    }))
}
