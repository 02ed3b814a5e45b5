import type { Abilities } from "@hedgerow/sql/planning/Abilities"
import { type Effect, Schema } from "effect"
import type { KnownAction } from "../actions/KnownActions.ts"
import type { KnownTypes } from "../definitions/TypedProperties.ts"
import type { EventTime } from "../events/EventTime.ts"
import type { GroupTypeIndex } from "../events/GroupTypeIndex.ts"
import { PropertyFilters } from "../filters/PropertyFilter.ts"
import type { Project } from "../identity/Project.ts"
import { component, field, optional, recordOf } from "../shared/DocumentedSchema.ts"
import type { KnownCohort } from "./KnownCohorts.ts"
import type { QueryLogEntry } from "./log/QueryLogEntry.ts"
import { NamedDate } from "./structured/DateRange.ts"
import type { SqlVariable } from "./variables/SqlVariable.ts"

/** The changes of a dashboard to the queries of its tiles: their dates, and conditions added to theirs. */
export const FiltersOverride = Schema.Struct({
  date_from: optional(NamedDate, "The beginning, in place of that of `dateRange`."),
  date_to: optional(NamedDate, "The end, in place of that of `dateRange`."),
  explicitDate: optional(Schema.Boolean, "Whether the range begins and ends with these instants."),
  properties: optional(PropertyFilters, "Conditions beside those of the query."),
  breakdown_filter: optional(recordOf("BreakdownFilter"), "The breakdown, in place of the query's.")
}).annotate(component("FiltersOverride", "What a dashboard changes of the queries of its tiles.", {
  examples: [{ date_from: "-30d", properties: [{ type: "event", key: "$browser", value: "Firefox" }] }]
}))

/** The values of a dashboard for the variables of its tiles, by their ids; others than a tile's are ignored. */
export const VariablesOverride = Schema.Record(
  Schema.String,
  Schema.Struct({
    variableId: optional(Schema.String, "The id of the stored variable."),
    code_name: optional(Schema.String, "Its name in the text."),
    value: field(Schema.optionalKey(Schema.Unknown), "The value."),
    isNull: optional(Schema.Boolean, "Whether the value is null.")
  }).annotate(component("VariableOverride", "The value of a dashboard for a variable of its tiles."))
).annotate(component("VariablesOverride", "The values of variables, by their ids; others than a query's are ignored."))

/** The dates, conditions and variables of a dashboard, which override those of its tiles. */
export interface Overrides {
  readonly filtersOverride: typeof FiltersOverride.Type | undefined
  readonly variablesOverride: typeof VariablesOverride.Type | undefined
}

/** For whom and when a query is run. */
export interface Asked {
  readonly project: Project
  /** The types of the project's properties. */
  readonly types: KnownTypes
  /** The project's cohorts: read by a query that names some. */
  readonly cohorts: Effect.Effect<ReadonlyArray<KnownCohort>>
  /** The project's actions: read by a query that names some. */
  readonly actions: Effect.Effect<ReadonlyArray<KnownAction>>
  readonly abilities: Abilities
  readonly now: EventTime
  readonly overrides: Overrides
  /** The project's types of groups by name. */
  readonly groupTypes: Effect.Effect<ReadonlyMap<string, GroupTypeIndex>>
  /** The project's stored variables: read by a query that has variables. */
  readonly variables: Effect.Effect<ReadonlyArray<SqlVariable>>
  /** The newest entries of the project's query log. */
  readonly queryLog: Effect.Effect<ReadonlyArray<QueryLogEntry>>
}
