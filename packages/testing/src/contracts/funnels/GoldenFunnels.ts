import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { ActorSelection } from "@hedgerow/core/query/kinds/actors/ActorSource"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { eventUuid, type History } from "../experiments/History.ts"

/** A published or derived case. */
interface GoldenFunnel {
  readonly name: string
  readonly history: (project: ProjectId) => History
  readonly funnel: JsonRecord
  readonly gives: unknown
}

/** The acts of each person with their times, in UTC. */
type Acts = Readonly<Record<string, ReadonlyArray<readonly [name: string, at: string, browser?: string | null]>>>

const historyOf = (acts: Acts) => (project: ProjectId): History => ({
  project,
  merged: new Map(),
  events: Object.entries(acts).flatMap(([person, all]) =>
    all.map(([name, at, browser = null], place) => ({
      uuid: eventUuid(project, place * 10 + Object.keys(acts).indexOf(person)),
      person,
      name,
      time: Date.parse(`${at}Z`) * 1000,
      group: "",
      session: "",
      properties: { $browser: browser }
    }))
  )
})

const events = (...names: ReadonlyArray<string>) => names.map((event) => ({ kind: "EventsNode", event }))

const movies: Acts = {
  p1: [["sign up", "2020-01-01T12:00:00"], ["play movie", "2020-01-01T13:00:00"], ["buy", "2020-01-01T15:00:00"]],
  p2: [["sign up", "2020-01-02T14:00:00"], ["play movie", "2020-01-02T16:00:00"]],
  p3: [["sign up", "2020-01-02T14:00:00"], ["play movie", "2020-01-02T16:00:00"], ["buy", "2020-01-02T17:00:00"]]
}

const row = (name: string, order: number, count: number, average: number | null, median: number | null) => ({
  action_id: completed.includes(name) ? null : name,
  name,
  custom_name: null,
  order,
  people: [],
  count,
  type: "events",
  average_conversion_time: average,
  median_conversion_time: median
})

const funnel = (series: ReadonlyArray<string>, filter: JsonRecord, more: JsonRecord = {}): JsonRecord => ({
  kind: "FunnelsQuery",
  series: events(...series),
  dateRange: { date_from: "2020-01-01", date_to: "2020-01-08" },
  funnelsFilter: filter,
  ...more
})

const movieNumbers = [[3], [3, 6000, 7200], [2, 5400, 5400]] as const

const completed = ["Completed 1 step", "Completed 2 steps", "Completed 3 steps"]

const movieSteps = (order: string): ReadonlyArray<string> =>
  order === "unordered" ? completed : ["sign up", "play movie", "buy"]

const moviesOf = (order: string): GoldenFunnel => ({
  name: `three persons and a movie, ${order}`,
  history: historyOf(movies),
  funnel: funnel(["sign up", "play movie", "buy"], {
    funnelOrderType: order,
    funnelWindowInterval: 7,
    funnelWindowIntervalUnit: "day"
  }),
  gives: movieSteps(order).map((name, place) => {
    const [count = 0, average = null, median = null] = movieNumbers[place] ?? []
    return row(name, place, count, average, median)
  })
})

/** Letters are events of a minute each: U, P and I are the steps. */
const letters = (words: ReadonlyArray<string>): Acts =>
  Object.fromEntries(
    words.map((word, person) => [
      `p${person}`,
      [...word].map((letter, minute) => [letter, `2020-01-01T10:0${minute}:00`] as const)
    ])
  )

const strict = letters(["U", "PU", "UPxI", "IxPU", "PUxPI", "xUxP", "xUPIx", "IP"])

const converting: Acts = {
  a: [["one", "2020-01-01T00:00:00"], ["two", "2020-01-01T00:37:00"]],
  b: [["one", "2020-01-01T00:00:00"], ["two", "2020-01-01T00:37:00"]],
  c: [["one", "2020-01-01T00:00:00"], ["two", "2020-01-01T23:01:20"]]
}

