/** A JSON object. */
export type JsonRecord = Readonly<Record<string, unknown>>

/** The value when it is a JSON object. */
export const recordOf = (value: unknown): JsonRecord | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? value as JsonRecord : undefined

/** The value when it is an object, else an empty one. */
export const recordOrEmpty = (value: unknown): JsonRecord => recordOf(value) ?? {}

/** The object with one member set, also when it is named like something objects inherit. */
export const withMember = (record: JsonRecord, key: string, value: unknown): JsonRecord => ({
  ...record,
  [key]: value
})
