import { isJsonRecord } from "../shared/JsonRecord.ts"

/** Kinds that carry SQL text. */
export const sqlKinds: ReadonlySet<string> = new Set(["ServiceSqlQuery", "HogQLQuery"])

/** Kinds that only present the result of their `source`. */
export const wrapperKinds: ReadonlySet<string> = new Set(["DataTableNode", "DataVisualizationNode", "InsightVizNode"])

/** Whether a node is SQL text, itself or as the source of nodes that only present it. */
export const isSqlNode = (node: unknown, depth = 0): boolean => {
  if (!isJsonRecord(node) || typeof node["kind"] !== "string") return false
  return sqlKinds.has(node["kind"])
    || (wrapperKinds.has(node["kind"]) && depth < 10 && isSqlNode(node["source"], depth + 1))
}

/** Every kind a request may name, in the order of the answer to an unknown one. */
export const knownKinds: ReadonlyArray<string> = (
  "EventsNode ActionsNode PersonsNode DataWarehouseNode EventsQuery ActorsQuery GroupsQuery InsightActorsQuery " +
  "InsightActorsQueryOptions SessionsTimelineQuery HogQuery ServiceSqlQuery HogQLQuery HogQLMetadata HogQLAutocomplete " +
  "HogQLASTQuery SessionAttributionExplorerQuery RevenueExampleEventsQuery RevenueExampleDataWarehouseTablesQuery " +
  "ErrorTrackingQuery ErrorTrackingIssueCorrelationQuery ExperimentFunnelsQuery ExperimentTrendsQuery ExperimentQuery " +
  "ExperimentExposureQuery WebOverviewQuery WebStatsTableQuery WebExternalClicksTableQuery WebGoalsQuery " +
  "WebVitalsQuery WebVitalsPathBreakdownQuery WebPageURLSearchQuery WebAnalyticsExternalSummaryQuery " +
  "RevenueAnalyticsGrowthRateQuery RevenueAnalyticsMetricsQuery RevenueAnalyticsMRRQuery RevenueAnalyticsOverviewQuery " +
  "RevenueAnalyticsTopCustomersQuery MarketingAnalyticsTableQuery DataVisualizationNode DataTableNode SavedInsightNode " +
  "InsightVizNode TrendsQuery FunnelsQuery RetentionQuery PathsQuery StickinessQuery LifecycleQuery " +
  "FunnelCorrelationQuery DatabaseSchemaQuery LogsQuery SuggestedQuestionsQuery TeamTaxonomyQuery EventTaxonomyQuery " +
  "ActorsPropertyTaxonomyQuery TracesQuery TraceQuery VectorSearchQuery"
).split(" ")
