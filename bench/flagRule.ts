/** The rule that every evaluator has: two properties and half of the people. */

/** Everybody has both properties that the rule wants, so that each evaluation reaches the percentage. */
export interface BenchUser {
  readonly id: string
  readonly plan: string
  readonly country: string
}

/** An evaluator with a number of flags in it; it answers whether the asked one is on. */
export interface BenchEvaluator {
  readonly isOn: (key: string, user: BenchUser) => boolean | Promise<boolean>
  readonly close?: () => unknown
}

/** The keys of the flags, of which one is asked for. */
export const flagKey = (index: number): string => `flag-${index}`

/** The users that flags are evaluated for, in turn. */
export const users: ReadonlyArray<BenchUser> = Array.from({ length: 1_000 }, (_, index) => ({
  id: `user-${index}`,
  plan: "enterprise",
  country: index % 2 === 0 ? "DE" : "FR"
}))

const filters = {
  groups: [{
    properties: [
      { key: "plan", type: "person", operator: "exact", value: "enterprise" },
      { key: "country", type: "person", operator: "exact", value: ["DE", "FR"] }
    ],
    rollout_percentage: 50
  }]
}

/** The rule as our flags have it. */
export const benchFlags = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    key: flagKey(index),
    name: "",
    filters,
    active: true,
    version: 1,
    ensure_experience_continuity: false,
    evaluation_runtime: "all" as const,
    bucketing_identifier: "distinct_id" as const,
    evaluation_tags: []
  }))
