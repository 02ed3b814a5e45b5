import { Context } from "effect"

/** How much of stored properties is read at a time. */
export interface KnownBounds {
  readonly maxBytes: number
  readonly maxValues: number
}

/** What one capture request may hold; a request with more is refused and nothing of it is stored. */
export interface CaptureBounds {
  readonly maxEvents: number
  /** JSON values, those within others included: each takes memory, however short its text is. */
  readonly maxValues: number
  /** Characters of the canonical copies of its events: numbers such as 1e300 are longer there than as they were sent. */
  readonly maxDerivedChars: number
  /** Bytes of persons' properties that its rows carry: each row has those of its person. */
  readonly maxPersonBytes: number
  /** The stored properties of the persons, and of the groups, that it is about. */
  readonly known: KnownBounds
}

const mebibyte = 1024 * 1024

/** The bounds of a request; a composition may provide others. */
export class CaptureLimits extends Context.Reference<CaptureBounds>(
  "@hedgerow/core/events/CaptureLimits",
  {
    defaultValue: () => ({
      maxEvents: 20_000,
      maxValues: 500_000,
      maxDerivedChars: 48 * mebibyte,
      maxPersonBytes: 32 * mebibyte,
      known: { maxBytes: 16 * mebibyte, maxValues: 500_000 }
    })
  }
) {}
