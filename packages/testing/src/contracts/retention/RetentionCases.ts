import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { eventUuid, type History, type PastEvent } from "../experiments/History.ts"

/** Days on which persons do something, at an instant of each. */
type Days = Readonly<Record<string, ReadonlyArray<string>>>

const historyOf = (days: Days, name = "$pageview", merged: ReadonlyArray<readonly [string, string]> = []) =>
(
  project: ProjectId
): History => ({
  project,
  merged: new Map(merged),
  events: Object.entries(days).flatMap(([person, times]) => times.map((time) => [person, time] as const))
    .map(([person, time], place): PastEvent => ({
      uuid: eventUuid(project, place),
      person,
      name,
      time: Date.parse(time) * 1000,
      group: "",
      session: "",
      properties: { $browser: person.startsWith("c") ? "Chrome" : null }
    }))
})

const none = historyOf({})
const at = (iso: string): EventTime => Date.parse(iso) * 1000 as EventTime

/** Noons of June 2020, a number of days after the tenth. */
const june = (...days: ReadonlyArray<number>): ReadonlyArray<string> =>
  days.map((day) => `2020-06-${10 + day}T12:00:00Z`)

/** The two persons of the published case: one of them has an alias, which was merged. */
const published = historyOf({ person1: june(0, 1, 2, 5, 6), alias1: june(5), person2: june(1, 2, 3, 6) }, "$pageview", [
  ["alias1", "person1"]
])

interface RetentionCase {
  readonly name: string
  readonly history: (project: ProjectId) => History
  /** Another project's, which must not be seen. */
  readonly strangers: (project: ProjectId) => History
  readonly query: object
  readonly now: EventTime
  readonly timezone: string
  /** The value that a row is cut by, where there is one, its date and label, and its numbers. */
  readonly rows: ReadonlyArray<ReadonlyArray<unknown>>
}

const padded = (counts: ReadonlyArray<number>, width: number): ReadonlyArray<number> => [
  ...counts,
  ...Array.from({ length: width - counts.length }, () => 0)
]

const days = (first: string, counts: ReadonlyArray<ReadonlyArray<number>>) =>
  counts.map((one, row) => [
    new Date(Date.parse(first) + row * 86_400_000).toISOString().replace(".000", ""),
    `Day ${row}`,
    padded(one, counts.length)
  ])

const june20 = { dateRange: { date_to: "2020-06-20T06:00:00Z" } }

/** Cases with known answers. */
export const retentionCases: ReadonlyArray<RetentionCase> = [
  {
    name: "the published case: eleven days, two persons",
    history: published,
    strangers: published,
    query: { kind: "RetentionQuery", ...june20, retentionFilter: { period: "Day", totalIntervals: 11 } },
    now: at("2020-06-25T00:00:00Z"),
    timezone: "UTC",
    rows: days("2020-06-10T00:00:00Z", [
      [1, 1, 1, 0, 0, 1, 1],
      [2, 2, 1, 0, 1, 2],
      [2, 1, 0, 1, 2],
      [1, 0, 0, 1],
      [0],
      [1, 1],
      [2],
      [],
      [],
      [],
      []
    ])
  },
  {
    name: "an empty project has a row of zeros for each of the seven days",
    history: none,
    strangers: published,
    query: { kind: "RetentionQuery", retentionFilter: {} },
    now: at("2020-06-16T08:00:00Z"),
    timezone: "UTC",
    rows: days("2020-06-10T00:00:00Z", Array.from({ length: 7 }, () => []))
  },
  {
    name: "a value that nobody has gives no row",
    history: none,
    strangers: published,
    query: { kind: "RetentionQuery", retentionFilter: {}, breakdownFilter: { breakdown: "$browser" } },
    now: at("2020-06-16T08:00:00Z"),
    timezone: "UTC",
    rows: []
  },
  {
    name: "the day on which clocks are put back has 25 hours",
    history: historyOf({ a: ["2024-10-26T22:30:00Z", "2024-10-27T22:30:00Z", "2024-10-27T23:30:00Z"] }),
    strangers: none,
    query: { kind: "RetentionQuery", dateRange: { date_to: "2024-10-28" }, retentionFilter: { totalIntervals: 2 } },
    now: at("2024-11-01T00:00:00Z"),
    timezone: "Europe/Berlin",
    rows: [["2024-10-27T00:00:00+02:00", "Day 0", [1, 1]], ["2024-10-28T00:00:00+01:00", "Day 1", [1, 0]]]
  },
  {
    name: "a leap year's February is a month like others",
    history: historyOf({ a: ["2024-02-29T23:59:59Z", "2024-03-01T00:00:00Z"] }),
    strangers: none,
    query: {
      kind: "RetentionQuery",
      dateRange: { date_to: "2024-03-31" },
      retentionFilter: { period: "Month", totalIntervals: 3 }
    },
    now: at("2024-04-01T00:00:00Z"),
    timezone: "UTC",
    rows: [
      ["2024-01-01T00:00:00Z", "Month 0", [0, 0, 0]],
      ["2024-02-01T00:00:00Z", "Month 1", [1, 1, 0]],
      ["2024-03-01T00:00:00Z", "Month 2", [1, 0, 0]]
    ]
  },
  {
    name: "numbers fall into bins of one width",
    history: historyOf({ c1: june(0, 1), c2: june(0), x: june(0, 1) }),
    strangers: published,
    query: {
      kind: "RetentionQuery",
      dateRange: { date_to: "2020-06-11" },
      retentionFilter: { totalIntervals: 2 },
      breakdownFilter: {
        breakdown: "length(distinct_id)",
        breakdown_type: "hogql",
        breakdown_histogram_bin_count: 2
      }
    },
    now: at("2020-06-20T00:00:00Z"),
    timezone: "UTC",
    rows: [
      ["[1.5,2.01]", "2020-06-10T00:00:00Z", "Day 0", [2, 1]],
      ["[1.5,2.01]", "2020-06-11T00:00:00Z", "Day 1", [1, 0]],
      ["[1,1.5]", "2020-06-10T00:00:00Z", "Day 0", [1, 1]],
      ["[1,1.5]", "2020-06-11T00:00:00Z", "Day 1", [1, 0]]
    ]
  },
  {
    name: "values come by the number of those who began, nobody's last",
    history: historyOf({ c1: june(0, 1), c2: june(0), x: june(0, 1, 2) }),
    strangers: published,
    query: {
      kind: "RetentionQuery",
      dateRange: { date_to: "2020-06-11" },
      retentionFilter: { totalIntervals: 2 },
      breakdownFilter: { breakdowns: [{ property: "$browser", type: "event" }] }
    },
    now: at("2020-06-20T00:00:00Z"),
    timezone: "UTC",
    rows: [
      ["Chrome", "2020-06-10T00:00:00Z", "Day 0", [2, 1]],
      ["Chrome", "2020-06-11T00:00:00Z", "Day 1", [1, 0]],
      ["$$_posthog_breakdown_null_$$", "2020-06-10T00:00:00Z", "Day 0", [1, 1]],
      ["$$_posthog_breakdown_null_$$", "2020-06-11T00:00:00Z", "Day 1", [1, 0]]
    ]
  }
]
