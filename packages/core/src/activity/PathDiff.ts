import type { Schema } from "effect"
import { isJsonRecord } from "../shared/JsonRecord.ts"
import type { PathChange } from "./Activity.ts"

/** A field has this many paths at most. */
export const maxPaths = 100

/** A difference at a place, which is named by its steps from the field. */
export interface StepChange extends Omit<PathChange, "path"> {
  readonly steps: ReadonlyArray<string>
}

type Steps = Array<string>
type Places = Generator<StepChange, void>

const isStructured = (value: Schema.Json): boolean => typeof value === "object" && value !== null

const created = (steps: Steps, name: string, after: Schema.Json): StepChange => ({
  steps: [...steps, name],
  action: "created",
  before: null,
  after
})

const deleted = (steps: Steps, name: string, before: Schema.Json): StepChange => ({
  steps: [...steps, name],
  action: "deleted",
  before,
  after: null
})

/** Compares what stands a step further; the steps are one list for all places, since most places do not differ. */
function* compareBelow(steps: Steps, name: string, before: Schema.Json, after: Schema.Json): Places {
  if (before === after) return
  steps.push(name)
  yield* compareValues(steps, before, after)
  steps.pop()
}

function* compareMembers(
  steps: Steps,
  before: Readonly<Record<string, Schema.Json>>,
  after: Readonly<Record<string, Schema.Json>>
): Places {
  for (const [name, value] of Object.entries(after)) {
    const previous = Object.hasOwn(before, name) ? before[name] : undefined
    if (previous === undefined) yield created(steps, name, value)
    else yield* compareBelow(steps, name, previous, value)
  }
  for (const [name, value] of Object.entries(before)) {
    if (!Object.hasOwn(after, name)) yield deleted(steps, name, value)
  }
}

function* compareElements(steps: Steps, before: ReadonlyArray<Schema.Json>, after: ReadonlyArray<Schema.Json>): Places {
  for (const [index, value] of after.entries()) {
    const previous = before[index]
    if (previous === undefined) yield created(steps, String(index), value)
    else yield* compareBelow(steps, String(index), previous, value)
  }
  for (const [index, value] of before.entries()) {
    if (index >= after.length) yield deleted(steps, String(index), value)
  }
}

function* compareValues(steps: Steps, before: Schema.Json, after: Schema.Json): Places {
  if (Array.isArray(before) && Array.isArray(after)) yield* compareElements(steps, before, after)
  else if (isJsonRecord(before) && isJsonRecord(after)) {
    yield* compareMembers(steps, before, after)
  } else if (before !== after) yield { steps: [...steps], action: "changed", before, after }
}

/**
 * The places at which two structures differ, up to a number: members by name, elements by position. Empty for values
 * that are not both objects or both lists: then the field's own change is complete.
 */
export const stepChanges = (
  before: Schema.Json,
  after: Schema.Json,
  atMost: number = Infinity
): ReadonlyArray<StepChange> => {
  if (!isStructured(before) || !isStructured(after) || Array.isArray(before) !== Array.isArray(after)) return []
  const changes: Array<StepChange> = []
  for (const change of compareValues([], before, after)) {
    if (changes.length >= atMost) break
    changes.push(change)
  }
  return changes
}

/** Steps as one text: joined by dots, with a backslash before the dots and backslashes of a name. */
export const pathText = (steps: ReadonlyArray<string>): string =>
  steps.map((step) => step.replaceAll(/[\\.]/g, "\\$&")).join(".")

/** The steps of such a text. */
export const stepsOf = (path: string): ReadonlyArray<string> =>
  path.split(/(?<=(?<!\\)(?:\\\\)*)\./).map((step) => step.replaceAll(/\\([^])/g, "$1"))
