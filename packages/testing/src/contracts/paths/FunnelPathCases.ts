import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"

/** The acts of persons in order; `signup` and `buy` are the steps of the funnel. */
export const shoppers = [
  ["home", "signup", "tour", "buy", "thanks"],
  ["home", "signup", "help"],
  ["search", "home", "signup", "tour", "search", "buy"],
  ["home"]
]

/** The paths of a query around the steps of a funnel. */
interface FunnelPathCase {
  readonly name: string
  readonly walks: ReadonlyArray<ReadonlyArray<string>>
  readonly query: JsonRecord
  readonly edges: ReadonlyArray<readonly [source: string, target: string, value: number, minutes?: number]>
}

const funnelOf = (filter: JsonRecord = {}): JsonRecord => ({
  kind: "FunnelsQuery",
  series: [{ kind: "EventsNode", event: "signup" }, { kind: "EventsNode", event: "buy" }],
  dateRange: { date_from: "all" },
  funnelsFilter: filter
})

/** Paths around a step. */
export const around = (type: string, step: number, filter?: JsonRecord): JsonRecord => ({
  funnelPathsFilter: { funnelPathType: `funnel_path_${type}`, funnelStep: step, funnelSource: funnelOf(filter) }
})

const tenMinutes = { funnelWindowInterval: 10, funnelWindowIntervalUnit: "minute" }

/** Paths around the steps of a funnel, computed by hand. */
export const funnelPathCases: ReadonlyArray<FunnelPathCase> = [
  {
    name: "after the first step, of those who did it",
    walks: shoppers,
    query: around("after_step", 1),
    edges: [
      ["1_signup", "2_tour", 2],
      ["1_signup", "2_help", 1],
      ["2_tour", "3_buy", 1],
      ["2_tour", "3_search", 1],
      ["3_buy", "4_thanks", 1],
      ["3_search", "4_buy", 1]
    ]
  },
  {
    name: "between the steps, both included",
    walks: shoppers,
    query: around("between_steps", 2),
    edges: [
      ["1_signup", "2_tour", 2],
      ["2_tour", "3_buy", 1],
      ["2_tour", "3_search", 1],
      ["3_search", "4_buy", 1]
    ]
  },
  {
    name: "before the last step, of long paths the last steps",
    walks: shoppers,
    query: { ...around("before_step", 2), pathsFilter: { stepLimit: 2 } },
    edges: [["1_search", "2_buy", 1], ["1_tour", "2_buy", 1]]
  },
  {
    name: "before those left who did not go on",
    walks: shoppers,
    query: around("before_step", -2),
    edges: [["1_home", "2_signup", 1]]
  },
  {
    name: "after those left who did not go on in time",
    walks: shoppers,
    query: around("after_step", -2, tenMinutes),
    edges: [["1_search", "2_buy", 1]]
  },
  {
    name: "a session is as long as the funnel lets it be",
    walks: [["signup", "x", "x", "x", "x", "x", "x", "x", "help"]],
    query: { ...around("after_step", 1), pathsFilter: { excludeEvents: ["x"] } },
    edges: [["1_signup", "2_help", 1, 40]]
  },
  {
    name: "of a cut funnel over time everybody counts once",
    walks: shoppers,
    query: {
      funnelPathsFilter: {
        funnelPathType: "funnel_path_before_step",
        funnelStep: 1,
        funnelSource: {
          ...funnelOf({ funnelVizType: "trends", breakdownAttributionType: "all_events" }),
          breakdownFilter: { breakdown: "event", breakdown_type: "event_metadata" }
        }
      }
    },
    edges: [["1_home", "2_signup", 2], ["1_search", "2_home", 1], ["2_home", "3_signup", 1]]
  },
  {
    name: "nobody in the funnel, no paths",
    walks: [["home", "help"]],
    query: around("after_step", 1),
    edges: []
  }
]

/** Funnels and steps around which there are no paths, and where the request is wrong. */
export const refusedFunnelPaths: ReadonlyArray<readonly [query: JsonRecord, attr: string]> = [
  [around("between_steps", 1), "funnelPathsFilter.funnelStep"],
  [around("after_step", 3), "funnelPathsFilter.funnelStep"],
  [around("before_step", -1), "funnelPathsFilter.funnelStep"],
  [{ ...around("after_step", 1), aggregation_group_type_index: 0 }, "aggregation_group_type_index"],
  [
    { funnelPathsFilter: { funnelPathType: "funnel_path_after_step", funnelStep: 1, funnelSource: { kind: "Other" } } },
    "funnelPathsFilter.funnelSource.kind"
  ],
  [
    around("after_step", 1, { funnelAggregateByHogQL: "$session_id" }),
    "funnelPathsFilter.funnelSource.funnelsFilter.funnelAggregateByHogQL"
  ]
]
