import { CohortId } from "@hedgerow/core/cohorts/Cohort"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Group } from "@hedgerow/core/persons/Group"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { eventUuid, type History, type PastEvent, personId, rowsOf } from "../experiments/History.ts"
import type { SeedRows } from "../query/SeedTables.ts"
import type { InsightWorld } from "./AskInsight.ts"
import type { InsightCase } from "./TrendsCases.ts"

const members = CohortId.make(951_111)

type Properties = PastEvent["properties"]

const someone: Readonly<Record<string, Properties>> = {
  ann: { plan: "pro", age: 30 },
  bob: { plan: "free", age: 40 },
  cyd: { age: 50 }
}

const view = (
  person: string,
  at: string,
  group: string,
  session: string,
  properties: Properties
): Omit<PastEvent, "uuid"> => ({
  person,
  name: "view",
  time: Date.parse(`2024-03-${at}:00Z`) * 1000,
  group,
  session,
  properties,
  personProperties: someone[person] ?? {}
})

const views = [
  view("ann", "04T10:00", "acme", "s1", { price: 10, url: "https://a.test/x/" }),
  view("ann", "04T10:30", "acme", "s1", { price: 20, url: "https://a.test/x?" }),
  view("bob", "04T11:00", "globex", "s2", { price: 30, url: "https://a.test/y" }),
  view("bob", "05T12:00", "", "s3", { price: null, url: "https://a.test/x" }),
  view("cyd", "05T13:00", "acme", "", { price: 40, url: null })
]

const historyOf = (project: ProjectId): History => ({
  project,
  merged: new Map(),
  events: views.map((event, place): PastEvent => Object.assign({ uuid: eventUuid(project, place) }, event))
})

/** Five views on a Monday and a Tuesday; it is the twentieth of March. */
export const fieldWorld = (project: ProjectId, more: Partial<InsightWorld> = {}): InsightWorld => ({
  history: historyOf(project),
  now: Date.UTC(2024, 2, 20, 12) * 1000,
  cohorts: [{ id: members, name: "Members", is_static: true, isFindable: false, isFound: true }],
  ...more
})

const company = (project: ProjectId, key: string, properties: Group["properties"]) =>
  new Group({
    project_id: project,
    group_type_index: 0,
    group_key: key,
    properties,
    created_at: Date.UTC(2024, 0, 1) * 1000 as EventTime,
    updated_at: Date.UTC(2024, 0, 1) * 1000 as EventTime
  })

/** The events, their groups, and perhaps a cohort of two persons. */
export const fieldRows = (project: ProjectId, hasMembers: boolean): SeedRows => ({
  ...rowsOf(historyOf(project)),
  groups: [
    company(project, "acme", { industry: "tech", size: 5 }),
    company(project, "globex", { industry: "oil", size: 7 })
  ],
  cohort_members: !hasMembers
    ? []
    : ["ann", "cyd"].map((name) => ({ cohort_id: members, person_id: personId(project, name) }))
})

const series = (fields: JsonRecord = {}) => [{ kind: "EventsNode", event: "view", ...fields }]
const days = { dateRange: { date_from: "2024-03-04", date_to: "2024-03-05" } }
const none = "$$_posthog_breakdown_null_$$"
const other = "$$_posthog_breakdown_other_$$"

/** Numbers of the two days for each value. */
const cut = (
  name: string,
  breakdownFilter: JsonRecord,
  ...rows: ReadonlyArray<readonly [label: string, first: number, second: number, value?: unknown]>
): InsightCase => ({
  name: `cut by ${name}`,
  query: { ...days, series: series(), breakdownFilter },
  gives: rows.map(([label, first, second, value = label]) => ({
    label,
    data: [first, second],
    breakdown_value: value
  }))
})

/** A case of a measure on two days. */
const measured = (name: string, fields: JsonRecord, first: number, second: number, more: JsonRecord = {}) => ({
  name: `measured by ${name}`,
  query: { ...days, series: series(fields), ...more },
  gives: [{ data: [first, second] }]
})

