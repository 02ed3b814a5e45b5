import { Context } from "effect"

/** The limits of the properties of a person or group. */
export interface PropertyBounds {
  readonly maxBytes: number
  readonly maxValues: number
}

/** The limits of one capture request; a larger request is refused and none of it is stored. */
export interface CaptureBounds {
  readonly maxEvents: number
  /** Events that merge persons: each changes two persons and all their distinct ids. */
  readonly maxMerges: number
  /** JSON values, those within others included: each takes memory, however short its text is. */
  readonly maxValues: number
  /** Characters of the canonical copies of its events: numbers such as 1e300 are longer there than as they were sent. */
  readonly maxDerivedChars: number
  /** Persons' properties that its rows carry: each row has those of its person. */
  readonly carried: PropertyBounds
  /** The stored properties of the persons, and of the groups, that it is about. */
  readonly known: PropertyBounds
}

const mebibyte = 1024 * 1024

/** The bounds of a request; a composition may provide others. */
export class CaptureLimits extends Context.Reference<CaptureBounds>(
  "@hedgerow/core/events/CaptureLimits",
  {
    defaultValue: () => ({
      maxEvents: 20_000,
      maxMerges: 10_000,
      maxValues: 250_000,
      maxDerivedChars: 48 * mebibyte,
      carried: { maxBytes: 32 * mebibyte, maxValues: 1_000_000 },
      known: { maxBytes: 16 * mebibyte, maxValues: 250_000 }
    })
  }
) {}
