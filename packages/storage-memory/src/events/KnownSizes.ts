import type { PropertyBounds } from "@hedgerow/core/events/CaptureLimits"
import { KnownMeter, TooMuchKnown } from "@hedgerow/core/persons/KnownProperties"
import type { StoredProperties } from "@hedgerow/core/shared/StoredProperties"
import { WorkSlice } from "@hedgerow/core/shared/WorkSlice"
import { canonicalJson, utf8Length } from "@hedgerow/sql/types/CanonicalJson"
import { Effect } from "effect"

/** Sizes that were found out before; properties are never changed, but replaced. */
const known = new WeakMap<StoredProperties, number>()

/** The size of properties as canonical text. */
export const bytesOf = (properties: StoredProperties): number => {
  const bytes = known.get(properties) ?? utf8Length(canonicalJson(properties))
  known.set(properties, bytes)
  return bytes
}

/** Fails when these have more properties together than the bounds allow. */
export const requireBounded = Effect.fnUntraced(function*(
  items: Iterable<{ readonly properties: StoredProperties }>,
  bounds: PropertyBounds | undefined
): Effect.fn.Return<void, TooMuchKnown> {
  const meter = new KnownMeter(bounds)
  const slice = new WorkSlice()
  for (const { properties } of items) {
    const bytes = bytesOf(properties)
    if (!meter.takes(properties, bytes)) return yield* new TooMuchKnown()
    if (slice.isOver(bytes)) yield* Effect.yieldNow
  }
})
