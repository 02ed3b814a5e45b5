/** Numbers from 0 to 1 that a seed decides. */
export const randomFrom = (seed: number) => {
  let state = seed >>> 0
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const texts = [
  "",
  "a",
  "gate",
  "true",
  "1",
  "-7d",
  "2026-01-01",
  "[",
  "(a+)+",
  "é",
  "\0",
  "\ud800",
  "__proto__",
  "x".repeat(500)
]
const numbers = [0, 1, -1, 0.5, 100, 101, 25.5, 1e308, -1e-9, 2147483648, 9007199254740992]
const names = [
  "groups",
  "multivariate",
  "variants",
  "payloads",
  "properties",
  "key",
  "type",
  "operator",
  "value",
  "variant",
  "rollout_percentage",
  "aggregation_group_type_index",
  "group_type_index",
  "super_groups",
  "holdout",
  "holdout_groups",
  "id",
  "exclusion_percentage",
  "early_exit",
  "feature_enrollment",
  "true",
  "negation",
  "version",
  "__proto__",
  "constructor",
  ""
]
const types = ["person", "cohort", "flag", "group", "event", "", null]
const operators = [
  "exact",
  "is_not",
  "icontains",
  "regex",
  "not_regex",
  "gt",
  "between",
  "in",
  "not_in",
  "is_set",
  "is_date_before",
  "is_date_after",
  "semver_gt",
  "semver_wildcard",
  "icontains_multi",
  "flag_evaluates_to",
  "starts_with",
  "min",
  "what",
  null
]
const fields = [
  "name",
  "key",
  "filters",
  "deleted",
  "active",
  "ensure_experience_continuity",
  "rollback_conditions",
  "performed_rollback",
  "tags",
  "evaluation_tags",
  "evaluation_contexts",
  "analytics_dashboards",
  "has_enriched_analytics",
  "is_remote_configuration",
  "has_encrypted_payloads",
  "evaluation_runtime",
  "bucketing_identifier",
  "creation_context",
  "version",
  "original_flag",
  "_create_in_folder",
  "_should_create_usage_dashboard",
  "ids",
  "condition",
  "group_type_index",
  "target_project_ids",
  "dry_run",
  "on_conflict"
]

/** Bodies that are nearly flags, and bodies unlike any flag. */
export const randomBodies = (random: () => number) => {
  const oneOf = <A>(items: ReadonlyArray<A>): A => items[Math.floor(random() * items.length)] as A
  const often = (share: number): boolean => random() < share
  const listOf = <A>(item: () => A, most = 3): ReadonlyArray<A> =>
    Array.from({ length: Math.floor(random() * (most + 1)) }, item)

  const anything = (depth = 0): unknown => {
    const kind = random()
    if (depth > 3 || kind < 0.3) return oneOf(texts)
    if (kind < 0.5) return oneOf(numbers)
    if (kind < 0.65) return oneOf([true, false, null])
    if (kind < 0.8) return listOf(() => anything(depth + 1))
    return Object.fromEntries(listOf(() => [oneOf(names), anything(depth + 1)] as const))
  }
  const or = (sound: () => unknown): unknown => often(0.9) ? sound() : anything()

  const property = () => ({
    key: or(() => oneOf(["email", "plan", "1", "$group_key"])),
    type: or(() => oneOf(types)),
    operator: or(() => oneOf(operators)),
    value: or(() => oneOf<unknown>(["a", "1.2.3", 7, ["a", "b"], [1, 2], true, "-7d"])),
    ...(often(0.2) ? { group_type_index: oneOf([0, 1, 9]) } : undefined)
  })
  const percentage = () => oneOf<unknown>([0, 50, 100, null, 25.5])
  const condition = () => ({
    properties: or(() => listOf(() => or(property))),
    rollout_percentage: or(percentage),
    ...(often(0.2) ? { variant: or(() => oneOf(["a", "b", null])) } : undefined),
    ...(often(0.1) ? { aggregation_group_type_index: or(() => oneOf([0, null])) } : undefined)
  })
  const variants = () => ({
    variants: oneOf<unknown>([
      [],
      [{ key: "a", rollout_percentage: 100 }],
      [{ key: "a", rollout_percentage: 50 }, { key: "b", rollout_percentage: 50 }],
      [{ key: "a", rollout_percentage: 60 }, { key: "a", rollout_percentage: 40 }]
    ])
  })
  const filters = () => ({
    ...(often(0.95) ? { groups: or(() => listOf(() => or(condition))) } : { groups: null }),
    ...(often(0.4) ? { multivariate: or(variants) } : undefined),
    ...(often(0.3) ? { payloads: or(() => ({ [oneOf(["true", "a", "b"])]: or(() => "{\"x\":1}") })) } : undefined),
    ...(often(0.1) ? { aggregation_group_type_index: or(() => oneOf([0, 4, null])) } : undefined),
    ...(often(0.1) ? { super_groups: or(() => listOf(condition, 1)) } : undefined),
    ...(often(0.1) ? { holdout: or(() => ({ id: 1, exclusion_percentage: 5 })) } : undefined),
    ...(often(0.1) ? { [oneOf(names)]: anything() } : undefined)
  })

  return {
    anything,
    /** A body with some fields of flags. */
    flag: (): Readonly<Record<string, unknown>> => ({
      key: or(() => `k${Math.floor(random() * 1e9)}`),
      ...(often(0.9) ? { filters: or(filters) } : undefined),
      ...Object.fromEntries(listOf(() => [oneOf(fields), anything()] as const, 2))
    }),
    condition
  }
}
