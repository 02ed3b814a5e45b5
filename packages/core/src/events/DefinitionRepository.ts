import type { Effect } from "effect"
import { Context } from "effect"
import type { ProjectId } from "../access/Project.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import type { Uuid } from "../shared/Uuid.ts"
import type { EventTime } from "./EventTime.ts"

/** An event name that the project has received. */
export interface EventDefinition {
  readonly id: Uuid
  readonly name: string
  readonly created_at: EventTime
  readonly last_seen_at: EventTime
}

export type PropertyKind = "event" | "person" | "group"
export type PropertyType = "String" | "Numeric" | "Boolean" | "DateTime"

/** A property name that the project has received, with the type its first value had. */
export interface PropertyDefinition {
  readonly id: Uuid
  readonly kind: PropertyKind
  readonly name: string
  readonly property_type: PropertyType | null
}

/** Names and types learnt from what arrives. Ids are derived from project, kind and name. */
export class DefinitionRepository extends Context.Service<DefinitionRepository, {
  /** Adds what is unknown and raises `last_seen_at`. */
  readonly learn: (
    project: ProjectId,
    events: ReadonlyArray<EventDefinition>,
    properties: ReadonlyArray<PropertyDefinition>
  ) => Effect.Effect<void>
  /** By name, filtered by a part of the name in any letter case. */
  readonly listEvents: (
    project: ProjectId,
    search: string,
    page: PageRequest
  ) => Effect.Effect<Page<EventDefinition>>
  readonly listProperties: (
    project: ProjectId,
    kind: PropertyKind,
    search: string,
    page: PageRequest
  ) => Effect.Effect<Page<PropertyDefinition>>
}>()("@hedgerow/core/events/DefinitionRepository") {}
