import type { JsonRecord } from "../../shared/JsonRecord.ts"

const initialPrefix = "$initial_"

/** `$initial_x` of each property that the request tells, where neither side knows the initial value. */
const initialProperties = (stored: JsonRecord, overrides: JsonRecord): JsonRecord =>
  Object.fromEntries(
    Object.entries(overrides).flatMap(([key, value]) => {
      const initial = `${initialPrefix}${key.replace(/^\$/, "")}`
      const isKnown = key.startsWith(initialPrefix) || Object.hasOwn(stored, initial)
        || Object.hasOwn(overrides, initial)
      return isKnown ? [] : [[initial, value] as const]
    })
  )

/** The properties that flags see: what is stored, overlaid by what the request tells. */
export const overlayPersonProperties = (stored: JsonRecord, overrides: JsonRecord): JsonRecord => ({
  ...initialProperties(stored, overrides),
  ...stored,
  ...overrides
})
