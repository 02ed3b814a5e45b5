import type { JsonRecord } from "../shared/JsonRecord.ts"
import { operatorName } from "./Operators.ts"
import { propertyName } from "./PropertyTests.ts"

type Supports = (wanted: unknown) => boolean

const always: Supports = () => true

/** Matches the text of a value that is one. */
const written = (pattern: RegExp): Supports => (wanted) =>
  (typeof wanted === "string" || typeof wanted === "number") && pattern.test(String(wanted))

const loneSurrogate = /\p{Surrogate}/u

/** SDKs do not distinguish 1 from 1.0, which are written differently. */
const isComparable = (item: unknown): boolean =>
  item === null || typeof item === "boolean" || typeof item === "number" && !Number.isInteger(item)
  || typeof item === "string" && !loneSurrogate.test(item)

const equality: Supports = (wanted) => Array.isArray(wanted) ? wanted.every(isComparable) : isComparable(wanted)

const relative = /^-?\d{1,4}[hdwmy]$/
const absolute = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)?)?$/

const date: Supports = (wanted) =>
  typeof wanted === "string" && (relative.test(wanted) || absolute.test(wanted) && !Number.isNaN(Date.parse(wanted)))

/** Zeros in front are read by the server alone. */
const version = written(/^[vV]?(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){0,2}(?:[-+][^\n]*)?$/)
const versionRange = written(/^[vV]?(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){0,2}(?:\.\*)?$/)

/**
 * Patterns that all languages read alike: plain characters, classes, groups, alternatives, and `*`, `+`, `?` after
 * them.
 */
const pattern = written(
  /^(?:(?:[\w @/:;,<>=!~#%&"'-]|\\[dDsSwW.+*?@/()[\]{}|^$-]|\.|\[\^?(?:[A-Za-z\d]-[A-Za-z\d]|[\w.@ ])+\]|\))[*+?]?|\((?!\))(?:\?:(?!\)))?|[|^$])*$/
)

/** SDKs compare others as texts, or read a number off their beginning. */
const number = written(/^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i)

const versionNames = ["eq", "neq", "gt", "gte", "lt", "lte", "tilde", "caret"]

const operators: ReadonlyMap<string, Supports> = new Map([
  ["exact", equality],
  ["in", equality],
  ["is_not", equality],
  ["regex", pattern],
  ["not_regex", pattern],
  ["is_date_before", date],
  ["is_date_after", date],
  ["semver_wildcard", versionRange],
  ...versionNames.map((name) => [`semver_${name}`, version] as const),
  ...[
    "is_set",
    "is_not_set",
    "icontains",
    "not_icontains",
    "starts_with",
    "not_starts_with",
    "ends_with",
    "not_ends_with"
  ].map((name) => [name, always] as const),
  ...["gt", "gte", "lt", "lte"].map((name) => [name, number] as const)
])

/** Whether evaluators inside SDKs know the operator of a filter on a property, and can read its value. */
export const isKnownToSdks = (property: JsonRecord): boolean =>
  propertyName(property) !== undefined && operators.get(operatorName(property))?.(property["value"]) === true
