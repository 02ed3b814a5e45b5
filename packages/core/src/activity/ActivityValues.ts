import { canonicalJson, sanitizeText } from "@hedgerow/sql/types/CanonicalJson"
import type { Schema } from "effect"
import { cutText } from "../shared/CapturedText.ts"
import { maxStructureLength } from "../shared/StorableJson.ts"
import type { Change, PathChange } from "./Activity.ts"

/** A value whose JSON is longer (in characters) is not kept whole. */
export const maxValueLength = 65_536

/** The same for one place inside a field. */
export const maxPathValueLength = 1_024

/** An entry holds this many changes at most. */
export const maxChanges = 200

/** The kept part of a structure that is too long. */
const startLength = 500

/** The value as every storage holds it: JSON in canonical form, without NUL and lone surrogates. */
export const storableJson = (value: unknown): Schema.Json => JSON.parse(canonicalJson(value)) as Schema.Json

/** A change that a domain words, as every storage holds it. */
export const storableChange = (change: Change): Change => JSON.parse(canonicalJson(change)) as Change

/**
 * A text is cut (and ends in an ellipsis); of a structure that is too long its size and its beginning are kept, of one that
 * is too deep what stands less deep.
 */
const boundedValue = (value: Schema.Json, limit: number): Schema.Json => {
  if (typeof value === "string") return value.length <= limit ? value : `${cutText(value, limit)}…`
  if (typeof value !== "object" || value === null) return value
  const text = canonicalJson(value)
  if (text.length <= limit) return JSON.parse(text) as Schema.Json
  return { truncated: true, size: text.length, start: cutText(text, Math.min(limit, startLength)) }
}

const boundedPath = (change: PathChange): PathChange => ({
  path: cutText(change.path, 400),
  action: change.action,
  before: boundedValue(change.before, maxPathValueLength),
  after: boundedValue(change.after, maxPathValueLength)
})

const boundedChange = (change: Change, limit: number): Change => ({
  ...change,
  field: change.field === null ? null : cutText(change.field, 400),
  before: boundedValue(change.before, limit),
  after: boundedValue(change.after, limit),
  ...(change.paths === undefined ? undefined : { paths: change.paths.map(boundedPath) })
})

const withoutPaths = ({ paths, ...change }: Change): Change =>
  paths === undefined ? change : { ...change, paths: [], paths_truncated: true }

/** The changes as they are stored: at most `maxChanges`; beyond `maxStructureLength` values keep their beginning. */
export const boundedChanges = (changes: ReadonlyArray<Change>): ReadonlyArray<Change> => {
  let left = maxStructureLength
  return changes.slice(0, maxChanges).map((change) => {
    const kept = left > 0 ? boundedChange(change, maxValueLength) : boundedChange(withoutPaths(change), startLength)
    left -= JSON.stringify(kept).length
    return kept
  })
}

/** A JSON value that goes with an entry, cut like any value. */
export const boundedJson = (value: Schema.Json): Schema.Json => boundedValue(value, maxValueLength)

/** A short text that goes with an entry. */
export const boundedText = (text: string, limit = 400): string => cutText(sanitizeText(text), limit)