const ofProperty = (math: string, math_property: string, math_property_type = "event_properties") => ({
  math,
  math_property,
  math_property_type
})

/** Every type of cut, computed by hand. */
const cutCases: ReadonlyArray<InsightCase> = [
  cut("a property of persons", { breakdown: "plan", breakdown_type: "person" }, ["free", 1, 1], ["pro", 2, 0], [
    none,
    0,
    1
  ]),
  cut(
    "a property of groups",
    { breakdown: "industry", breakdown_type: "group", breakdown_group_type_index: 0 },
    ["tech", 2, 1],
    ["oil", 1, 0],
    [none, 0, 1]
  ),
  cut(
    "a column of sessions",
    { breakdown: "$session_duration", breakdown_type: "session" },
    ["0", 1, 1],
    ["1800", 2, 0],
    [none, 0, 1]
  ),
  cut(
    "an expression",
    { breakdown: "if(toFloat(properties.price) > 15, 'much', 'little')", breakdown_type: "hogql" },
    ["much", 2, 1],
    ["little", 1, 1]
  ),
  cut(
    "a column of events",
    { breakdown: "distinct_id", breakdown_type: "event_metadata" },
    ["ann", 2, 0],
    ["bob", 1, 1],
    ["cyd", 0, 1]
  ),
  cut(
    "addresses as one",
    { breakdown: "url", breakdown_normalize_url: true },
    ["https://a.test/x", 2, 1],
    ["https://a.test/y", 1, 0],
    [none, 0, 1]
  ),
  cut(
    "bins, events without a number apart",
    { breakdown: "price", breakdown_histogram_bin_count: 2 },
    ["[10,25]", 2, 0],
    ["[25,40.01]", 1, 1],
    [none, 0, 1]
  ),
  cut(
    "cohorts",
    { breakdown: [951_111, "all"], breakdown_type: "cohort" },
    ["all users", 3, 2, "all"],
    ["Members", 2, 1, 951_111]
  ),
  cut("all users, as older clients call them", { breakdown: [0], breakdown_type: "cohort" }, [
    "all users",
    3,
    2,
    "all"
  ]),
  cut(
    "a cohort and a property of its members",
    { breakdowns: [{ property: "plan", type: "person" }, { property: 951_111, type: "cohort" }] },
    ["pro::Members", 2, 0, ["pro", "951111"]],
    [`${none}::Members`, 0, 1, [none, "951111"]]
  ),
  cut(
    "three things together",
    {
      breakdowns: [
        { property: "event", type: "event_metadata" },
        { property: "plan", type: "person" },
        { property: "price", histogram_bin_count: 1 }
      ]
    },
    ["view::pro::[10,40.01]", 2, 0, ["view", "pro", "[10,40.01]"]],
    ["view::free::[10,40.01]", 1, 0, ["view", "free", "[10,40.01]"]],
    [`view::${none}::[10,40.01]`, 0, 1, ["view", none, "[10,40.01]"]],
    [`view::free::${none}`, 0, 1, ["view", "free", none]]
  ),
  cut(
    "the greatest value and the others",
    { breakdown: "distinct_id", breakdown_type: "event_metadata", breakdown_limit: 1 },
    ["ann", 2, 0],
    [other, 1, 2]
  )
]

