import { countValues } from "../shared/CountValues.ts"
import type { Broken } from "../shared/Field.ts"
import { isJsonRecord } from "../shared/JsonRecord.ts"

/** The most JSON values of a query, those within others included. */
export const maxQueryValues = 25_000

/** The most characters of its texts together: a statement, and as much beside it. */
export const maxQueryText = 2 * 1024 * 1024

/** The number of characters in a JSON value, names of members included; counting ends beyond `limit`. */
const textLength = (value: unknown, limit: number): number => {
  if (typeof value === "string") return value.length
  if (typeof value !== "object" || value === null) return 0
  let length = 0
  for (const [name, member] of Object.entries(value)) {
    if (length > limit) break
    length += (Array.isArray(value) ? 0 : name.length) + textLength(member, limit - length)
  }
  return length
}

/** A record without the answer that clients may send along with a query: nobody reads it. */
const withoutResponse = (value: unknown): unknown => {
  if (!isJsonRecord(value)) return value
  const { response: _, ...rest } = value
  return isJsonRecord(rest["source"]) ? { ...rest, source: withoutResponse(rest["source"]) } : rest
}

/** The fault of a query, or a field beside it, that is too large: reading it takes time in proportion to its size. */
export const sizeFault = (sent: unknown): Broken | undefined => {
  const value = withoutResponse(sent)
  if (countValues(value, maxQueryValues) > maxQueryValues) {
    return { code: "max_length", message: `Must not have more than ${maxQueryValues} values.` }
  }
  return textLength(value, maxQueryText) > maxQueryText
    ? { code: "max_length", message: `Its texts must not be longer than ${maxQueryText} characters together.` }
    : undefined
}
