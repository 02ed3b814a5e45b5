import type { Project } from "../../../access/Project.ts"
import type { KnownTypes } from "../../../definitions/TypedProperties.ts"
import type { EventTime } from "../../../events/EventTime.ts"
import type { Abilities } from "../../EngineAbilities.ts"
import type { CommonTable, Span, Statement } from "../Ast.ts"
import type { Expr, SelectPlan } from "../Plan.ts"
import type { SqlType } from "../SqlType.ts"
import type { PropertyOwner } from "./TypedProperty.ts"

/** How an event's person is found: as it was at the event, or as it is now. */
export const personModes = [
  "disabled",
  "person_id_no_override_properties_on_events",
  "person_id_override_properties_on_events",
  "person_id_override_properties_joined"
] as const
export type PersonMode = (typeof personModes)[number]

/** The modifiers that change what a query means. */
export interface PlanModifiers {
  readonly personsOnEventsMode: PersonMode
  readonly convertToProjectTimezone: boolean
}

export const defaultModifiers: PlanModifiers = {
  personsOnEventsMode: "person_id_override_properties_on_events",
  convertToProjectTimezone: true
}

/** What a WITH clause made visible, and what was visible where each part of it was written. */
export interface CommonTables {
  readonly named: ReadonlyMap<string, { readonly table: CommonTable; readonly within: CommonTables }>
}

export const noTables: CommonTables = { named: new Map() }

/** A column of an answer as the user named it; `name` in the plan's select may differ. */
export interface OutputColumn {
  readonly name: string
  readonly type: SqlType
}

/** A resolved SELECT. `property` reads a JSON column that the plan selects, for a query around this one. */
export interface ResolvedSelect {
  readonly plan: SelectPlan
  readonly columns: ReadonlyArray<OutputColumn>
  readonly property: (index: number, path: ReadonlyArray<string>) => Expr | undefined
}

/** What stays the same for the whole statement, and what is noted about its expressions along the way. */
export interface Planning {
  readonly project: Project
  readonly now: EventTime
  readonly modifiers: PlanModifiers
  /** The zone in which stored times are shown. */
  readonly timezone: string
  readonly nextAlias: (name: string) => string
  /** What the engine that will run it has. */
  readonly abilities: Abilities
  /** The types of the project's properties. */
  readonly types: KnownTypes
  /** What the answer may not show as one would think, in words. */
  readonly warnings: Set<string>
  /** Whose properties an expression holds that is a JSON column. */
  readonly owners: WeakMap<Expr, PropertyOwner>
  /** How to read a property of an expression that is a JSON column. */
  readonly properties: WeakMap<Expr, (path: ReadonlyArray<string>) => Expr>
  /** Where a column was written and under which name. */
  readonly fields: WeakMap<Expr, Span & { readonly name: string }>
  /** The name users gave an aggregate, such as `avgIf`. */
  readonly aggregates: WeakMap<Expr, string>
  /** Counts the nodes of resolved expressions; refuses a statement of too many. */
  readonly spend: (nodes: number, span: Span) => void
  /** Begins an expression inside those that were begun before and not left; refuses one that lies too deep. */
  readonly enter: (span: Span) => void
  readonly leave: () => void
  /** Resolves a query inside this one. */
  readonly select: (statement: Statement, tables: CommonTables) => ResolvedSelect
}
