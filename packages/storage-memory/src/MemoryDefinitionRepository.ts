import type { ProjectId } from "@hedgerow/core/access/Project"
import {
  DefinitionRepository,
  type EventDefinition,
  type PropertyDefinition,
  type PropertyKind
} from "@hedgerow/core/events/DefinitionRepository"
import type { Page, PageRequest } from "@hedgerow/core/shared/Page"
import { Effect, Layer } from "effect"
import { MemoryDatabase } from "./MemoryDatabase.ts"
import type { MemoryProject } from "./MemoryProject.ts"
import { compareText } from "./query/CellOrder.ts"

const learnEvent = (data: MemoryProject, event: EventDefinition): void => {
  const known = data.eventDefinitions.get(event.name)
  if (known === undefined) data.eventDefinitions.set(event.name, event)
  else if (known.last_seen_at < event.last_seen_at) {
    data.eventDefinitions.set(event.name, { ...known, last_seen_at: event.last_seen_at })
  }
}

const learnProperty = (data: MemoryProject, property: PropertyDefinition): void => {
  const identity = `${property.kind}/${property.name}`
  if (!data.propertyDefinitions.has(identity)) data.propertyDefinitions.set(identity, property)
}

const pageOf = <A extends { readonly name: string }>(
  definitions: Iterable<A>,
  search: string,
  page: PageRequest
): Page<A> => {
  const part = search.toLowerCase()
  const found = [...definitions].filter(({ name }) => name.toLowerCase().includes(part))
  const sorted = found.toSorted((left, right) => compareText(left.name, right.name))
  return { items: sorted.slice(page.offset, page.offset + page.limit), count: found.length }
}

/** Event and property definitions in memory. */
export const layer: Layer.Layer<DefinitionRepository, never, MemoryDatabase> = Layer.effect(
  DefinitionRepository,
  Effect.gen(function*() {
    const database = yield* MemoryDatabase

    return DefinitionRepository.of({
      learn: Effect.fn("DefinitionRepository.learn")((
        project: ProjectId,
        events: ReadonlyArray<EventDefinition>,
        properties: ReadonlyArray<PropertyDefinition>
      ) =>
        database.operation((state) => {
          const data = state.of(project)
          for (const event of events) learnEvent(data, event)
          for (const property of properties) learnProperty(data, property)
        })
      ),
      listEvents: Effect.fn("DefinitionRepository.listEvents")((
        project: ProjectId,
        search: string,
        page: PageRequest
      ) => database.operation((state) => pageOf(state.of(project).eventDefinitions.values(), search, page))),
      listProperties: Effect.fn("DefinitionRepository.listProperties")((
        project: ProjectId,
        kind: PropertyKind,
        search: string,
        page: PageRequest
      ) =>
        database.operation((state) => {
          const definitions = [...state.of(project).propertyDefinitions.values()]
          return pageOf(definitions.filter((definition) => definition.kind === kind), search, page)
        })
      )
    })
  })
)
