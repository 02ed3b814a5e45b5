import { Schema } from "effect"
import { component, ignored, optional } from "../shared/DocumentedSchema.ts"
import { defaultModifiers, personModes, type PlanModifiers } from "./tables/PlanModifiers.ts"

/** The options of a query's run. Those that only change speed are accepted and change nothing. */
export const QueryModifiers = Schema.Struct({
  personsOnEventsMode: optional(
    Schema.Literals(personModes),
    "The person of an event: as of the event, or as of now. `person_id_override_properties_on_events` by default."
  ),
  convertToProjectTimezone: optional(
    Schema.Boolean,
    "Whether times are shown in the project's time zone, which they are by default."
  ),
  debug: optional(Schema.Boolean, "Whether an error is returned in the answer, beside the statement of the engine."),
  timings: optional(Schema.Boolean, "Whether the answer has the time of each step."),
  bounceRateDurationSeconds: ignored,
  bounceRatePageViewMode: ignored,
  customChannelTypeRules: ignored,
  dataWarehouseEventsModifiers: ignored,
  forceClickhouseDataSkippingIndexes: ignored,
  formatCsvAllowDoubleQuotes: ignored,
  inCohortVia: ignored,
  inlineCohortCalculation: ignored,
  materializationMode: ignored,
  materializedColumnsOptimizationMode: ignored,
  optimizeJoinedFilters: ignored,
  optimizeProjections: ignored,
  parserMode: ignored,
  personsArgMaxVersion: ignored,
  personsJoinMode: ignored,
  propertyGroupsMode: ignored,
  pushDownPredicates: ignored,
  s3TableUseInvalidColumns: ignored,
  sessionIdPushdown: ignored,
  sessionPropertyPreAggregation: ignored,
  sessionTableVersion: ignored,
  sessionsV2JoinMode: ignored,
  useMaterializedViews: ignored,
  usePreaggregatedIntermediateResults: ignored,
  usePreaggregatedTableTransforms: ignored,
  usePresortedEventsTable: ignored,
  useWebAnalyticsPreAggregatedTables: ignored
}).annotate(component("QueryModifiers", "The options of a query's run."))
export type QueryModifiers = typeof QueryModifiers.Type

/** The field of nodes that has them. */
export const modifiersField = optional(QueryModifiers, "The options of the run.")

/** The fields that nodes of clients carry beside the query; the name is for the log. */
export const clientFields = { name: ignored, response: ignored, tags: ignored, version: ignored }

/** The modifiers that change the meaning, with their defaults. */
export const planModifiers = (modifiers: QueryModifiers | null | undefined): PlanModifiers => ({
  personsOnEventsMode: modifiers?.personsOnEventsMode ?? defaultModifiers.personsOnEventsMode,
  convertToProjectTimezone: modifiers?.convertToProjectTimezone ?? defaultModifiers.convertToProjectTimezone
})
