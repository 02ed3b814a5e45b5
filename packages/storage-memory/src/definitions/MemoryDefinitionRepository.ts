import type { DefinitionId, Described } from "@hedgerow/core/definitions/Definition"
import { EventNameTaken } from "@hedgerow/core/definitions/DefinitionErrors"
import type { ListedProperty } from "@hedgerow/core/definitions/DefinitionFilters"
import { DefinitionRepository, type TypedProperty } from "@hedgerow/core/definitions/DefinitionRepository"
import type { PropertyDefinition } from "@hedgerow/core/definitions/PropertyDefinition"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Page, PageRequest } from "@hedgerow/core/shared/Page"
import { Effect, Layer, Option } from "effect"
import { MemoryDatabase, type MemoryState } from "../database/MemoryDatabase.ts"
import type { MemoryProject } from "../database/MemoryProject.ts"
import { eventAsOf, identityOf, learn, type StoredPropertyDefinition } from "../database/StoredDefinitions.ts"
import { eventOrder, matchesEvent, matchesProperty, propertyOrder, seenOn } from "./DefinitionMatches.ts"

const pageOf = <A>(items: ReadonlyArray<A>, { limit, offset }: PageRequest): Page<A> => ({
  items: items.slice(offset, offset + limit),
  count: items.length
})

const descriptionOf = (definition: Described): Described => {
  const { description, hidden, tags, updated_at, updated_by, verified, verified_at, verified_by } = definition
  return { description, hidden, tags, updated_at, updated_by, verified, verified_at, verified_by }
}

const eventOf = (data: MemoryProject, id: DefinitionId) =>
  [...data.eventDefinitions.values()].find((event) => event.id === id)

const propertyOf = (data: MemoryProject, id: DefinitionId) =>
  [...data.propertyDefinitions.values()].find((property) => property.id === id)

const publicProperty = (
  { is_mixed: _isMixed, isTypeSet: _isTypeSet, ...property }: StoredPropertyDefinition
): PropertyDefinition => property

/** A value of another type does not change a type that is set. */
const typeSet = (known: StoredPropertyDefinition, { property_type }: PropertyDefinition) => ({
  property_type,
  isTypeSet: true,
  is_mixed: known.is_mixed && known.property_type === property_type
})

const listedAs = (property: StoredPropertyDefinition, is_seen_on_filtered_events: boolean | null): ListedProperty => ({
  ...publicProperty(property),
  is_seen_on_filtered_events
})

const hasOtherType = (
  property: StoredPropertyDefinition
): property is StoredPropertyDefinition & TypedProperty =>
  property.property_type !== null && property.property_type !== "String"

const events = (database: MemoryDatabase["Service"]) => {
  const find = (state: MemoryState, project: ProjectId, id: DefinitionId, since: number) =>
    Option.map(Option.fromUndefinedOr(eventOf(state.of(project), id)), eventAsOf(since))
  return {
    listEvents: (project, filter, since, page) =>
      database.operation((state) => {
        const all = [...state.of(project).eventDefinitions.values()].map(eventAsOf(since))
        return pageOf(all.filter(matchesEvent(filter)).toSorted(eventOrder(filter)), page)
      }),
    findEvent: (project, id, since) => database.operation((state) => find(state, project, id, since)),
    findEventForUpdate: (project, id, since) => database.operation((state) => find(state, project, id, since)),
    findEventByName: (project, name, since) =>
      database.operation((state) =>
        Option.map(Option.fromUndefinedOr(state.of(project).eventDefinitions.get(name)), eventAsOf(since))
      ),
    insertEvent: (project, { volume_30_day: _volume, ...event }) =>
      database.operation((state) => {
        const { eventDefinitions } = state.of(project)
        if (eventDefinitions.has(event.name)) return false
        eventDefinitions.set(event.name, { ...event, days: new Map() })
        return true
      }).pipe(
        Effect.flatMap((isNew) => isNew ? Effect.void : Effect.fail(new EventNameTaken({ name: event.name })))
      ),
    describeEvent: (project, event) =>
      database.operation((state) => {
        const { eventDefinitions } = state.of(project)
        const known = eventOf(state.of(project), event.id)
        if (known === undefined) return
        eventDefinitions.set(known.name, { ...known, ...descriptionOf(event), owner: event.owner })
      }),
    removeEvent: (project, id) =>
      database.operation((state) => {
        const known = eventOf(state.of(project), id)
        if (known !== undefined) state.of(project).eventDefinitions.delete(known.name)
      })
  } satisfies Partial<DefinitionRepository["Service"]>
}

const properties = (database: MemoryDatabase["Service"]) => {
  const find = (project: ProjectId, id: DefinitionId) =>
    database.operation((state) => Option.map(Option.fromUndefinedOr(propertyOf(state.of(project), id)), publicProperty))
  return {
    listProperties: (project, filter, page) =>
      database.operation((state) => {
        const data = state.of(project)
        const isSeen = seenOn(data, filter)
        const listed = [...data.propertyDefinitions.values()].filter(matchesProperty(filter)).map((property) =>
          listedAs(property, isSeen(property))
        )
        const isMeant = filter.isOnlyOfEvents === true
          ? listed.filter((property) => property.is_seen_on_filtered_events !== false)
          : listed
        return pageOf(isMeant.toSorted(propertyOrder), page)
      }),
    findProperty: find,
    findPropertyForUpdate: find,
    describeProperty: (project, property, setsType) =>
      database.operation((state) => {
        const known = propertyOf(state.of(project), property.id)
        if (known === undefined) return
        state.of(project).propertyDefinitions.set(identityOf(known), {
          ...known,
          ...descriptionOf(property),
          ...(setsType ? typeSet(known, property) : undefined)
        })
      }),
    removeProperty: (project, id) =>
      database.operation((state) => {
        const known = propertyOf(state.of(project), id)
        if (known !== undefined) state.of(project).propertyDefinitions.delete(identityOf(known))
      }),
    typedProperties: (project) =>
      database.operation((state) =>
        [...state.of(project).propertyDefinitions.values()].filter(hasOtherType)
          .map(({ group_type_index, is_mixed, kind, name, property_type }) => ({
            kind,
            group_type_index,
            name,
            property_type,
            is_mixed
          }))
      )
  } satisfies Partial<DefinitionRepository["Service"]>
}

/** Event and property definitions in memory. */
export const layer: Layer.Layer<DefinitionRepository, never, MemoryDatabase> = Layer.effect(
  DefinitionRepository,
  Effect.map(MemoryDatabase, (database) =>
    DefinitionRepository.of({
      learn: (project, update) => database.operation((state) => learn(state.of(project), update)),
      ...events(database),
      ...properties(database)
    }))
)
