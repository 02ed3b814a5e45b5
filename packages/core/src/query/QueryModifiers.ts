import { Schema } from "effect"
import { defaultModifiers, personModes, type PlanModifiers } from "./tables/PlanModifiers.ts"

const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))
const ignored = Schema.optionalKey(Schema.Unknown)

/** The options of a query's run. Those that only change speed are accepted and change nothing. */
export const QueryModifiers = Schema.Struct({
  personsOnEventsMode: optional(Schema.Literals(personModes)),
  convertToProjectTimezone: optional(Schema.Boolean),
  debug: optional(Schema.Boolean),
  timings: optional(Schema.Boolean),
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
})
export type QueryModifiers = typeof QueryModifiers.Type

/** The modifiers that change the meaning, with their defaults. */
export const planModifiers = (modifiers: QueryModifiers | null | undefined): PlanModifiers => ({
  personsOnEventsMode: modifiers?.personsOnEventsMode ?? defaultModifiers.personsOnEventsMode,
  convertToProjectTimezone: modifiers?.convertToProjectTimezone ?? defaultModifiers.convertToProjectTimezone
})
