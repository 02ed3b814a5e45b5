import type { Effect } from "effect"
import type { Project } from "../access/Project.ts"
import type { KnownCohort } from "../cohorts/KnownCohorts.ts"
import type { KnownTypes } from "../definitions/TypedProperties.ts"
import type { EventTime } from "../events/EventTime.ts"
import type { Abilities } from "./EngineAbilities.ts"

/** What a dashboard asks for in the place of what its tiles say. */
export interface Overrides {
  readonly filtersOverride: Readonly<Record<string, unknown>> | undefined
  readonly variablesOverride: Readonly<Record<string, unknown>> | undefined
}

/** For whom and when a query is run. */
export interface Asked {
  readonly project: Project
  /** The types of the project's properties. */
  readonly types: KnownTypes
  /** The project's cohorts: read by a query that names some. */
  readonly cohorts: Effect.Effect<ReadonlyArray<KnownCohort>>
  readonly abilities: Abilities
  readonly now: EventTime
  readonly overrides: Overrides
}
