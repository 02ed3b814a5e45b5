import type { Schema } from "effect"
import { isJsonRecord } from "../shared/JsonRecord.ts"
import type { PathChange } from "./Activity.ts"

/** A field tells this many places at most. */
export const maxPaths = 100

/** A difference at a place, which is named by its steps from the field. */
export interface PlaceChange extends Omit<PathChange, "path"> {
  readonly steps: ReadonlyArray<string>
}

type Found = (change: PlaceChange) => void

const isStructured = (value: Schema.Json): boolean => typeof value === "object" && value !== null

const compareMembers = (
  steps: ReadonlyArray<string>,
  before: Readonly<Record<string, Schema.Json>>,
  after: Readonly<Record<string, Schema.Json>>,
  found: Found
): void => {
  for (const [name, value] of Object.entries(after)) {
    const place = [...steps, name]
    const previous = Object.hasOwn(before, name) ? before[name] : undefined
    if (previous === undefined) found({ steps: place, action: "created", before: null, after: value })
    else compareValues(place, previous, value, found)
  }
  for (const [name, value] of Object.entries(before)) {
    if (!Object.hasOwn(after, name)) found({ steps: [...steps, name], action: "deleted", before: value, after: null })
  }
}

const compareElements = (
  steps: ReadonlyArray<string>,
  before: ReadonlyArray<Schema.Json>,
  after: ReadonlyArray<Schema.Json>,
  found: Found
): void => {
  for (const [index, value] of after.entries()) {
    const place = [...steps, String(index)]
    const previous = before[index]
    if (previous === undefined) found({ steps: place, action: "created", before: null, after: value })
    else compareValues(place, previous, value, found)
  }
  for (const [index, value] of before.entries()) {
    const place = [...steps, String(index)]
    if (index >= after.length) found({ steps: place, action: "deleted", before: value, after: null })
  }
}

const compareValues = (
  steps: ReadonlyArray<string>,
  before: Schema.Json,
  after: Schema.Json,
  found: Found
): void => {
  if (Array.isArray(before) && Array.isArray(after)) compareElements(steps, before, after, found)
  else if (isJsonRecord(before) && isJsonRecord(after)) {
    compareMembers(steps, before, after, found)
  } else if (before !== after) found({ steps, action: "changed", before, after })
}

/**
 * Every place at which two structures differ: members by name, elements by position. Nothing for values that are not both
 * objects or both lists: then the field's own change says all.
 */
export const placeChanges = (before: Schema.Json, after: Schema.Json): ReadonlyArray<PlaceChange> => {
  const changes: Array<PlaceChange> = []
  if (isStructured(before) && isStructured(after) && Array.isArray(before) === Array.isArray(after)) {
    compareValues([], before, after, (change) => changes.push(change))
  }
  return changes
}

/** Steps as one text: joined by dots, with a backslash before the dots and backslashes of a name. */
export const pathText = (steps: ReadonlyArray<string>): string =>
  steps.map((step) => step.replaceAll(/[\\.]/g, "\\$&")).join(".")