/** Every measure that is not counted elsewhere, computed by hand. */
const measureCases: ReadonlyArray<InsightCase> = [
  measured("SQL", { math: "hogql", math_hogql: "sum(toFloat(properties.price)) / count()" }, 20, 20),
  measured("a sum, multiplied", { ...ofProperty("sum", "price"), math_multiplier: 0.5 }, 30, 20),
  measured(
    "a sum in a currency",
    {
      ...ofProperty("sum", "price"),
      math_property_revenue_currency: { static: "USD", property: null }
    },
    60,
    40
  ),
  measured("a part of numbers", ofProperty("p90", "price"), 28, 40),
  measured("a property of persons", ofProperty("max", "age", "person_properties"), 40, 50),
  measured(
    "a property of groups",
    { ...ofProperty("sum", "size", "group_properties"), math_group_type_index: 0 },
    17,
    5
  ),
  measured("lengths of sessions", ofProperty("avg", "$session_duration", "session_properties"), 900, 0),
  measured("sessions", { math: "unique_session" }, 2, 1),
  measured("groups", { math: "unique_group", math_group_type_index: 0 }, 2, 1),
  measured("actors that are groups", { math: "dau" }, 2, 1, { aggregation_group_type_index: 0 }),
  measured("events of each person", { math: "avg_count_per_actor" }, 1.5, 1),
  measured("a mean of two days", {}, 3, 2.5, { trendsFilter: { smoothingIntervals: 2 } }),
  measured("division by what is not there", {}, 0, 0, {
    series: [...series(), { kind: "EventsNode", event: "nothing" }],
    trendsFilter: { formula: "A / B" }
  }),
  measured("the last of 26 series", {}, 3, 2, {
    series: Array.from({ length: 26 }, () => series()[0]),
    trendsFilter: { formula: "Z" }
  })
]

const ranged = (name: string, query: JsonRecord, gives: JsonRecord): InsightCase => ({
  name: `over ${name}`,
  query: { series: series(), ...query },
  gives: [gives]
})

/** Odd dates. */
const dateCases: ReadonlyArray<InsightCase> = [
  ranged("dates that are reversed", { dateRange: { date_from: "2024-03-05", date_to: "2024-03-04" } }, {
    data: [],
    days: [],
    count: 0
  }),
  ranged("dates that are reversed, of persons who count for days", {
    dateRange: { date_from: "2024-03-06", date_to: "2024-03-05" },
    series: series({ math: "weekly_active" }),
    trendsFilter: { display: "BoldNumber" }
  }, { aggregated_value: 0 }),
  ranged("explicit times", {
    dateRange: { date_from: "2024-03-04T10:15:00Z", date_to: "2024-03-04T11:30:00Z", explicitDate: true }
  }, { data: [2], days: ["2024-03-04"] }),
  ranged("the month before", { dateRange: { date_from: "-1mStart", date_to: "-1mEnd" }, interval: "month" }, {
    data: [0],
    labels: ["1-Feb-2024"]
  }),
  ranged("this month", { dateRange: { date_from: "mStart" }, interval: "month" }, { data: [5], days: ["2024-03-01"] }),
  ranged("hours of absolute days", {
    dateRange: { date_from: "2024-03-04T10:00:00Z", date_to: "2024-03-04T11:00:00Z" },
    interval: "hour"
  }, { data: [2, 1], days: ["2024-03-04 10:00:00", "2024-03-04 11:00:00"], labels: ["4-Mar 10:00", "4-Mar 11:00"] }),
  ranged("one instant of hours", {
    dateRange: { date_from: "2024-03-04", date_to: "2024-03-04" },
    interval: "hour"
  }, { data: [0], labels: ["4-Mar 00:00"] }),
  ranged("all time", { dateRange: { date_from: "all", date_to: "2024-03-05" } }, { data: [3, 2] })
]

/** Fields of trends, each with numbers computed by hand. */
export const fieldCases: ReadonlyArray<InsightCase> = [
  ...cutCases,
  ...measureCases,
  ...dateCases,
  { name: "no series", query: { ...days, series: [] }, gives: [] },
  {
    name: "the same series twice",
    query: { ...days, series: [...series(), ...series()] },
    gives: [{ data: [3, 2] }, { data: [3, 2] }]
  }
]

/** The same days in other calendars. */
export const calendarCases: ReadonlyArray<
  { readonly calendar: Partial<InsightWorld>; readonly query: JsonRecord; readonly gives: JsonRecord }
