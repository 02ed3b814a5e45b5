import { assert, type Vitest } from "@effect/vitest"
import type { KnownAction } from "@hedgerow/core/actions/KnownActions"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { answerable } from "@hedgerow/core/query/AnswerQuery"
import { pathsQuery } from "@hedgerow/core/query/kinds/paths/PathsKind"
import { sqlQuery } from "@hedgerow/core/query/kinds/sql/SqlKind"
import { trendsQuery } from "@hedgerow/core/query/kinds/trends/TrendsKind"
import type { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { eventUuid, type PastEvent } from "../experiments/History.ts"
import type { SeedTables } from "../query/SeedTables.ts"
import { askInsight, type InsightWorld, seedWorld } from "./AskInsight.ts"
import { trendsWorld } from "./TrendsCases.ts"

/** Holds on the events of one person. */
const chrome = [{ key: "$browser", value: ["Chrome"] }]
const action: KnownAction = {
  id: 7 as KnownAction["id"],
  name: "seen in Chrome",
  steps: [{ event: "$pageview", properties: chrome }]
}

const project = 950_030 as ProjectId

/** Two ways: of a person in Chrome, and of one in Firefox. */
const ways = (["p1", "p2"] as const).flatMap((person, way) =>
  ["opened", "closed"].map((act, step): PastEvent => ({
    uuid: eventUuid(project, 100 + 2 * way + step),
    person,
    name: `${act} by ${person}`,
    time: Date.UTC(2020, 0, 19, 14, step) * 1000,
    group: "",
    session: "",
    properties: { $browser: person === "p1" ? "Chrome" : "Firefox" }
  }))
)

const dateRange = { date_from: "2020-01-09", date_to: "2020-01-20" }
const view = { kind: "EventsNode", event: "$pageview" }
const total = { dateRange, trendsFilter: { display: "BoldNumber" } }

const numberOf = (results: unknown) => (results as ReadonlyArray<JsonRecord>)[0]?.["aggregated_value"]

/** A condition without a type is about the events' own properties, wherever conditions stand. */
export const typelessTests = (it: Vitest.MethodsNonLive<QueryEngine | SeedTables>): void => {
  it.effect("a condition without a type is about events", () =>
    Effect.gen(function*() {
      const seen = trendsWorld(project)
      const world: InsightWorld = {
        ...seen,
        history: { ...seen.history, events: [...seen.history.events, ...ways] },
        actions: [action],
        test_account_filters: [{ key: "$browser", operator: "is_not", value: "Chrome" }]
      }
      yield* seedWorld(world)
      const trend = Effect.fnUntraced(function*(node: JsonRecord) {
        return numberOf((yield* askInsight(answerable(trendsQuery), world, { ...total, ...node })).results)
      })
      assert.deepStrictEqual({
        series: yield* trend({ series: [{ ...view, properties: chrome }] }),
        typeNull: yield* trend({ series: [{ ...view, properties: [{ ...chrome[0], type: null }] }] }),
        insight: yield* trend({ series: [view], properties: { type: "AND", values: chrome } }),
        action: yield* trend({ series: [{ kind: "ActionsNode", id: 7 }] }),
        testAccounts: yield* trend({ series: [view], filterTestAccounts: true })
      }, { series: 6, typeNull: 6, insight: 6, action: 6, testAccounts: 4 })
      const { results: paths } = yield* askInsight(answerable(pathsQuery), world, {
        dateRange,
        pathsFilter: { includeEventTypes: ["custom_event"], excludeEvents: ["$pageleave"] },
        properties: chrome
      })
      assert.deepStrictEqual(
        (paths as ReadonlyArray<JsonRecord>).map(({ source, target, value }) => [
          source,
          target,
          value
        ]),
        [["1_opened by p1", "2_closed by p1", 1]]
      )
      const sql = yield* askInsight(answerable(sqlQuery), world, {
        query: "SELECT count() FROM events WHERE {filters}",
        filters: { properties: chrome }
      })
      assert.deepStrictEqual(sql.results, [[11]])
    }))
}
