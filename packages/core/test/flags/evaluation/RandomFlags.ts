import type { CohortSource, FlagSource } from "@hedgerow/core/evaluation/FlagSource"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { DateTime } from "effect"
import { makeFlag } from "./EvaluationWorld.ts"

/** Random choices that a seed repeats. */
export interface Dice {
  readonly below: (limit: number) => number
  readonly oneOf: <A>(items: ReadonlyArray<A>) => A
  readonly chance: (percentage: number) => boolean
  readonly some: <A>(most: number, make: (index: number) => A) => ReadonlyArray<A>
}

/** Dice that fall the same way for a seed. */
export const makeDice = (seed: number): Dice => {
  let state = seed | 0
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor(((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296 * limit)
  }
  const oneOf = <A>(items: ReadonlyArray<A>): A => {
    const item = items[below(items.length)]
    if (item === undefined) throw new Error("nothing to choose from")
    return item
  }
  return {
    below,
    oneOf,
    chance: (percentage) => below(100) < percentage,
    some: (most, make) => Array.from({ length: below(most + 1) }, (_, index) => make(index))
  }
}

const texts = [
  "plan",
  "Enterprise",
  "enterprise",
  "free",
  "a@x.io",
  "A@X.io",
  "",
  "x",
  "true",
  "False",
  "ÜNÏ",
  "ünï",
  "0.5"
]
const decimals = [0.5, 1.5, -2.25, 10.75, "0.5", "1.5", " 3.5 ", "-7.125", "1e3"]
const versions = ["1.2.3", "v1.2.4", "1.2", "2", "0.2.3", "0.0.3", "0.9.1", "1.2.3-rc1", "1.10.0+b", "10.0.0"]
const patterns = [
  "^a",
  "x\\.io$",
  "[A-Z]+",
  "(?:free|plan)",
  "e.t",
  "\\d+\\.\\d",
  "",
  "^$",
  "(unclosed",
  "[^a-z]",
  "o{1,2}",
  "^(?!plan).*e$",
  "(?<=@)X",
  "^(?=.*a)(?=.*@).*$",
  "^(?!.*[A-Z]).+",
  "(?<!e)n",
  "(e)n.*\\1"
]
const relatives = ["5h", "-3d", "2w", "-5m", "1y", "40d", "3m"]
const dates = ["2024-02-29", "2025-06-15T10:00:00Z", "2026-01-01T00:00:00+02:00", "2023-12-31T23:59:59.5Z"]

const textOperators = [
  "exact",
  "is_not",
  "icontains",
  "not_icontains",
  "starts_with",
  "not_starts_with",
  "ends_with",
  "not_ends_with"
]
const versionOperators = ["eq", "neq", "gt", "gte", "lt", "lte", "tilde", "caret"].map((name) => `semver_${name}`)

/** Lies close to one of the relative dates. */
const recent = (dice: Dice, now: DateTime.Utc): string => {
  const days = dice.oneOf([0.2, 3, 14, 40, 91, 152, 365])
  const hours = days * 24 * (0.95 + dice.below(1000) / 10_000)
  return DateTime.formatIso(DateTime.subtract(now, { hours: Math.floor(hours), minutes: 1 + dice.below(58) }))
}

/** Random properties of a person or group. */
export const randomProperties = (dice: Dice, now: DateTime.Utc): JsonRecord => {
  const values = {
    text: dice.chance(90) ? dice.oneOf(texts) : dice.oneOf([null, true, 2.5]),
    list: [...dice.some(3, () => dice.oneOf(texts))],
    truth: dice.oneOf([true, false, "true", "FALSE", "maybe"]),
    decimal: dice.oneOf(decimals),
    version: dice.oneOf(versions),
    when: dice.chance(95) ? dice.oneOf([...dates, recent(dice, now), recent(dice, now)]) : null
  }
  return Object.fromEntries(Object.entries(values).filter(() => dice.chance(97)))
}

const textFilter = (dice: Dice, key: string): JsonRecord => {
  const operator = dice.oneOf(textOperators)
  const isList = operator === "exact" || operator === "is_not"
  const value = isList && dice.chance(50)
    ? dice.some(4, () => dice.oneOf(texts))
    : dice.chance(80)
    ? dice.oneOf(texts)
    : dice.oneOf([true, false, 0.5])
  return { key, operator, value }
}

const filters: ReadonlyArray<(dice: Dice, key: string) => JsonRecord> = [
  textFilter,
  (dice) => ({
    key: "text",
    operator: dice.oneOf(["regex", "not_regex"]),
    value: dice.oneOf(patterns)
  }),
  (dice) => ({ key: "truth", operator: dice.oneOf(["exact", "is_not"]), value: dice.oneOf([true, "false", ["true"]]) }),
  (dice) => ({ key: "decimal", operator: dice.oneOf(["gt", "gte", "lt", "lte"]), value: dice.oneOf([0.5, "1.5", 3]) }),
  (dice) => ({ key: "version", operator: dice.oneOf(versionOperators), value: dice.oneOf(versions) }),
  (dice) => ({ key: "version", operator: "semver_wildcard", value: dice.oneOf(["1.*", "1.2.*", "0.0.*", "v1.2.*"]) }),
  (dice) => ({
    key: "when",
    operator: dice.oneOf(["is_date_before", "is_date_after"]),
    value: dice.oneOf([...dates, ...relatives])
  }),
  (dice, key) => ({ key, operator: dice.oneOf(["is_set", "is_not_set"]) })
]

const randomFilter = (dice: Dice): JsonRecord => dice.oneOf(filters)(dice, dice.oneOf(["text", "list"]))

/** Only persons have a distinct id. */
const randomPersonFilter = (dice: Dice): JsonRecord =>
  dice.chance(90) ? randomFilter(dice) : {
    key: "distinct_id",
    operator: dice.oneOf(["icontains", "not_icontains"]),
    value: `-${dice.below(10)}`
  }

const percentages = [null, 100, 100, 0, 12.5, 33.33, 50, 50, 75]

const variantSets = [
  undefined,
  undefined,
  [["control", 50], ["test", 50]],
  [["a", 33.33], ["b", 33.33], ["c", 33.34]],
  [["one", 10], ["two", 20], ["three", 30], ["four", 40]],
  [["half", 50]]
] as const

/** Random cohorts for flags: defined by properties, by other cohorts, or by a list of members. */
export const randomCohorts = (dice: Dice): ReadonlyArray<CohortSource> =>
  Array.from({ length: 12 }, (_, index) => {
    const leaf = (): JsonRecord => {
      const negation = dice.chance(20) ? { negation: true } : {}
      return index > 3 && dice.chance(25)
        ? { type: "cohort", key: "id", value: 1 + dice.below(index), ...negation }
        : { type: "person", ...randomPersonFilter(dice), ...negation }
    }
    const joint = () => dice.oneOf(["AND", "OR"])
    const branch = () => ({ type: joint(), values: [leaf(), ...dice.some(2, leaf)] })
    return {
      id: index + 1,
      is_static: index === 3,
      filters: { properties: { type: joint(), values: [branch(), ...dice.some(2, branch)] } }
    }
  })

const randomCondition = (dice: Dice, id: number, isOfGroup: boolean): JsonRecord => {
  const property = (): JsonRecord => {
    if (isOfGroup) return { type: "group", ...randomFilter(dice) }
    if (dice.chance(75)) return { type: "person", ...randomPersonFilter(dice) }
    if (dice.chance(50)) {
      return { type: "cohort", key: "id", value: 1 + dice.below(12), operator: dice.oneOf(["in", "not_in"]) }
    }
    const value = dice.oneOf([true, true, false, "control", "test"])
    return { type: "flag", key: String(Math.max(1, id - 1 - dice.below(8))), operator: "flag_evaluates_to", value }
  }
  return {
    properties: dice.chance(70) ? [property()] : dice.some(3, property),
    rollout_percentage: dice.oneOf(percentages),
    ...(dice.chance(20) ? { variant: dice.oneOf(["control", "test", "a", "two", "unknown"]) } : {})
  }
}

/** A flag of any kind that clients who evaluate by themselves know. */
export const randomFlag = (dice: Dice, id: number): FlagSource => {
  const isOfGroup = dice.chance(15)
  const variants = dice.oneOf(variantSets.map((set) => set ?? []))
  const conditions = [randomCondition(dice, id, isOfGroup), ...dice.some(2, () => randomCondition(dice, id, isOfGroup))]
  return makeFlag({
    id,
    key: `flag-${id}`,
    active: dice.chance(95),
    ensure_experience_continuity: dice.chance(3),
    bucketing_identifier: dice.chance(10) ? "device_id" : "distinct_id",
    filters: {
      groups: !isOfGroup && dice.chance(10)
        ? [...conditions, { ...randomCondition(dice, id, true), aggregation_group_type_index: 1 }]
        : conditions,
      ...(isOfGroup ? { aggregation_group_type_index: dice.oneOf([0, 1]) } : {}),
      multivariate: variants.length === 0
        ? null
        : { variants: variants.map(([key, rollout_percentage]) => ({ key, rollout_percentage })) },
      payloads: { true: "{\"on\":1}", control: "\"text\"", a: "[1,2]" },
      ...(dice.chance(10) ? { early_exit: true } : {}),
      ...(dice.chance(10) ? { holdout: { id: dice.below(5), exclusion_percentage: dice.oneOf([0, 10, 50, 100]) } } : {})
    }
  })
}
