import type { Effect, Option } from "effect"
import { Context } from "effect"
import type { ProjectId } from "../identity/Project.ts"
import type { Page, PageRequest } from "../shared/Page.ts"
import type { DefinitionId } from "./Definition.ts"
import type { StoredProperty } from "./DefinitionEntities.ts"
import type { EventNameTaken } from "./DefinitionErrors.ts"
import type { EventDefinitionFilter, ListedProperty, PropertyDefinitionFilter } from "./DefinitionFilters.ts"
import type { Day, DefinitionUpdate } from "./DefinitionUpdate.ts"
import type { EventDefinition } from "./EventDefinition.ts"
import type { PropertyDefinition, PropertyKey, PropertyType } from "./PropertyDefinition.ts"

/** A property whose values have a type that is not text. */
export interface TypedProperty extends PropertyKey {
  readonly property_type: Exclude<PropertyType, "String">
  /** Values were seen that cannot be read as this type. */
  readonly is_mixed: boolean
}

/**
 * Names and types learnt from events, and their descriptions by people. Lists are by name by default. Reads of events
 * take the first day that their `volume_30_day` counts.
 */
export class DefinitionRepository extends Context.Service<DefinitionRepository, {
  /**
   * Adds unknown names, adds the volumes up, and widens the time of first and last sight. A type fills in one that is
   * null and that nobody has set, and changes no other. A property is mixed once a sighting has another type than its
   * own, until somebody sets one. All of it or nothing.
   */
  readonly learn: (project: ProjectId, update: DefinitionUpdate) => Effect.Effect<void>

  readonly listEvents: (
    project: ProjectId,
    filter: EventDefinitionFilter,
    since: Day,
    page: PageRequest
  ) => Effect.Effect<Page<EventDefinition>>
  readonly findEvent: (
    project: ProjectId,
    id: DefinitionId,
    since: Day
  ) => Effect.Effect<Option.Option<EventDefinition>>
  readonly findEventByName: (
    project: ProjectId,
    name: string,
    since: Day
  ) => Effect.Effect<Option.Option<EventDefinition>>
  /** As `findEvent`; inside a `Transaction.run` no other one gets past its own until it ends. */
  readonly findEventForUpdate: (
    project: ProjectId,
    id: DefinitionId,
    since: Day
  ) => Effect.Effect<Option.Option<EventDefinition>>
  readonly insertEvent: (project: ProjectId, event: EventDefinition) => Effect.Effect<void, EventNameTaken>
  /** Replaces the description of the event with this id; learnt fields stay. */
  readonly describeEvent: (project: ProjectId, event: EventDefinition) => Effect.Effect<void>
  readonly removeEvent: (project: ProjectId, id: DefinitionId) => Effect.Effect<void>

  readonly listProperties: (
    project: ProjectId,
    filter: PropertyDefinitionFilter,
    page: PageRequest
  ) => Effect.Effect<Page<ListedProperty>>
  readonly findProperty: (project: ProjectId, id: DefinitionId) => Effect.Effect<Option.Option<PropertyDefinition>>
  /** As `findProperty`; inside a `Transaction.run` no other one gets past its own until it ends. */
  readonly findPropertyForUpdate: (
    project: ProjectId,
    id: DefinitionId
  ) => Effect.Effect<Option.Option<StoredProperty>>
  /** Replaces the description of the property with this id, and its type; other learnt fields stay. */
  readonly describeProperty: (property: StoredProperty) => Effect.Effect<void>
  readonly removeProperty: (project: ProjectId, id: DefinitionId) => Effect.Effect<void>
  /** Every property with such a type, in any order. */
  readonly typedProperties: (project: ProjectId) => Effect.Effect<ReadonlyArray<TypedProperty>>
}>()("@hedgerow/core/definitions/DefinitionRepository") {}
