import { knownTypes } from "@hedgerow/core/definitions/TypedProperties"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { eventUuid, type History, type PastEvent } from "../experiments/History.ts"
import type { InsightWorld } from "./AskInsight.ts"

const noon = (day: number): number => Date.UTC(2020, 0, day, 12) * 1000

interface Someone {
  readonly properties: PastEvent["properties"]
  readonly views: ReadonlyArray<number>
  readonly leaves: ReadonlyArray<number>
}

const persons: Readonly<Record<string, Someone>> = {
  p1: {
    properties: { $browser: "Chrome", prop: 10, bool_field: true },
    views: [11, 12, 13, 15, 17, 19],
    leaves: [11, 12, 13]
  },
  p2: { properties: { $browser: "Firefox", prop: 20, bool_field: false }, views: [9, 12], leaves: [13] },
  p3: { properties: { $browser: "Edge", prop: 30, bool_field: true }, views: [12], leaves: [13] },
  p4: { properties: { $browser: "Safari", prop: 40, bool_field: false }, views: [15], leaves: [16] }
}

/** Four persons who see pages and leave them, in January 2020. */
const history = (project: ProjectId): History => {
  let place = 0
  const event = (person: string, name: string, day: number, properties: PastEvent["properties"]): PastEvent => ({
    uuid: eventUuid(project, place++),
    person,
    name,
    time: noon(day),
    group: "",
    session: "",
    properties
  })
  return {
    project,
    merged: new Map(),
    events: Object.entries(persons).flatMap(([person, { leaves, properties, views }]) =>
      views.map((day) => event(person, "$pageview", day, properties)).concat(
        leaves.map((day) => event(person, "$pageleave", day, properties))
      )
    )
  }
}

const typed = (name: string, property_type: "Boolean" | "Numeric") => ({
  kind: "event" as const,
  group_type_index: null,
  name,
  property_type,
  is_mixed: false
})

/** The project of the cases. */
export const trendsWorld = (project: ProjectId): InsightWorld => ({
  history: history(project),
  now: Date.UTC(2020, 0, 20, 12) * 1000,
  types: knownTypes(1, [typed("prop", "Numeric"), typed("bool_field", "Boolean")])
})

/** A query, and what some fields of its results are. */
export interface InsightCase {
  readonly name: string
  readonly query: JsonRecord
  readonly gives: ReadonlyArray<JsonRecord>
}

const view = { kind: "EventsNode", event: "$pageview" }
const leave = { kind: "EventsNode", event: "$pageleave" }
const range = (date_from: string, date_to: string) => ({ dateRange: { date_from, date_to } })
const nineteen = range("2020-01-09", "2020-01-19")
const twenty = range("2020-01-09", "2020-01-20")

const views = [1, 0, 1, 3, 1, 0, 2, 0, 1, 0, 1]
const leaves = [0, 0, 1, 1, 3, 0, 0, 1, 0, 0, 0]

const counts = (...rows: ReadonlyArray<readonly [label: string, count: number, more?: JsonRecord]>) =>
  rows.map(([label, count, more]) => Object.assign({ label, count }, more))

