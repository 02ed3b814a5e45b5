import { sanitizeText } from "@hedgerow/sql/types/CanonicalJson"
import type { Steps } from "@hedgerow/sql/types/Steps"
import type { ProjectId } from "../identity/Project.ts"
import type { GroupTypes } from "../persons/GroupProcessing.ts"
import { dayOf, type DefinitionUpdate, firstCountedDay, maxPropertiesOfEvent } from "./DefinitionUpdate.ts"
import { eventDefinitionId } from "./EventDefinition.ts"
import { EventTally, PropertyTally } from "./NameTallies.ts"
import { propertyDefinitionId, type PropertyType } from "./PropertyDefinition.ts"
import { propertyTypeOf } from "./PropertyTypes.ts"
import { type Bag, bagOf, bags, eachProperty, eventBag, keyIn, type SeenEvent } from "./SeenProperties.ts"
import type { KnownTypes } from "./TypedProperties.ts"
import type { UnknownNames } from "./UnknownNames.ts"

/** The names one project is known to have, and what is not written of them yet: a known name costs a look-up. */
export class KnownDefinitions {
  readonly #project: ProjectId
  readonly #events = new Map<string, EventTally>()
  /** By bag, then by name. */
  readonly #properties: ReadonlyArray<Map<string, PropertyTally>> = bags.map(() => new Map())
  readonly #pendingEvents: Array<EventTally> = []
  readonly #pendingProperties: Array<PropertyTally> = []
  #size = 0

  constructor(project: ProjectId) {
    this.#project = project
  }

  /** The number of names and pairs that are remembered. */
  get size(): number {
    return this.#size
  }

  get hasPending(): boolean {
    return this.#pendingEvents.length + this.#pendingProperties.length > 0
  }

  /** Adds what the storage does not know yet of an event to what is `unknown`. */
  *compare(seen: SeenEvent, types: GroupTypes, unknown: UnknownNames): Steps<void> {
    const { event, received_at: at } = seen.event
    const known = this.#events.get(event)
    if (known === undefined) unknown.addEvent(event, at)
    yield* eachProperty(seen, types, (bag, sent, value) => {
      if (bag === eventBag && typeOf(known?.properties.get(sent)) !== null) return
      const name = sanitizeText(sent)
      const property = this.#find(bag, name)
      const type = typeOf(property) ?? propertyTypeOf(name, value)
      const isNews = property === undefined || type !== property.type
      if (isNews && !unknown.addProperty(bag, name, type, at)) return
      if (bag === eventBag && !knowsPair(known, name)) unknown.addPair(event, name)
    })
  }

  /** The storage knows this now. */
  remember({ events, pairs, properties }: DefinitionUpdate): void {
    for (const { name } of events) this.#event(name)
    for (const property of properties) {
      const bag = bagOf(property)
      if (bag === undefined) continue
      const tally = this.#property(bag, property.name)
      if (tally.type === null) tally.retype(property.property_type)
    }
    for (const { event, property } of pairs) {
      const known = this.#event(event)
      if (knowsPair(known, property)) continue
      known.properties.set(property, this.#property(eventBag, property))
      this.#size += 1
    }
  }

  /** Counts an event that was stored, and those of its properties that are known. */
  *count(seen: SeenEvent, types: GroupTypes): Steps<void> {
    const { event, received_at: at, timestamp } = seen.event
    const tally = this.#event(event)
    const day = dayOf(timestamp)
    this.#pend(tally, this.#pendingEvents)
    tally.see(at, day < firstCountedDay(at) ? undefined : day)
    yield* eachProperty(seen, types, (bag, sent, value) => {
      const property = (bag === eventBag ? tally.properties.get(sent) : undefined) ?? this.#named(bag, sent)
      if (property === undefined) return
      this.#pend(property, this.#pendingProperties)
      property.see(at, value)
    })
  }

  /** Takes the counts that have not been taken yet, of at most `limit` events and `limit` properties. */
  take(limit: number): DefinitionUpdate {
    const events = this.#pendingEvents.splice(-limit).map((tally) => tally.take())
    const tallies = this.#pendingProperties.splice(-limit)
    const changesTypes = tallies.some(({ hasNews }) => hasNews)
    return { events, properties: tallies.map((tally) => tally.take()), pairs: [], changesTypes }
  }

  /** Takes over the types as the storage has them now: somebody may have set others. */
  retype({ find }: KnownTypes): void {
    for (const properties of this.#properties) {
      for (const tally of properties.values()) {
        const { group_type_index, kind, name } = tally.key
        const typed = find(kind, group_type_index ?? undefined, name)
        if (typed === undefined) tally.dropType()
        else tally.retype(typed.property_type, typed.is_mixed)
      }
    }
  }

  /** Takes back an update that could not be written, to be written later. */
  giveBack({ changesTypes, events, properties }: DefinitionUpdate): void {
    for (const sighting of events) {
      const tally = this.#event(sighting.name)
      this.#pend(tally, this.#pendingEvents)
      tally.add(sighting)
    }
    for (const sighting of properties) {
      const bag = bagOf(sighting)
      if (bag === undefined) continue
      const tally = this.#property(bag, sighting.name)
      this.#pend(tally, this.#pendingProperties)
      tally.add(sighting)
      tally.hasNews ||= changesTypes
    }
  }

  #pend<T extends EventTally | PropertyTally>(tally: T, pending: Array<T>): void {
    if (!tally.isPending) pending.push(tally)
  }

  #find(bag: Bag, name: string): PropertyTally | undefined {
    return this.#properties[bag]?.get(name)
  }

  #named(bag: Bag, sent: string): PropertyTally | undefined {
    return this.#find(bag, sent) ?? this.#find(bag, sanitizeText(sent))
  }

  #event(name: string): EventTally {
    const known = this.#events.get(name)
    if (known !== undefined) return known
    const tally = new EventTally(eventDefinitionId(this.#project, name), name)
    this.#events.set(name, tally)
    this.#size += 1
    return tally
  }

  #property(bag: Bag, name: string): PropertyTally {
    const known = this.#find(bag, name)
    if (known !== undefined) return known
    const key = keyIn(bag, name)
    const tally = new PropertyTally(propertyDefinitionId(this.#project, key), key, null)
    this.#properties[bag]?.set(name, tally)
    this.#size += 1
    return tally
  }
}

const typeOf = (property: PropertyTally | undefined): PropertyType | null => property?.type ?? null

const knowsPair = (event: EventTally | undefined, property: string): boolean =>
  event !== undefined && (event.properties.has(property) || event.properties.size >= maxPropertiesOfEvent)
