import {
  eventDefinitionEntity,
  eventOf,
  keyOfKind,
  propertyDefinitionEntity,
  propertyOf,
  type StoredProperty
} from "@hedgerow/core/definitions/DefinitionEntities"
import { listedAs } from "@hedgerow/core/definitions/DefinitionFilters"
import { DefinitionRepository, type TypedProperty } from "@hedgerow/core/definitions/DefinitionRepository"
import { definitionRepository, type LearntDefinitions } from "@hedgerow/core/definitions/DescribedDefinitions"
import { Effect, Layer } from "effect"
import { MemoryDatabase } from "../database/MemoryDatabase.ts"
import type { MemoryProject } from "../database/MemoryProject.ts"
import { slice } from "../database/Slice.ts"
import { learn, volumeSince } from "../database/StoredDefinitions.ts"
import * as MemoryEntity from "../entities/MemoryEntity.ts"
import { eventOrder, matchesEvent, matchesProperty, propertyOrder, seenOn } from "./DefinitionMatches.ts"

const eventsOf = ({ entities }: MemoryProject) => Array.from(entities.of(eventDefinitionEntity).rows.values())

const propertiesOf = ({ entities }: MemoryProject) => Array.from(entities.of(propertyDefinitionEntity).rows.values())

const typedOf = ({ is_mixed, kind, name, property_type }: StoredProperty): ReadonlyArray<TypedProperty> =>
  property_type === null || property_type === "String" ? [] : [{ ...keyOfKind(kind), name, property_type, is_mixed }]

const learnt = ({ operation }: MemoryDatabase["Service"]): LearntDefinitions => ({
  learn: (project, update) => operation((state) => learn(state.of(project), project, update)),
  listEvents: (project, filter, since, page) =>
    operation((state) => {
      const data = state.of(project)
      const all = eventsOf(data).map((row) => eventOf(row, volumeSince(data, row.name, since)))
      return slice(all.filter(matchesEvent(filter)).toSorted(eventOrder(filter)), page)
    }),
  volumeSince: (project, name, since) => operation((state) => volumeSince(state.of(project), name, since)),
  forgetVolumes: (project, name) => operation((state) => state.of(project).eventVolumes.delete(name)),
  listProperties: (project, filter, page) =>
    operation((state) => {
      const data = state.of(project)
      const isSeen = seenOn(data, filter)
      const listed = propertiesOf(data).map(propertyOf).filter(matchesProperty(filter)).map((property) =>
        listedAs(property, isSeen(property))
      )
      const isMeant = filter.isOnlyOfEvents === true
        ? listed.filter((property) => property.is_seen_on_filtered_events !== false)
        : listed
      return slice(isMeant.toSorted(propertyOrder), page)
    }),
  typedProperties: (project) => operation((state) => propertiesOf(state.of(project)).flatMap(typedOf))
})

/** Event and property definitions in memory. */
export const layer: Layer.Layer<DefinitionRepository, never, MemoryDatabase> = Layer.effect(
  DefinitionRepository,
  Effect.gen(function*() {
    return definitionRepository(
      yield* MemoryEntity.make(eventDefinitionEntity),
      yield* MemoryEntity.make(propertyDefinitionEntity),
      learnt(yield* MemoryDatabase)
    )
  })
)
