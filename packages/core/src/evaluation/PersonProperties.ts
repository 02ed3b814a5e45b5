import type { JsonRecord } from "../shared/JsonRecord.ts"

/** Properties that keep the first value of another one begin so. */
export const initialPrefix = "$initial_"

/** The name of a property's initial value; undefined for what is one itself. */
const initialName = (key: string): string | undefined =>
  key.startsWith(initialPrefix) ? undefined : initialPrefix + (key.startsWith("$") ? key.slice(1) : key)

/** `$initial_x` of each property of the request, where neither side knows the initial value. */
const initialProperties = (stored: JsonRecord, overrides: JsonRecord): ReadonlyArray<readonly [string, unknown]> => {
  const initials: Array<readonly [string, unknown]> = []
  for (const [key, value] of Object.entries(overrides)) {
    const initial = initialName(key)
    const isKnown = initial === undefined || Object.hasOwn(stored, initial) || Object.hasOwn(overrides, initial)
    if (!isKnown) initials.push([initial, value])
  }
  return initials
}

/** The properties that flags see: the stored ones, overlaid by those of the request. */
export const overlayPersonProperties = (stored: JsonRecord, overrides: JsonRecord): JsonRecord => ({
  ...Object.fromEntries(initialProperties(stored, overrides)),
  ...stored,
  ...overrides
})

/** The property of the request whose value is the initial one of this name; the last one where two are. */
const initialSource = (overrides: JsonRecord, initial: string): string | undefined => {
  const plain = initial.slice(initialPrefix.length)
  const candidates = [plain, `$${plain}`].filter((key) => Object.hasOwn(overrides, key) && initialName(key) === initial)
  return candidates.length < 2 ? candidates[0] : Object.keys(overrides).findLast((key) => candidates.includes(key))
}

const valueOf = (stored: JsonRecord, overrides: JsonRecord, name: string): readonly [unknown] | undefined => {
  if (Object.hasOwn(overrides, name)) return [overrides[name]]
  if (Object.hasOwn(stored, name)) return [stored[name]]
  const source = name.startsWith(initialPrefix) ? initialSource(overrides, name) : undefined
  return source === undefined ? undefined : [overrides[source]]
}

/**
 * The properties of these names as `overlayPersonProperties` has them. The work is in proportion to the names: a
 * request may carry tens of thousands of properties, of which flags read a few.
 */
export const overlayNamedProperties = (
  stored: JsonRecord,
  overrides: JsonRecord,
  names: Iterable<string>
): JsonRecord => {
  const entries: Array<readonly [string, unknown]> = []
  for (const name of names) {
    const value = valueOf(stored, overrides, name)
    if (value !== undefined) entries.push([name, value[0]])
  }
  return Object.fromEntries(entries)
}
