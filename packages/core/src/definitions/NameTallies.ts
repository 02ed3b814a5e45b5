import type { EventTime } from "../events/EventTime.ts"
import type { DefinitionId } from "./Definition.ts"
import type { Day, EventSighting, PropertySighting } from "./DefinitionUpdate.ts"
import type { PropertyKey, PropertyType } from "./PropertyDefinition.ts"
import { isReadableAs, isTyped, propertyTypeOf } from "./PropertyTypes.ts"

/** The counts of one name since they were last taken. */
abstract class Tally {
  #volume = 0
  #first: number = Infinity
  #last: number = -Infinity

  /** Whether there is something to take. */
  get isPending(): boolean {
    return this.#last !== -Infinity
  }

  protected widen(volume: number, first: number, last: number): void {
    this.#volume += volume
    if (first < this.#first) this.#first = first
    if (last > this.#last) this.#last = last
  }

  protected takeSight(): { readonly volume: number; readonly first: EventTime; readonly last: EventTime } {
    const sight = { volume: this.#volume, first: this.#first as EventTime, last: this.#last as EventTime }
    this.#volume = 0
    this.#first = Infinity
    this.#last = -Infinity
    return sight
  }
}

/** A known property, with what is not written of it yet. */
export class PropertyTally extends Tally {
  readonly id: DefinitionId
  readonly key: PropertyKey
  #type: PropertyType | null
  #isMixed = false
  /** The storage reads values by this type, as far as is known. */
  #isInUse = true
  /** The next write may change how values are read. */
  hasNews = false

  constructor(id: DefinitionId, key: PropertyKey, type: PropertyType | null) {
    super()
    this.id = id
    this.key = key
    this.#type = type
  }

  get type(): PropertyType | null {
    return this.#type
  }

  /** The storage has this type now, or it was learnt just now. */
  retype(type: PropertyType | null, isMixed = false): void {
    this.#type = type
    this.#isMixed = isMixed
    this.#isInUse = true
    this.hasNews = false
  }

  /** The storage does not read values by this type: somebody has set another, or the property was deleted and will return. */
  dropType(): void {
    if (!isTyped(this.#type) || !this.#isInUse || this.hasNews) return
    this.#isInUse = false
    this.#isMixed = false
    this.hasNews = true
  }

  see(at: EventTime, value: unknown): void {
    this.widen(1, at, at)
    if (this.#type === null) {
      this.#type = propertyTypeOf(this.key.name, value)
      this.hasNews = isTyped(this.#type)
    } else if (this.#isInUse && !this.#isMixed && !isReadableAs(this.#type, value)) {
      this.#isMixed = true
      this.hasNews = true
    }
  }

  add({ first, is_mixed, last, volume }: PropertySighting): void {
    this.widen(volume, first, last)
    if (is_mixed) this.#isMixed = true
  }

  take(): PropertySighting {
    this.hasNews = false
    return { ...this.key, id: this.id, property_type: this.#type, is_mixed: this.#isMixed, ...this.takeSight() }
  }
}

/** A known event name, with what is not written of it yet. */
export class EventTally extends Tally {
  readonly id: DefinitionId
  readonly name: string
  /** The properties it is known to carry, by the name they are stored under. */
  readonly properties = new Map<string, PropertyTally>()
  #days = new Map<Day, number>()

  constructor(id: DefinitionId, name: string) {
    super()
    this.id = id
    this.name = name
  }

  /** An event that arrived at a time; undefined is a day that is too long ago to be counted. */
  see(at: EventTime, day: Day | undefined): void {
    this.widen(1, at, at)
    if (day !== undefined) this.#addDay(day, 1)
  }

  add({ days, first, last, volume }: EventSighting): void {
    this.widen(volume, first, last)
    for (const { day, volume } of days) this.#addDay(day, volume)
  }

  take(): EventSighting {
    const days = [...this.#days].map(([day, volume]) => ({ day, volume }))
    this.#days = new Map()
    return { id: this.id, name: this.name, ...this.takeSight(), days }
  }

  #addDay(day: Day, volume: number): void {
    this.#days.set(day, (this.#days.get(day) ?? 0) + volume)
  }
}
