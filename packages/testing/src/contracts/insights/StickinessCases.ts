import type { ProjectId } from "@hedgerow/core/identity/Project"
import { eventUuid, type History, type PastEvent } from "../experiments/History.ts"
import type { InsightWorld } from "./AskInsight.ts"
import type { InsightCase } from "./TrendsCases.ts"

const days: Readonly<Record<string, ReadonlyArray<number>>> = {
  p1: [11, 12, 13, 14, 15, 16, 17, 18, 19],
  p2: [11, 13, 15, 17, 19]
}

const browsers: Readonly<Record<string, string>> = { p1: "Chrome", p2: "Firefox" }

/** Two persons of one group who see pages, one each day and one every other. */
const history = (project: ProjectId): History => {
  let place = 0
  return {
    project,
    merged: new Map(),
    events: Object.entries(days).flatMap(([person, seen]) =>
      seen.map((day): PastEvent => ({
        uuid: eventUuid(project, place++),
        person,
        name: "$pageview",
        time: Date.UTC(2020, 0, day, 12) * 1000,
        group: "org:1",
        session: "",
        properties: { $browser: browsers[person] ?? null }
      }))
    )
  }
}

/** The project of the cases. */
export const stickinessWorld = (project: ProjectId): InsightWorld => ({
  history: history(project),
  now: Date.UTC(2020, 0, 20, 12) * 1000
})

const view = { kind: "EventsNode", event: "$pageview" }
const dateRange = { date_from: "2020-01-11", date_to: "2020-01-20" }
const labels = Array.from({ length: 10 }, (_, index) => index === 0 ? "1 day" : `${index + 1} days`)

/** The cases of the specification. */
export const stickinessCases: ReadonlyArray<InsightCase> = [
  {
    name: "45 days",
    query: { dateRange, series: [view] },
    gives: [{
      label: "$pageview",
      count: 2,
      data: [0, 0, 0, 0, 1, 0, 0, 0, 1, 0],
      days: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      labels,
      action: { id: "$pageview", type: "events", order: 0, name: "$pageview", custom_name: null }
    }]
  },
  {
    name: "45 weeks",
    query: { dateRange, interval: "week", series: [view] },
    gives: [{ count: 2, data: [0, 0, 2], labels: ["1 week", "2 weeks", "3 weeks"] }]
  },
  { name: "45 months", query: { dateRange, interval: "month", series: [view] }, gives: [{ count: 2, data: [2] }] },
  {
    name: "45 or more",
    query: { dateRange, series: [view], stickinessFilter: { computedAs: "cumulative" } },
    gives: [{
      count: 2,
      data: [2, 2, 2, 2, 2, 1, 1, 1, 1, 0],
      labels: labels.map((label) => `${label} or more`)
    }]
  },
  {
    name: "45 groups",
    query: { dateRange, series: [{ ...view, math: "unique_group", math_group_type_index: 0 }] },
    gives: [{ count: 1, data: [0, 0, 0, 0, 0, 0, 0, 0, 1, 0] }]
  },
  {
    name: "what an expression says",
    query: { dateRange, series: [{ ...view, math: "hogql", math_hogql: "properties.$browser" }] },
    gives: [{ count: 2, data: [0, 0, 0, 0, 1, 0, 0, 0, 1, 0] }]
  },
  {
    name: "the period before",
    query: {
      dateRange: { date_from: "2020-01-18", date_to: "2020-01-19" },
      series: [view],
      compareFilter: { compare: true }
    },
    gives: [
      { compare: true, compare_label: "current", data: [1, 1] },
      { compare: true, compare_label: "previous", data: [1, 1] }
    ]
  },
  {
    name: "only intervals with as many events",
    query: {
      dateRange,
      interval: "week",
      series: [view],
      stickinessFilter: { stickinessCriteria: { operator: "gte", value: 3 } }
    },
    gives: [{ count: 2, data: [2, 0, 0] }]
  }
]
