/** What becomes of the fields of the older form of insights. */

/** The name of a field today, by its older name. */
export type Names = Readonly<Record<string, string>>

/** Names that stayed as they were. */
export const same = (...names: ReadonlyArray<string>): Names => Object.fromEntries(names.map((name) => [name, name]))

const breakdown = same(
  "breakdown",
  "breakdown_type",
  "breakdowns",
  "breakdown_group_type_index",
  "breakdown_histogram_bin_count",
  "breakdown_limit",
  "breakdown_hide_other_aggregation",
  "breakdown_normalize_url"
)

const compare = same("compare", "compare_to")

interface Shape {
  readonly kind: string
  readonly hasSeries: boolean
  readonly hasInterval: boolean
  /** The fields of the node that hold those of the filters, by their names. */
  readonly parts: Readonly<Record<string, Names>>
}

/** The shapes of the insights, by their older names. */
export const olderShapes: ReadonlyMap<string, Shape> = new Map([
  ["TRENDS", {
    kind: "TrendsQuery",
    hasSeries: true,
    hasInterval: true,
    parts: {
      trendsFilter: { display: "display", formula: "formula", smoothing_intervals: "smoothingIntervals" },
      breakdownFilter: breakdown,
      compareFilter: compare
    }
  }],
  ["FUNNELS", {
    kind: "FunnelsQuery",
    hasSeries: true,
    hasInterval: true,
    parts: {
      funnelsFilter: {
        funnel_viz_type: "funnelVizType",
        funnel_order_type: "funnelOrderType",
        funnel_window_interval: "funnelWindowInterval",
        funnel_window_interval_unit: "funnelWindowIntervalUnit",
        funnel_from_step: "funnelFromStep",
        funnel_to_step: "funnelToStep",
        funnel_aggregate_by_hogql: "funnelAggregateByHogQL",
        breakdown_attribution_type: "breakdownAttributionType",
        breakdown_attribution_value: "breakdownAttributionValue",
        bin_count: "binCount"
      },
      breakdownFilter: breakdown
    }
  }],
  ["RETENTION", {
    kind: "RetentionQuery",
    hasSeries: false,
    hasInterval: false,
    parts: {
      retentionFilter: {
        target_entity: "targetEntity",
        returning_entity: "returningEntity",
        period: "period",
        total_intervals: "totalIntervals",
        retention_type: "retentionType",
        retention_reference: "retentionReference",
        cumulative: "cumulative"
      },
      breakdownFilter: breakdown
    }
  }],
  ["PATHS", {
    kind: "PathsQuery",
    hasSeries: false,
    hasInterval: false,
    parts: {
      pathsFilter: {
        include_event_types: "includeEventTypes",
        paths_hogql_expression: "pathsHogQLExpression",
        start_point: "startPoint",
        end_point: "endPoint",
        exclude_events: "excludeEvents",
        path_groupings: "pathGroupings",
        path_replacements: "pathReplacements",
        local_path_cleaning_filters: "localPathCleaningFilters",
        step_limit: "stepLimit",
        edge_limit: "edgeLimit",
        min_edge_weight: "minEdgeWeight",
        max_edge_weight: "maxEdgeWeight"
      }
    }
  }],
  ["STICKINESS", {
    kind: "StickinessQuery",
    hasSeries: true,
    hasInterval: true,
    parts: { stickinessFilter: { display: "display" }, compareFilter: compare }
  }],
  ["LIFECYCLE", {
    kind: "LifecycleQuery",
    hasSeries: true,
    hasInterval: true,
    parts: { lifecycleFilter: { toggledLifecycles: "toggledLifecycles" } }
  }]
])