const browsers: Acts = {
  a: [["one", "2020-01-01T00:00:00", null], ["two", "2020-01-01T00:10:00", "Chrome"], [
    "one",
    "2020-01-02T00:00:00",
    "Safari"
  ]],
  b: [["one", "2020-01-01T00:00:00", "Safari"]],
  c: [["one", "2020-01-02T00:00:00", null]]
}

const cut = (name: string, order: number, count: number, value: string, seconds: number | null = null) => ({
  ...row(name, order, count, seconds, seconds),
  breakdown: [value],
  breakdown_value: [value]
})

const days = Array.from({ length: 8 }, (_, day) => `2020-01-0${day + 1}`)

const trend = { funnelVizType: "trends" }

/** The actors behind the numbers of the movies' funnel, by the names of persons. */
export const goldenActors: ReadonlyArray<
  {
    readonly selection: Omit<ActorSelection, "path">
    readonly filter: JsonRecord
    readonly gives: ReadonlyArray<string>
  }
> = [
  { selection: { funnelStep: 1 }, filter: {}, gives: ["p1", "p2", "p3"] },
  { selection: { funnelStep: 3 }, filter: {}, gives: ["p1", "p3"] },
  { selection: { funnelStep: -3 }, filter: {}, gives: ["p2"] },
  { selection: { funnelStep: -2 }, filter: {}, gives: [] },
  { selection: { funnelCustomSteps: [2] }, filter: {}, gives: ["p2"] },
  {
    selection: { funnelTrendsEntrancePeriodStart: "2020-01-02", funnelTrendsDropOff: false },
    filter: trend,
    gives: ["p3"]
  },
  {
    selection: { funnelTrendsEntrancePeriodStart: "2020-01-02", funnelTrendsDropOff: true },
    filter: trend,
    gives: ["p2"]
  },
  {
    selection: { funnelTrendsEntrancePeriodStart: "2020-01-01", funnelTrendsDropOff: true },
    filter: trend,
    gives: []
  }
]

const sizes: Acts = {
  a: [["one", "2020-01-01T00:00:00", "10"], ["two", "2020-01-01T00:10:00"]],
  b: [["one", "2020-01-01T00:00:00", "20"]],
  c: [["one", "2020-01-01T00:00:00", "30"], ["two", "2020-01-01T00:10:00"]],
  d: [["one", "2020-01-01T00:00:00", "40"]],
  e: [["one", "2020-01-01T00:00:00", "small"]]
}

const byBrowser = (more: JsonRecord = {}): JsonRecord => ({
  breakdownFilter: { breakdown: "$browser", breakdown_type: "event", ...more }
})

/** Actors of cut funnels. */
export const goldenCutActors: ReadonlyArray<
  {
    readonly acts: "browsers" | "sizes"
    readonly more: JsonRecord
    readonly value: string | number | ReadonlyArray<string>
    readonly gives: ReadonlyArray<string>
  }
> = [
  { acts: "browsers", more: byBrowser(), value: ["Safari"], gives: ["b"] },
  { acts: "browsers", more: byBrowser(), value: "Chrome", gives: ["a"] },
  { acts: "browsers", more: byBrowser(), value: [""], gives: ["c"] },
  { acts: "browsers", more: byBrowser({ breakdown_limit: 1 }), value: ["Other"], gives: ["a"] },
  { acts: "browsers", more: byBrowser(), value: ["Opera"], gives: [] },
  {
    acts: "browsers",
    more: { breakdownFilter: { breakdown: ["all"], breakdown_type: "cohort" } },
    value: 0,
    gives: ["a", "b", "c"]
  },
  { acts: "sizes", more: byBrowser({ breakdown_histogram_bin_count: 2 }), value: ["[25,40.01]"], gives: ["c", "d"] }
]

export const cutHistory = (acts: "browsers" | "sizes") => historyOf(acts === "browsers" ? browsers : sizes)
export const cutFunnel = (more: JsonRecord): JsonRecord => funnel(["one", "two"], {}, more)

export const moviesHistory = historyOf(movies)
export const moviesFunnel = (filter: JsonRecord): JsonRecord => funnel(["sign up", "play movie", "buy"], filter)

