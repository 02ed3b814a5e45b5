import { canonicalJson } from "@hedgerow/sql/types/CanonicalJson"
import type { Cell } from "@hedgerow/sql/types/Cell"

type JsonObject = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const digits = /^[0-9]+$/

const step = (value: unknown, key: string): unknown => {
  if (Array.isArray(value)) return digits.test(key) ? value[Number(key) - 1] : undefined
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** Reads the value at the path of documents that come as text; a text that is read twice in a row is parsed once. */
export const propertyTextIn = (path: ReadonlyArray<string>): (text: Cell) => string | null => {
  let [known, document]: [Cell, unknown] = [null, undefined]
  return (text) => {
    if (typeof text !== "string") return null
    if (text !== known) [known, document] = [text, JSON.parse(text)]
    return propertyText(document, path)
  }
}

/** The value at the path as text: a string's characters, else canonical JSON; NULL when absent or JSON null. */
export const propertyText = (document: unknown, path: ReadonlyArray<string>): string | null => {
  let value = document
  for (const key of path) value = step(value, key)
  if (value === undefined || value === null) return null
  return typeof value === "string" ? value : canonicalJson(value)
}
