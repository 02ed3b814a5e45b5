import type { EventTime } from "../events/EventTime.ts"
import type { ProjectId } from "../identity/Project.ts"
import type { DefinitionUpdate, EventSighting, PropertyOfEvent, PropertySighting } from "./DefinitionUpdate.ts"
import { eventDefinitionId } from "./EventDefinition.ts"
import { propertyDefinitionId, type PropertyType } from "./PropertyDefinition.ts"
import { isTyped } from "./PropertyTypes.ts"
import { type Bag, keyIn } from "./SeenProperties.ts"

/**
 * The most new properties, and the most pairs, that are learnt at a time; further ones are learnt when they come again.
 */
export const maxNewNames = 5_000

/** Collects what is not known yet into a update without volumes. */
export class UnknownNames {
  readonly #project: ProjectId
  readonly #events = new Map<string, EventSighting>()
  readonly #properties = new Map<string, PropertySighting>()
  readonly #pairs = new Map<string, PropertyOfEvent>()

  constructor(project: ProjectId) {
    this.#project = project
  }

  /** The collected names; undefined when there are none. */
  get update(): DefinitionUpdate | undefined {
    if (this.#events.size + this.#properties.size + this.#pairs.size === 0) return undefined
    const properties = [...this.#properties.values()]
    return {
      events: [...this.#events.values()],
      properties,
      pairs: [...this.#pairs.values()],
      changesTypes: properties.some(({ property_type }) => isTyped(property_type))
    }
  }

  addEvent(name: string, at: EventTime): void {
    const known = this.#events.get(name)
    const id = known?.id ?? eventDefinitionId(this.#project, name)
    const { first, last } = widened(known, at)
    this.#events.set(name, { id, name, first, last, volume: 0, days: [] })
  }

  /** Answers false when it finds no room. */
  addProperty(bag: Bag, name: string, type: PropertyType | null, at: EventTime): boolean {
    const identity = `${bag}/${name}`
    const known = this.#properties.get(identity)
    if (known === undefined && this.#properties.size >= maxNewNames) return false
    const key = keyIn(bag, name)
    const id = known?.id ?? propertyDefinitionId(this.#project, key)
    const property_type = known?.property_type ?? type
    this.#properties.set(identity, { ...key, id, property_type, is_mixed: false, ...widened(known, at), volume: 0 })
    return true
  }

  addPair(event: string, property: string): void {
    if (this.#pairs.size >= maxNewNames) return
    const identity = JSON.stringify([event, property])
    if (!this.#pairs.has(identity)) this.#pairs.set(identity, { event, property })
  }
}

const widened = (known: { readonly first: EventTime; readonly last: EventTime } | undefined, at: EventTime) => ({
  first: known === undefined || at < known.first ? at : known.first,
  last: known === undefined || at > known.last ? at : known.last
})
