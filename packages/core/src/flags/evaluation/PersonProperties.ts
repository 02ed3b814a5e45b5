import type { JsonRecord } from "../../shared/JsonRecord.ts"

/** Properties that keep the first value of another one begin so. */
export const initialPrefix = "$initial_"

/** The name of a property's initial value; undefined for what is one itself. */
const initialName = (key: string): string | undefined =>
  key.startsWith(initialPrefix) ? undefined : initialPrefix + (key.startsWith("$") ? key.slice(1) : key)

/** `$initial_x` of each property that the request tells, where neither side knows the initial value. */
const initialProperties = (stored: JsonRecord, overrides: JsonRecord): ReadonlyArray<readonly [string, unknown]> => {
  const initials: Array<readonly [string, unknown]> = []
  for (const [key, value] of Object.entries(overrides)) {
    const initial = initialName(key)
    const isKnown = initial === undefined || Object.hasOwn(stored, initial) || Object.hasOwn(overrides, initial)
    if (!isKnown) initials.push([initial, value])
  }
  return initials
}

/** The properties that flags see: what is stored, overlaid by what the request tells. */
export const overlayPersonProperties = (stored: JsonRecord, overrides: JsonRecord): JsonRecord => ({
  ...Object.fromEntries(initialProperties(stored, overrides)),
  ...stored,
  ...overrides
})