const excluded: Acts = {
  p1: [["sign up", "2021-05-01T01:00:00"], ["paid", "2021-05-01T02:00:00"]],
  p2: [["sign up", "2021-05-01T03:00:00"], ["x", "2021-05-01T03:30:00"], ["paid", "2021-05-01T04:00:00"]],
  p3: [["sign up", "2021-05-01T05:00:00"], ["paid", "2021-05-01T06:00:00"]]
}

const without = (name: string, last: number) => ({
  kind: "EventsNode",
  event: name,
  funnelFromStep: 0,
  funnelToStep: last
})

const may = { dateRange: { date_from: "2021-05-01", date_to: "2021-05-02" } }

/** The reference's cases of exclusions where steps have no order. */
const unorderedFunnels: ReadonlyArray<GoldenFunnel> = [
  {
    name: "in any order who did what is excluded keeps the steps before it",
    history: historyOf(excluded),
    funnel: funnel(["sign up", "paid"], { funnelOrderType: "unordered", exclusions: [without("x", 1)] }, may),
    gives: [row("Completed 1 step", 0, 3, null, null), row("Completed 2 steps", 1, 2, 3600, 3600)]
  },
  {
    name: "in any order nothing is excluded after the last step",
    history: historyOf({
      p1: [
        ["sign up", "2021-05-01T01:00:00"],
        ["paid", "2021-05-01T02:00:00"],
        ["left", "2021-05-01T03:00:00"],
        ["x", "2021-05-01T04:00:00"],
        ["left", "2021-05-01T05:00:00"]
      ]
    }),
    funnel: funnel(["sign up", "paid", "left"], { funnelOrderType: "unordered", exclusions: [without("x", 2)] }, may),
    gives: completed.map((name, place) => row(name, place, 1, place === 0 ? null : 3600, place === 0 ? null : 3600))
  },
  {
    name: "in any order those whom an exclusion stopped entered and did not convert",
    history: historyOf({ p1: excluded["p1"] ?? [], p2: excluded["p2"] ?? [] }),
    funnel: funnel(["sign up", "paid"], {
      funnelOrderType: "unordered",
      funnelVizType: "trends",
      exclusions: [without("x", 1)]
    }, { dateRange: { date_from: "2021-05-01", date_to: "2021-05-01" } }),
    gives: [{ count: 1, data: [50], days: ["2021-05-01"], labels: ["1-May-2021"] }]
  }
]

