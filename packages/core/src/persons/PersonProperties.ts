import { canonicalJson, maxDepth, sanitizeText } from "@hedgerow/sql/types/CanonicalJson"
import type { Schema } from "effect"
import { unsetNames } from "../events/CapturedProperties.ts"
import { type JsonRecord, recordOf } from "../shared/JsonRecord.ts"
import type { StoredProperties } from "../shared/StoredProperties.ts"

/** The changes that one event asks for. */
export interface PropertyUpdate {
  readonly set: StoredProperties
  readonly setOnce: StoredProperties
  readonly unset: ReadonlyArray<string>
}

/** To list the names of a large object takes as long as to read it. */
const isEmpty = (record: object): boolean => {
  for (const name in record) if (Object.hasOwn(record, name)) return false
  return true
}

const isEmptyUpdate = (update: PropertyUpdate): boolean =>
  isEmpty(update.set) && isEmpty(update.setOnce) && update.unset.length === 0

/** Whether a value is unchanged in canonical text. Most are, and need not be written and parsed again to be stored. */
const isClean = (value: unknown, levels: number): boolean => {
  if (typeof value === "string") return sanitizeText(value) === value
  if (typeof value === "number") return Number.isFinite(value) && !Object.is(value, -0)
  if (typeof value !== "object" || value === null) return true
  if (levels <= 0) return false
  if (Array.isArray(value)) return value.every((element) => isClean(element, levels - 1))
  for (const name in value) {
    if (name === "__proto__" || sanitizeText(name) !== name) return false
    if (!isClean((value as JsonRecord)[name], levels - 1)) return false
  }
  return true
}

/** An object of the client as it can be stored; `__proto__`, which no honest client sends, is left out. */
export const storable = (value: unknown): StoredProperties => {
  const record = recordOf(value)
  if (record === undefined) return {}
  if (isClean(record, maxDepth)) return record as StoredProperties
  const clean = JSON.parse(canonicalJson(record)) as Record<string, Schema.Json>
  delete clean["__proto__"]
  return clean
}

/** The `$set`, `$set_once` and `$unset` of an event's properties, or undefined when they ask for nothing. */
export const updateOf = (values: JsonRecord): PropertyUpdate | undefined => {
  const update = {
    set: storable(values["$set"]),
    setOnce: storable(values["$set_once"]),
    unset: unsetNames(values["$unset"])
  }
  return isEmptyUpdate(update) ? undefined : update
}
