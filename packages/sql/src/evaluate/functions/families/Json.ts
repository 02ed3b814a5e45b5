import { canonicalJson, compareNames, utf8Length } from "../../../types/CanonicalJson.ts"
import type { Cell } from "../../../types/Cell.ts"
import { strict } from "../Implementation.ts"

type JsonObject = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The parsed text, or undefined where it is no JSON. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const toDocument = (text: string): Cell => {
  const value = text.includes("\\u0000") ? undefined : parsed(text)
  return value === undefined ? null : canonicalJson(value)
}

const digits = /^[0-9]+$/

const step = (value: unknown, key: string): unknown => {
  if (Array.isArray(value)) return digits.test(key) ? value[Number(key) - 1] : undefined
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

const raw = (text: string, path: string): Cell => {
  const steps = parsed(path)
  const found = Array.isArray(steps) ? steps.map(String).reduce(step, parsed(text)) : undefined
  return found === undefined ? null : canonicalJson(found)
}

const textOf = (text: string): Cell => {
  const value = parsed(text)
  return value === null || value === undefined ? null : typeof value === "string" ? value : text
}

const keysOf = (value: JsonObject): ReadonlyArray<string> =>
  Object.keys(value).map((key) => ({ key, bytes: utf8Length(key) })).toSorted(compareNames).map(({ key }) => key)

const membersOf = (value: unknown): ReadonlyArray<unknown> =>
  Array.isArray(value) ? value : isObject(value) ? keysOf(value).map((key) => value[key]) : []

export const json = {
  isValidJSON: strict((text: string) => parsed(text) === undefined ? 0 : 1),
  toDocument: strict(toDocument),
  jsonRaw: strict(raw),
  jsonOfText: strict((text: string) => JSON.stringify(text)),
  jsonText: strict(textOf),
  jsonLength: strict((text: string) => membersOf(parsed(text)).length),
  jsonKeys: strict((text: string) => {
    const value = parsed(text)
    return isObject(value) ? keysOf(value) : []
  }),
  jsonMembers: strict((text: string) => membersOf(parsed(text)).map((member) => canonicalJson(member)))
}
