import { compareText } from "./CellOrder.ts"
import { byteLength } from "./CodePoints.ts"
import { plainDecimal } from "./PlainDecimal.ts"

type JsonObject = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const digits = /^[0-9]+$/

const step = (value: unknown, key: string): unknown => {
  if (Array.isArray(value)) return digits.test(key) ? value[Number(key) - 1] : undefined
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** Shorter UTF-8 first, then by bytes, which for UTF-8 is by code point. */
const compareKeys = (a: readonly [number, string], b: readonly [number, string]): number => {
  if (a[0] !== b[0]) return a[0] - b[0]
  return compareText(a[1], b[1])
}

const objectText = (value: JsonObject): string => {
  const keys = Object.keys(value).map((key): readonly [number, string] => [byteLength(key), key]).sort(compareKeys)
  return `{${keys.map(([, key]) => `${JSON.stringify(key)}:${jsonText(value[key])}`).join(",")}}`
}

/** Canonical JSON: no spaces, members by the length of their names and then by name, numbers without an exponent. */
export const jsonText = (value: unknown): string => {
  if (typeof value === "number") return value === 0 ? "0" : plainDecimal(value)
  if (Array.isArray(value)) return `[${value.map(jsonText).join(",")}]`
  return isObject(value) ? objectText(value) : JSON.stringify(value)
}

/** The value at the path as text: a string's characters, else canonical JSON; NULL when absent or JSON null. */
export const propertyText = (document: unknown, path: ReadonlyArray<string>): string | null => {
  let value = document
  for (const key of path) value = step(value, key)
  if (value === undefined || value === null) return null
  return typeof value === "string" ? value : jsonText(value)
}