/** The cases of the reference, and some of what is written in docs/insights/funnels.md. */
export const goldenFunnels: ReadonlyArray<GoldenFunnel> = [
  ...["ordered", "strict", "unordered"].map(moviesOf),
  {
    name: "strict steps have nothing between them",
    history: historyOf(strict),
    funnel: funnel(["U", "P", "I"], { funnelOrderType: "strict" }),
    gives: [row("U", 0, 7, null, null), row("P", 1, 2, 60, 60), row("I", 2, 1, 60, 60)]
  },
  {
    name: "a strict step may repeat itself before the next",
    history: historyOf(letters(["VCCP", "VVCP", "VCVP", "VCxCP"])),
    funnel: funnel(["V", "C", "P"], { funnelOrderType: "strict" }),
    gives: [row("V", 0, 4, null, null), row("C", 1, 4, 60, 60), row("P", 2, 2, 90, 90)]
  },
  ...unorderedFunnels,
  {
    name: "no events, no steps",
    history: historyOf({}),
    funnel: funnel(["one", "two"], {}),
    gives: []
  },
  {
    name: "the window is counted from the first step, its end included",
    history: historyOf({
      a: [["one", "2020-01-01T00:00:00"], ["two", "2020-01-01T00:30:00"], ["three", "2020-01-01T01:00:00"]],
      b: [["one", "2020-01-01T00:00:00"], ["two", "2020-01-01T00:30:00"], ["three", "2020-01-01T01:00:00.001"]]
    }),
    funnel: funnel(["one", "two", "three"], { funnelWindowInterval: 1, funnelWindowIntervalUnit: "hour" }),
    gives: [row("one", 0, 2, null, null), row("two", 1, 2, 1800, 1800), row("three", 2, 1, 1800, 1800)]
  },
  {
    name: "who did what is excluded is not in the funnel",
    history: historyOf({
      a: [["one", "2020-01-01T00:00:00"], ["x", "2020-01-01T00:30:00"], ["two", "2020-01-01T01:00:00"]],
      b: [["one", "2020-01-01T00:00:00"], ["two", "2020-01-01T01:00:00"], ["x", "2020-01-01T02:00:00"]]
    }),
    funnel: funnel(["one", "two"], {
      exclusions: [{ kind: "EventsNode", event: "x", funnelFromStep: 0, funnelToStep: 1 }]
    }),
    gives: [row("one", 0, 1, null, null), row("two", 1, 1, 3600, 3600)]
  },
  {
    name: "an optional step may be left out",
    history: historyOf({
      a: [["one", "2020-01-01T00:00:00"], ["two", "2020-01-01T00:30:00"], ["three", "2020-01-01T01:00:00"]],
      b: [["one", "2020-01-01T00:00:00"], ["three", "2020-01-01T01:00:00"]]
    }),
    funnel: {
      ...funnel([], {}),
      series: ["one", "two", "three"].map((event, index) => ({
        kind: "EventsNode",
        event,
        optionalInFunnel: index === 1
      }))
    },
    gives: [row("one", 0, 2, null, null), row("two", 1, 1, null, null), row("three", 2, 2, 3600, 3600)]
  },
  {
    name: "the times to convert fall into bars",
    history: historyOf(converting),
    funnel: funnel(["one", "two"], { funnelVizType: "time_to_convert" }),
    gives: { bins: [[2220, 2], [42_550, 0], [82_880, 1]], average_conversion_time: 29_106.67 }
  },
  {
    name: "nobody converts in no time",
    history: historyOf({}),
    funnel: funnel(["one", "two"], { funnelVizType: "time_to_convert" }),
    gives: { bins: [], average_conversion_time: null }
  },
  {
    name: "the rate of each day is of those who entered on it",
    history: historyOf(movies),
    funnel: funnel(["sign up", "play movie", "buy"], { funnelVizType: "trends" }),
    gives: [{
      count: 8,
      data: [100, 50, 0, 0, 0, 0, 0, 0],
      days,
      labels: days.map((day) => `${Number(day.slice(8))}-Jan-2020`)
    }]
  },
  {
    name: "the first value that is there counts",
    history: historyOf(browsers),
    funnel: funnel(["one", "two"], {}, { breakdownFilter: { breakdown: "$browser", breakdown_type: "event" } }),
    gives: [
      [cut("one", 0, 1, "Chrome"), cut("two", 1, 1, "Chrome", 600)],
      [cut("one", 0, 1, "Safari"), cut("two", 1, 0, "Safari")],
      [cut("one", 0, 1, ""), cut("two", 1, 0, "")]
    ]
  },
  {
    name: "the last value that is there counts",
    history: historyOf(browsers),
    funnel: funnel(["one", "two"], { breakdownAttributionType: "last_touch" }, {
      breakdownFilter: { breakdown: "$browser", breakdown_type: "event" }
    }),
    gives: [
      [cut("one", 0, 2, "Safari"), cut("two", 1, 1, "Safari", 600)],
      [cut("one", 0, 1, ""), cut("two", 1, 0, "")]
    ]
  },
  {
    name: "values beyond the limit are others",
    history: historyOf(browsers),
    funnel: funnel(["one", "two"], { breakdownAttributionType: "all_events" }, {
      breakdownFilter: { breakdown: "$browser", breakdown_type: "event", breakdown_limit: 1 }
    }),
    gives: [
      [cut("one", 0, 2, "Safari"), cut("two", 1, 0, "Safari")],
      [cut("one", 0, 2, ""), cut("two", 1, 0, "")]
    ]
  },
  {
    name: "numbers fall into bins of one width",
    history: historyOf(sizes),
    funnel: funnel(["one", "two"], {}, byBrowser({ breakdown_histogram_bin_count: 2 })),
    gives: [
      [cut("one", 0, 2, "[10,25]"), cut("two", 1, 1, "[10,25]", 600)],
      [cut("one", 0, 2, "[25,40.01]"), cut("two", 1, 1, "[25,40.01]", 600)],
      [cut("one", 0, 1, ""), cut("two", 1, 0, "")]
    ]
  },
  {
    name: "values that no step has take no place",
    history: historyOf({
      a: [["x", "2020-01-01T00:00:00", "Opera"], ["one", "2020-01-01T01:00:00", "Chrome"]],
      b: [["x", "2020-01-01T00:00:00", "Opera"], ["one", "2020-01-01T01:00:00", null]]
    }),
    funnel: funnel(["one", "two"], { funnelOrderType: "strict" }, byBrowser({ breakdown_limit: 1 })),
    gives: [
      [cut("one", 0, 1, "Chrome"), cut("two", 1, 0, "Chrome")],
      [cut("one", 0, 1, ""), cut("two", 1, 0, "")]
    ]
  },
  {
    name: "the values of the step that names them are shown",
    history: historyOf({
      a: [["one", "2020-01-01T00:00:00", "Opera"], ["two", "2020-01-01T01:00:00", "Chrome"]],
      b: [["one", "2020-01-01T00:00:00", "Opera"]]
    }),
    funnel: funnel(["one", "two"], {
      breakdownAttributionType: "step",
      breakdownAttributionValue: 1
    }, byBrowser({ breakdown_limit: 1 })),
    gives: [[cut("one", 0, 1, "Chrome"), cut("two", 1, 1, "Chrome", 3600)]]
  },
  {
    name: "a person with very many events is one of them",
    history: historyOf({
      a: [
        ...Array.from(
          { length: 10_050 },
          (_, second) => ["one", new Date(Date.UTC(2020, 0, 1) + second * 1000).toISOString().slice(0, 19)] as const
        ),
        ["two", "2020-01-02T00:00:00"]
      ],
      b: [["one", "2020-01-01T00:00:00"], ["two", "2020-01-01T00:10:00"]]
    }),
    funnel: funnel(["one", "two"], {}),
    gives: [row("one", 0, 2, null, null), row("two", 1, 2, 38_475.5, 38_475.5)]
  },
  {
    name: "a first step that is the first ever of a person",
    history: historyOf({
      a: [["one", "2019-12-01T00:00:00"], ["one", "2020-01-01T00:00:00"], ["two", "2020-01-01T00:10:00"]],
      b: [["one", "2020-01-01T00:00:00"], ["one", "2020-01-01T00:05:00"], ["two", "2020-01-01T00:10:00"]]
    }),
    funnel: {
      ...funnel([], {}),
      series: [{ kind: "EventsNode", event: "one", math: "first_time_for_user" }, ...events("two")]
    },
    gives: [row("one", 0, 1, null, null), row("two", 1, 1, 600, 600)]
  },
  {
    name: "an action is a step, and one that is not there has no events",
    history: historyOf(movies),
    funnel: {
      ...funnel([], {}),
      series: [...events("sign up"), { kind: "ActionsNode", id: 7 }, {
        kind: "ActionsNode",
        id: 8,
        custom_name: "gone"
      }]
    },
    gives: [
      row("sign up", 0, 3, null, null),
      { ...row("bought", 1, 2, 10_800, 10_800), action_id: 7, type: "actions" },
      { ...row("", 2, 0, null, null), action_id: 8, type: "actions", custom_name: "gone" }
    ]
  },
  {
    name: "all users are a cohort",
    history: historyOf(browsers),
    funnel: funnel(["one", "two"], {}, { breakdownFilter: { breakdown: ["all"], breakdown_type: "cohort" } }),
    gives: [[
      { ...cut("one", 0, 3, ""), breakdown: "all users", breakdown_value: 0 },
      { ...cut("two", 1, 1, "", 600), breakdown: "all users", breakdown_value: 0 }
    ]]
  }
]
