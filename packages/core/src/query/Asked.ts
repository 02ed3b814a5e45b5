import type { Abilities } from "@hedgerow/sql/planning/Abilities"
import { type Effect, Schema } from "effect"
import type { KnownAction } from "../actions/KnownActions.ts"
import type { KnownTypes } from "../definitions/TypedProperties.ts"
import type { EventTime } from "../events/EventTime.ts"
import type { GroupTypeIndex } from "../events/GroupTypeIndex.ts"
import { PropertyFilters } from "../filters/PropertyFilter.ts"
import type { Project } from "../identity/Project.ts"
import type { KnownCohort } from "./KnownCohorts.ts"
import type { QueryLogEntry } from "./log/QueryLogEntry.ts"
import { NamedDate } from "./structured/DateRange.ts"
import type { SqlVariable } from "./variables/SqlVariable.ts"

const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** The changes of a dashboard to the queries of its tiles: their dates, and conditions added to theirs. */
export const FiltersOverride = Schema.Struct({
  date_from: optional(NamedDate),
  date_to: optional(NamedDate),
  explicitDate: optional(Schema.Boolean),
  properties: optional(PropertyFilters),
  breakdown_filter: optional(Schema.Record(Schema.String, Schema.Unknown))
})

/** The values of a dashboard for the variables of its tiles, by their ids; others than a tile's are ignored. */
export const VariablesOverride = Schema.Record(
  Schema.String,
  Schema.Struct({
    variableId: optional(Schema.String),
    code_name: optional(Schema.String),
    value: Schema.optionalKey(Schema.Unknown),
    isNull: optional(Schema.Boolean)
  })
)

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
