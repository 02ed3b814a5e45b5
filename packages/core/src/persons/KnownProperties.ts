import { Schema } from "effect"
import type { PropertyBounds } from "../events/CaptureLimits.ts"
import { countValues } from "../shared/CountValues.ts"
import type { StoredProperties } from "../shared/StoredProperties.ts"

/** The stored properties that were asked for are larger together than is read at a time. */
export class TooMuchKnown extends Schema.TaggedError<TooMuchKnown>()("TooMuchKnown", {}) {}

/** Adds up stored properties while they are read. */
export class KnownMeter {
  readonly #bounds: PropertyBounds | undefined
  #items = 0
  #bytes = 0
  #values = 0

  constructor(bounds: PropertyBounds | undefined) {
    this.#bounds = bounds
  }

  /** Whether these still find room beside those before; the first ones always do. */
  takes(properties: StoredProperties, bytes: number): boolean {
    if (this.#bounds === undefined) return true
    this.#items += 1
    this.#bytes += bytes
    this.#values += countValues(properties, this.#bounds.maxValues)
    return this.#items === 1 || (this.#bytes <= this.#bounds.maxBytes && this.#values <= this.#bounds.maxValues)
  }
}
