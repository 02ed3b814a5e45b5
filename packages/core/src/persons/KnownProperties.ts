import { Schema } from "effect"
import type { KnownBounds } from "../events/CaptureLimits.ts"
import type { StoredProperties } from "./PersonProperties.ts"

/** The stored properties that were asked for are larger together than is read at a time. */
export class TooMuchKnown extends Schema.TaggedError<TooMuchKnown>()("TooMuchKnown", {}) {}

/** How many values the value has within, itself included; counting ends beyond `limit`. */
const countValues = (value: unknown, limit: number): number => {
  if (typeof value !== "object" || value === null) return 1
  let count = 1
  for (const member of Object.values(value)) {
    if (count > limit) break
    count += countValues(member, limit - count)
  }
  return count
}

/** Adds up stored properties while they are read. */
export class KnownMeter {
  readonly #bounds: KnownBounds | undefined
  #items = 0
  #bytes = 0
  #values = 0

  constructor(bounds: KnownBounds | undefined) {
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