/** The cases of the specification. */
export const trendsCases: ReadonlyArray<InsightCase> = [
  {
    name: "33 counts of days, with their names",
    query: { ...nineteen, series: [view, leave] },
    gives: [
      {
        label: "$pageview",
        count: 10,
        data: views,
        days: Array.from({ length: 11 }, (_, day) => `2020-01-${String(9 + day).padStart(2, "0")}`),
        labels: Array.from({ length: 11 }, (_, day) => `${9 + day}-Jan-2020`),
        action: {
          id: "$pageview",
          type: "events",
          order: 0,
          name: "$pageview",
          custom_name: null,
          math: null,
          math_property: null,
          math_hogql: null,
          math_group_type_index: null,
          properties: {},
          days: Array.from({ length: 11 }, (_, day) => `2020-01-${String(9 + day).padStart(2, "0")}T00:00:00Z`)
        }
      },
      { label: "$pageleave", count: 6, data: leaves }
    ]
  },
  {
    name: "35 formulas",
    query: { ...nineteen, series: [view, leave], trendsFilter: { formulas: ["A+2*B", "A-B"] } },
    gives: [
      { label: "Formula (A+2*B)", count: 22, data: [1, 0, 3, 5, 7, 0, 2, 2, 1, 0, 1], action: null },
      { label: "Formula (A-B)", count: 4, data: [1, 0, 0, 2, -2, 0, 2, -1, 1, 0, 1], action: null }
    ]
  },
  {
    name: "37 a breakdown",
    query: { ...twenty, series: [view], breakdownFilter: { breakdown: "$browser", breakdown_type: "event" } },
    gives: counts(
      ["Chrome", 6, { breakdown_value: "Chrome", data: [0, 0, 1, 1, 1, 0, 1, 0, 1, 0, 1, 0] }],
      ["Firefox", 2],
      ["Edge", 1],
      ["Safari", 1]
    )
  },
  {
    name: "37 a breakdown by a boolean",
    query: { ...twenty, series: [view], breakdownFilter: { breakdown: "bool_field" } },
    gives: counts(["true", 7, { breakdown_value: "true" }], ["false", 3, { breakdown_value: "false" }])
  },
  {
    name: "37 bins",
    query: {
      ...twenty,
      series: [view],
      breakdownFilter: { breakdown: "prop", breakdown_type: "event", breakdown_histogram_bin_count: 4 }
    },
    gives: counts(["[10,17.5]", 6], ["[17.5,25]", 2], ["[25,32.5]", 1], ["[32.5,40.01]", 1])
  },
  {
    name: "37 bins of numbers whose distance is no number",
    query: {
      ...twenty,
      series: [view],
      breakdownFilter: {
        breakdowns: [{ type: "hogql", property: "(toFloat(properties.prop) - 25) * 1e307", histogram_bin_count: 3 }]
      }
    },
    gives: counts(["[-1.5e+308,-5e+307]", 6], ["[-5e+307,5e+307]", 2], ["[5e+307,1.5e+308]", 2])
  },
  {
    name: "37 a breakdown of two series",
    query: { ...twenty, series: [view, leave], breakdownFilter: { breakdowns: [{ property: "$browser" }] } },
    gives: counts(
      ["$pageview - Chrome", 6, { breakdown_value: ["Chrome"] }],
      ["$pageview - Firefox", 2],
      ["$pageview - Edge", 1],
      ["$pageview - Safari", 1],
      ["$pageleave - Chrome", 3],
      ["$pageleave - Edge", 1],
      ["$pageleave - Firefox", 1],
      ["$pageleave - Safari", 1]
    )
  },
  {
    name: "combinations without one of their values come last",
    query: {
      ...twenty,
      series: [view],
      breakdownFilter: {
        breakdowns: [
          { property: "$browser" },
          { type: "hogql", property: "if(properties.$browser = 'Chrome', NULL, 'other')" }
        ]
      }
    },
    gives: counts(
      ["Firefox::other", 2],
      ["Edge::other", 1],
      ["Safari::other", 1],
      ["Chrome::$$_posthog_breakdown_null_$$", 6]
    )
  },
  {
    name: "a formula that is cut keeps its label",
    query: {
      ...twenty,
      series: [view, leave],
      breakdownFilter: { breakdown: "$browser", breakdown_limit: 2 },
      trendsFilter: { formulas: ["A+B"] }
    },
    gives: [
      { label: "Formula (A+B)", count: 9, breakdown_value: "Chrome" },
      { label: "Formula (A+B)", count: 2, breakdown_value: "Firefox" },
      { label: "Formula (A+B)", count: 1, breakdown_value: "Edge" },
      { label: "Formula (A+B)", count: 4, breakdown_value: "$$_posthog_breakdown_other_$$" }
    ]
  },
  {
    name: "the most frequent values, and the others together",
    query: { ...twenty, series: [view], breakdownFilter: { breakdown: "$browser", breakdown_limit: 2 } },
    gives: counts(["Chrome", 6], ["Firefox", 2], ["$$_posthog_breakdown_other_$$", 2, {
      breakdown_value: "$$_posthog_breakdown_other_$$"
    }])
  },
  {
    name: "a value that is not there",
    query: {
      ...twenty,
      series: [view],
      breakdownFilter: { breakdown: "nothing", breakdown_hide_other_aggregation: true }
    },
    gives: counts(["$$_posthog_breakdown_null_$$", 10])
  },
  {
    name: "the week before",
    query: { dateRange: { date_from: "-7d" }, series: [view], compareFilter: { compare: true } },
    gives: [
      { compare: true, compare_label: "current", count: 5, data: [1, 0, 2, 0, 1, 0, 1, 0], label: "$pageview" },
      { compare: true, compare_label: "previous", count: 6, data: [0, 0, 0, 1, 0, 1, 3, 1] }
    ]
  },
  {
    name: "the days before",
    query: { ...range("2020-01-15", "2020-01-16"), series: [view], compareFilter: { compare: true } },
    gives: [{ compare_label: "current", data: [2, 0] }, { compare_label: "previous", data: [1, 0] }]
  },
  {
    name: "compared with a time that is named",
    query: {
      ...range("2020-01-18", "2020-01-19"),
      series: [view],
      compareFilter: { compare: true, compare_to: "-1w" }
    },
    gives: [{ data: [0, 1] }, { data: [1, 3], days: ["2020-01-11", "2020-01-12"] }]
  },
  {
    name: "one number",
    query: { ...nineteen, series: [view, { ...view, math: "dau" }], trendsFilter: { display: "BoldNumber" } },
    gives: [{ data: [], count: 0, aggregated_value: 10 }, { aggregated_value: 4 }]
  },
  {
    name: "running totals",
    query: { ...nineteen, series: [view], trendsFilter: { display: "ActionsLineGraphCumulative" } },
    gives: [{ data: [1, 1, 2, 5, 6, 6, 8, 8, 9, 9, 10], count: 10 }]
  },
  {
    name: "persons active in the days before",
    query: { ...range("2020-01-15", "2020-01-20"), series: [{ ...view, math: "weekly_active" }] },
    gives: [{ data: [4, 4, 4, 4, 2, 2] }]
  },
  {
    name: "persons active in weeks are those of each week",
    query: { ...twenty, interval: "week", series: [{ ...view, math: "weekly_active" }] },
    gives: [{ data: [2, 4, 1], days: ["2020-01-05", "2020-01-12", "2020-01-19"] }]
  },
  {
    name: "persons active in months are those of each month",
    query: {
      ...range("2019-12-31", "2020-02-01"),
      interval: "month",
      series: [{ ...view, math: "monthly_active" }, { ...view, math: "weekly_active" }]
    },
    gives: [{ data: [0, 4, 0] }, { data: [0, 4, 0] }]
  },
  {
    name: "persons active in the thirty days that end with the first day of each week",
    query: { ...twenty, interval: "week", series: [{ ...view, math: "monthly_active" }] },
    gives: [{ data: [0, 3, 4] }]
  },
  {
    name: "persons active in weeks, by browser",
    query: {
      ...twenty,
      interval: "week",
      series: [{ ...view, math: "weekly_active" }],
      breakdownFilter: { breakdown: "$browser", breakdown_limit: 1 }
    },
    gives: [
      { label: "Chrome", data: [1, 1, 1] },
      { label: "$$_posthog_breakdown_other_$$", data: [1, 3, 0] }
    ]
  },
  {
    name: "persons active in the seven days before each hour",
    query: {
      dateRange: { date_from: "2020-01-19T11:00:00Z", date_to: "2020-01-19T13:30:00Z" },
      interval: "hour",
      series: [{ ...view, math: "weekly_active" }]
    },
    gives: [{ data: [4, 2, 2], labels: ["19-Jan 11:00", "19-Jan 12:00", "19-Jan 13:00"] }]
  },
  {
    name: "the first time",
    query: { ...nineteen, series: [{ ...view, math: "first_time_for_user" }] },
    gives: [{ data: [1, 0, 1, 1, 0, 0, 1, 0, 0, 0, 0], count: 4 }]
  }
]

