/** Every kind a request may name, in the order of the answer to an unknown one. */
export const namedKinds: ReadonlyArray<string> = (
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
  "ActorsPropertyTaxonomyQuery TracesQuery TraceQuery VectorSearchQuery CalendarHeatmapQuery DocumentSimilarityQuery " +
  "ErrorTrackingSimilarIssuesQuery FunnelCorrelationActorsQuery FunnelsActorsQuery MarketingAnalyticsAggregatedQuery " +
  "RecordingsQuery RevenueAnalyticsCustomerCountQuery RevenueAnalyticsGrossRevenueQuery SessionBatchEventsQuery " +
  "StickinessActorsQuery UsageMetricsQuery WebTrendsQuery"
).split(" ")

/** Kinds that only present the result of their `source`. */
export const presentations: ReadonlySet<string> = new Set(["DataTableNode", "DataVisualizationNode", "InsightVizNode"])
