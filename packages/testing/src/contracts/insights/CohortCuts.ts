/** Breakdowns by cohorts beside other properties, against the same insight of each cohort's members. */
import { assert, type Vitest } from "@effect/vitest"
import { CohortId } from "@hedgerow/core/cohorts/Cohort"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { answerable, type AnswerableKind } from "@hedgerow/core/query/AnswerQuery"
import type { ActorSelection, ActorSource } from "@hedgerow/core/query/kinds/actors/ActorSource"
import { funnelsActors } from "@hedgerow/core/query/kinds/funnels/FunnelsActors"
import { funnelsQuery } from "@hedgerow/core/query/kinds/funnels/FunnelsKind"
import { retentionActors } from "@hedgerow/core/query/kinds/retention/RetentionActors"
import { retentionQuery } from "@hedgerow/core/query/kinds/retention/RetentionKind"
import { trendsActors } from "@hedgerow/core/query/kinds/trends/TrendsActors"
import { trendsQuery } from "@hedgerow/core/query/kinds/trends/TrendsKind"
import type { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import type { QueryResponse } from "@hedgerow/core/query/QueryResponse"
import { isJsonRecord, type JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { personId, rowsOf } from "../experiments/History.ts"
import { makeDice } from "../experiments/RandomHistory.ts"
import { SeedTables } from "../query/SeedTables.ts"
import { randomRetentionHistory, turning } from "../retention/RetentionQuestions.ts"
import { askActors, askInsight, type InsightWorld } from "./AskInsight.ts"

const project = 951_300 as ProjectId
const [first, second] = [CohortId.make(951_311), CohortId.make(951_312)]
/** Some are in both, and one is in none. */
const members = new Map([[first, ["p1", "p2", "p3", "p4"]], [second, ["p3", "p4", "p5", "p6"]]])
const names = new Map([[first, "Early"], [second, "Late"]])

const world: InsightWorld = {
  history: randomRetentionHistory(makeDice(187), project),
  now: turning + 86_400_000_000,
  cohorts: [...names].map(([id, name]) => ({
    id,
    name,
    is_static: true,
    isFindable: false,
    isFound: true
  }))
}

interface Cut {
  readonly kind: AnswerableKind
  readonly actors: ActorSource
  readonly node: JsonRecord
  readonly breakdowns: ReadonlyArray<JsonRecord & { readonly property: string | number }>
  readonly limit?: number
  /** The selection of the actors of a value. */
  readonly select: (value: string | ReadonlyArray<string>) => Omit<ActorSelection, "path">
}

const plan = { property: "plan" }
const named = { property: "event", type: "event_metadata" }
const of = (property: number | "all") => ({ property, type: "cohort" })
const range = { dateRange: { date_from: "2024-10-20", date_to: "2024-11-01" } }
const steps = [{ kind: "EventsNode", event: "view" }, { kind: "EventsNode", event: "buy" }]

const trend = (math: string, breakdowns: Cut["breakdowns"], limit?: number): Cut => ({
  kind: answerable(trendsQuery),
  actors: trendsActors,
  node: { ...range, series: [{ kind: "EventsNode", event: null, math }] },
  breakdowns,
  ...limit === undefined ? undefined : { limit },
  select: (value) => ({ breakdown: value })
})

const funnel = (funnelsFilter: JsonRecord, breakdowns: Cut["breakdowns"], limit?: number): Cut => ({
  kind: answerable(funnelsQuery),
  actors: funnelsActors,
  node: { ...range, series: steps, funnelsFilter: { funnelWindowInterval: 30, ...funnelsFilter } },
  breakdowns,
  ...limit === undefined ? undefined : { limit },
  select: (value) => ({ funnelStep: 1, funnelStepBreakdown: value })
})

const retention = (retentionType: string, breakdowns: Cut["breakdowns"], limit?: number): Cut => ({
  kind: answerable(retentionQuery),
  actors: retentionActors,
  node: { retentionFilter: { retentionType, totalIntervals: 6, targetEntity: { id: "view", type: "events" } } },
  breakdowns,
  ...limit === undefined ? undefined : { limit },
  select: (value) => ({ interval: 1, breakdown: value })
})

const cuts: ReadonlyArray<Cut> = [
  trend("total", [of(first), plan]),
  trend("total", [plan, of(first), of(second)], 1),
  trend("dau", [plan, of(second), named], 2),
  trend("weekly_active", [of("all"), plan], 1),
  trend("first_time_for_user", [of(second), plan], 1),
  funnel({}, [of(first), of(second), plan]),
  funnel({ funnelOrderType: "strict" }, [plan, of(second)], 1),
  funnel({ breakdownAttributionType: "all_events" }, [plan, of(first), named], 2),
  funnel({ funnelVizType: "trends" }, [of(first), plan]),
  retention("retention_recurring", [of(first), of(second), plan], 1),
  retention("retention_first_time", [plan, of(second)]),
  retention("retention_recurring", [plan, of(first), named], 2)
]

const isOfCohort = ({ type }: JsonRecord): boolean => type === "cohort"

const itemsOf = ({ results }: QueryResponse): ReadonlyArray<JsonRecord> =>
  (Array.isArray(results) ? results.flat() : []).filter(isJsonRecord)

/** The value of a result with that of the cohort at its place. */
const within = ({ breakdowns }: Cut, value: unknown, cohort: string): string | ReadonlyArray<string> => {
  const place = breakdowns.findIndex(isOfCohort)
  if (Array.isArray(value)) return value.map(String).toSpliced(place, 0, cohort)
  // No value of the history has the separator in it.
  return String(value).split("::").toSpliced(place, 0, cohort).join("::")
}

const numbersOf = ({ average_conversion_time, count, data, date, order, values }: JsonRecord) => ({
  average_conversion_time,
  count,
  data,
  date,
  order,
  values
})

const shown = (item: JsonRecord, value: unknown): string => JSON.stringify([value, numbersOf(item)])

const check = Effect.fnUntraced(function*(cut: Cut) {
  const filter = (breakdowns: unknown) => ({ breakdownFilter: { breakdowns, breakdown_limit: cut.limit ?? 25 } })
  const mixed = { ...cut.node, ...filter(cut.breakdowns) }
  const others = filter(cut.breakdowns.filter((one) => !isOfCohort(one)))
  const found = itemsOf(yield* askInsight(cut.kind, world, mixed))
  const expected: Array<string> = []
  for (const { property } of cut.breakdowns.filter(isOfCohort)) {
    const only = property === "all" ? {} : { properties: [{ type: "cohort", key: "id", value: property }] }
    const node = { ...cut.node, ...only, ...others }
    const items = itemsOf(yield* askInsight(cut.kind, world, node))
    for (const item of items) {
      expected.push(shown(item, within(cut, item["breakdown_value"], String(property))))
    }
    const value = items[0]?.["breakdown_value"] as string | ReadonlyArray<string>
    if (cut.node["funnelsFilter"] !== undefined && items[0]?.["days"] !== undefined) continue
    const ids = (rows: ReadonlyArray<ReadonlyArray<unknown>>) => rows.map((row) => JSON.stringify(row)).toSorted()
    const behind = yield* askActors(cut.actors, world, mixed, cut.select(within(cut, value, String(property))))
    const same = yield* askActors(cut.actors, world, node, cut.select(value))
    assert.deepStrictEqual(ids(behind), ids(same), JSON.stringify(mixed))
  }
  assert.deepStrictEqual(
    found.map((item) => shown(item, item["breakdown_value"])).toSorted(),
    expected.toSorted(),
    JSON.stringify(mixed)
  )
  return expected.length
})

/** Every engine cuts the members of each cohort by the other breakdowns as it cuts them alone. */
export const cohortCutTests = (it: Vitest.MethodsNonLive<QueryEngine | SeedTables>): void => {
  it.effect("cohorts beside other breakdowns: an event counts once for each cohort that it is in", () =>
    Effect.gen(function*() {
      const cohort_members = [...members].flatMap(([cohort_id, ids]) =>
        ids.map((name) => ({ cohort_id, person_id: personId(project, name) }))
      )
      yield* (yield* SeedTables).seed(project, { ...rowsOf(world.history), cohort_members })
      for (const cut of cuts) assert.isAbove(yield* check(cut), 1, JSON.stringify(cut.node))
    }))
}