> = [
  {
    calendar: { week_start_day: 0 },
    query: { dateRange: { date_from: "2024-03-03", date_to: "2024-03-05" }, interval: "week", series: series() },
    gives: { days: ["2024-03-03"], data: [5] }
  },
  {
    calendar: { week_start_day: 1 },
    query: { dateRange: { date_from: "2024-03-03", date_to: "2024-03-05" }, interval: "week", series: series() },
    gives: { days: ["2024-02-26", "2024-03-04"], data: [0, 5] }
  },
  {
    calendar: { timezone: "Europe/Berlin" },
    query: {
      dateRange: { date_from: "2024-03-31", date_to: "2024-03-31T05:00:00" },
      interval: "hour",
      series: series()
    },
    gives: { labels: ["31-Mar 00:00", "31-Mar 01:00", "31-Mar 03:00", "31-Mar 04:00", "31-Mar 05:00"] }
  },
  {
    calendar: { timezone: "Asia/Tokyo" },
    query: { ...days, series: series() },
    gives: { days: ["2024-03-04", "2024-03-05"], data: [3, 2] }
  },
  {
    calendar: { timezone: "America/Los_Angeles" },
    query: { dateRange: { date_from: "2024-03-04", date_to: "2024-03-04" }, interval: "hour", series: series() },
    gives: { labels: ["4-Mar 00:00"] }
  }
]

/** Queries that are refused, and the place of the fault. */
export const refusedFields: ReadonlyArray<readonly [query: JsonRecord, at: string]> = [
  [{ series: series({ math: "most" }) }, "series.0.math"],
  [{ series: series({ math: "sum" }) }, "series.0.math_property"],
  [{ series: series({ math: "unique_group" }) }, "series.0.math_group_type_index"],
  [
    { series: series({ ...ofProperty("sum", "price"), math_property_revenue_currency: { property: "currency" } }) },
    "series.0.math_property_revenue_currency.property"
  ],
  [{ series: series(), interval: "year" }, "interval"],
  [{ series: series(), dateRange: { date_from: "soon" } }, "dateRange.date_from"],
  [{ series: series(), samplingFactor: 0 }, "samplingFactor"],
  [{ series: series(), trendsFilter: { formula: "A + B" } }, "trendsFilter.formula"],
  [{ series: series(), trendsFilter: { formula: "A +" } }, "trendsFilter.formula"],
  [{ series: series(), trendsFilter: { display: "Hologram" } }, "trendsFilter.display"],
  [{ series: series(), compareFilter: { compare_to: "+1w" } }, "compareFilter.compare_to"],
  [{ series: series(), breakdownFilter: { breakdown: "-1", breakdown_type: "cohort" } }, "breakdownFilter.breakdown"],
  [{ series: series(), breakdownFilter: { breakdown: "x", breakdown_type: "session" } }, "breakdownFilter.breakdown"],
  [{ series: series(), breakdownFilter: { breakdown_limit: 1_000_000 } }, "breakdownFilter.breakdown_limit"],
  [
    { series: series(), breakdownFilter: { breakdown: "price", breakdown_histogram_bin_count: 0 } },
    "breakdownFilter.breakdown_histogram_bin_count"
  ],
  [
    { series: series(), properties: [{ type: "event", key: "price", operator: "between", value: [2, 1] }] },
    "properties.0.value"
  ],
  [{ series: series(), properties: [{ type: "cohort", key: "id", value: "x" }] }, "properties.0.value"],
  [{ series: series(), other: 1 }, "other"],
  [{ series: [{ kind: "EventsNode", event: "view", other: 1 }] }, "series.0.other"],
  [{ series: Array.from({ length: 51 }, () => series()[0]) }, "series"],
  [{ series: series(), interval: "minute", dateRange: { date_from: "-10y" } }, "dateRange"]
]
