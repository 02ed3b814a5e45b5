import type { DateTime } from "effect"
import { Effect, Result } from "effect"
import type { UserId } from "../../identity/User.ts"
import { positiveInt4 } from "../../shared/Int4.ts"
import { type InputIssue, InvalidInput, maxIssues } from "../../shared/InvalidInput.ts"
import { cleanTags } from "../editing/FlagFields.ts"
import { evaluationRuntimes } from "../model/FeatureFlag.ts"
import type { FlagParameters } from "./FlagQuery.ts"
import type { FlagQuery } from "./FlagReading.ts"

/** The condition of one filter; undefined when the value is none of it. */
type Reading = (value: unknown, now: DateTime.Utc) => FlagQuery | undefined

const named = (names: Readonly<Record<string, FlagQuery>>): Reading => {
  const known = new Map(Object.entries(names))
  return (value) => known.get(typeof value === "boolean" ? String(value) : value as string)
}

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== ""

const parsed = (text: string): unknown => Result.getOrUndefined(Result.try((): unknown => JSON.parse(text)))

/** Some texts, as a list or as its JSON. */
const textsOf = (value: unknown): ReadonlyArray<string> | undefined => {
  const list = typeof value === "string" ? parsed(value) : value
  return Array.isArray(list) && list.length > 0 && list.every(isText) ? list : undefined
}

const yes = { hasEvaluationTags: true }
const no = { hasEvaluationTags: false }
const evaluationTags = named({
  true: yes,
  1: yes,
  yes,
  y: yes,
  t: yes,
  on: yes,
  false: no,
  0: no,
  no,
  n: no,
  f: no,
  off: no
})

const type = named({
  boolean: { type: "boolean" },
  multivariant: { type: "multivariant" },
  remote_config: { type: "remote_config" },
  experiment: { hasExperiment: true }
})

const activity = named({ true: { active: true }, false: { active: false } })

const runtime = named({
  both: { evaluationRuntime: "all" },
  ...Object.fromEntries(evaluationRuntimes.map((evaluationRuntime) => [evaluationRuntime, { evaluationRuntime }]))
})

const lower = (value: unknown): unknown => typeof value === "string" ? value.toLowerCase() : value

const readings: ReadonlyMap<string, Reading> = new Map<string, Reading>([
  ["active", (value, now) => value === "STALE" ? { staleAt: now } : activity(lower(value), now)],
  ["created_by_id", (value) => {
    const id = positiveInt4(value)
    return id === undefined ? undefined : { createdBy: id as UserId }
  }],
  ["search", (value) => isText(value) ? { search: value } : undefined],
  ["type", type],
  ["evaluation_runtime", runtime],
  ["excluded_properties", (value) => {
    const excludedKeys = textsOf(value)
    return excludedKeys === undefined ? undefined : { excludedKeys }
  }],
  ["tags", (value) => {
    const tags = textsOf(value)
    return tags === undefined ? undefined : { tags: cleanTags(tags) }
  }],
  ["has_evaluation_tags", (value, now) => evaluationTags(lower(value), now)],
  ["has_evaluation_contexts", (value, now) => evaluationTags(lower(value), now)]
])

const refused = (name: string, isKnown: boolean): InputIssue => ({
  path: ["filters", name],
  code: isKnown ? "invalid_value" : "extra_forbidden",
  message: isKnown ? "Not a valid value of this filter." : "Not a filter that flags can be chosen by."
})

const isContradiction = (query: FlagQuery, { hasEvaluationTags }: FlagQuery): boolean =>
  hasEvaluationTags !== undefined && (query.hasEvaluationTags ?? hasEvaluationTags) !== hasEvaluationTags

/** Whether it leaves out flags by what they are: sparing some keys alone would mean all the others. */
export const isNarrowing = (query: FlagQuery): boolean => Object.keys(query).some((name) => name !== "excludedKeys")

/**
 * The flags that filters choose for a change, as of now. Nothing is ignored here, as that would choose more flags: an
 * unknown name, a value that is none of the filter, an empty list and an order are refused.
 */
export const readFlagSelection = Effect.fnUntraced(function*(filters: FlagParameters, now: DateTime.Utc) {
  const query: { -readonly [Name in keyof FlagQuery]: FlagQuery[Name] } = {}
  const issues: Array<InputIssue> = []
  for (const [name, value] of Object.entries(filters)) {
    const reading = readings.get(name)
    const part = reading?.(value, now)
    if (part === undefined || isContradiction(query, part)) issues.push(refused(name, reading !== undefined))
    else Object.assign(query, part)
  }
  const [first, ...others] = issues.slice(0, maxIssues)
  return first === undefined ? query : yield* new InvalidInput({ issues: [first, ...others] })
})
