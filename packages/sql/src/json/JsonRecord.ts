/** A JSON object. */
export type JsonRecord = Readonly<Record<string, unknown>>

/** Whether the value is a JSON object. */
export const isJsonRecord = (value: unknown): value is JsonRecord =>
  typeof value === "object" && value !== null && !Array.isArray(value)