const born: Readonly<Record<string, number>> = { p1: noon(11), p2: noon(9), p3: noon(12), p4: noon(15) }

/** The same persons, each created with its first page. */
export const lifecycleWorld = (project: ProjectId): InsightWorld => {
  const world = trendsWorld(project)
  const events = world.history.events.map((event): PastEvent =>
    Object.assign({ personSince: born[event.person] ?? 0 }, event)
  )
  return { ...world, history: { ...world.history, events } }
}

/** Cases of new, returning, resurrecting and dormant actors. */
export const lifecycleCases: ReadonlyArray<InsightCase> = [
  {
    name: "the days after the first",
    query: { ...range("2020-01-12", "2020-01-19"), series: [view] },
    gives: [
      { status: "new", label: "$pageview - new", data: [1, 0, 0, 1, 0, 0, 0, 0], count: 2 },
      { status: "returning", data: [1, 1, 0, 0, 0, 0, 0, 0], count: 2 },
      { status: "resurrecting", data: [1, 0, 0, 1, 0, 1, 0, 1], count: 4 },
      { status: "dormant", data: [0, -2, -1, 0, -2, 0, -1, 0], count: -6 }
    ]
  },
  {
    name: "weeks",
    query: { ...range("2020-01-12", "2020-01-19"), interval: "week", series: [view] },
    gives: [
      { status: "new", data: [2, 0], days: ["2020-01-12", "2020-01-19"] },
      { status: "returning", data: [2, 1] },
      { status: "resurrecting", data: [0, 0] },
      { status: "dormant", data: [0, -3] }
    ]
  }
]
