import { isJsonRecord, type JsonRecord } from "@hedgerow/sql/json/JsonRecord"

export { isJsonRecord, type JsonRecord }

/** The value when it is a JSON object. */
export const recordOf = (value: unknown): JsonRecord | undefined => isJsonRecord(value) ? value : undefined

/** The value when it is an object, else an empty one. */
export const recordOrEmpty = (value: unknown): JsonRecord => recordOf(value) ?? {}

/** The object with one member set, also when it is named like something objects inherit. */
export const withMember = (record: JsonRecord, key: string, value: unknown): JsonRecord => ({
  ...record,
  [key]: value
})
