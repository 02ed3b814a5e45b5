import { assert, it } from "@effect/vitest"
import { evaluateFlags } from "@hedgerow/core/evaluation/EvaluateFlags"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect, type Layer } from "effect"
import { compile, makeFlag, makeRequest } from "./evaluation/EvaluationWorld.ts"
import { layer, makeFlagWorld, onPerson } from "./FlagWorld.ts"

const onPro = onPerson("pro", "exact", "plan")
const halves = [{ key: "a", rollout_percentage: 50 }, { key: "b", rollout_percentage: 50 }]

/** Names that people use for the audience of a flag, and names of other services. */
const audiences = `
  group Groups condition conditions release_condition releaseConditions condition_set conditionSets rule
  rules targeting targetingRules targets target_users segment segments segment_ids segmentIds audience
  audiences audienceIds cohort cohorts cohort_ids user users user_ids userSegments person persons people
  person_properties property propertys property_filters propertyFilters property_filter Properties props
  filterGroups include includes included_users exclude excluded when where criteria criterion constraint
  constraints strategy strategies allowlist allow_list whitelist superGroups
`.trim().split(/\s+/)

/** Names that people use for a share of users. */
const shares = `
  rollout rollouts roll_out rollout_pct rolloutPct rollout_percent rolloutPercentage rollout_percentages
  rollout-percentage percent percents percentage percentages pct percentage_of_users percentOfUsers traffic
  trafficSplit traffic_allocation weight weights share shares ratio fraction exposure coverage probability
  sampling sample_rate rate exclusion_percent exclusionPercentage exclude_percentage excludePercent
  exclusion
`.trim().split(/\s+/)

const condition = { properties: [onPro], rollout_percentage: 10 }

const besides: ReadonlyArray<JsonRecord> = [
  {},
  { multivariate: null, payloads: {} },
  { holdout_groups: null },
  { aggregation_group_type_index: null, early_exit: false }
]

const decorations: ReadonlyArray<JsonRecord> = [
  {},
  { description: "x", sort_key: "a" },
  { variant: null },
  { properties: null },
  { properties: [] },
  { properties: [], rollout_percentage: 100 },
  { aggregation_group_type_index: null, rollout_percentage: null }
]

/** The same name at every level at which it could be written, too deep and too shallow ones as well. */
const placesOf = (name: string, value: unknown): ReadonlyArray<JsonRecord> => {
  const one = { [name]: value }
  return [
    one,
    { filters: { groups: [{}], holdout: { id: 1, [name]: value } } },
    { filters: { groups: [{}], multivariate: null, ...one } },
    { filters: { groups: [{ properties: [], rollout_percentage: 100 }], ...one } },
    { filters: { filters: one } },
    { filters: { groups: [{ properties: one }] } },
    { filters: { multivariate: one } },
    { filters: { properties: null, ...one } },
    ...["data", "featureFlag", "config"].flatMap((wrapper) => [
      { [wrapper]: one },
      { [wrapper]: { key: "k", filters: one } },
      { [wrapper]: { attributes: one } },
      { [wrapper]: [one] }
    ]),
    ...besides.map((beside) => ({ filters: { ...beside, ...one } })),
    ...decorations.map((decoration) => ({ filters: { groups: [{ ...decoration, ...one }] } }))
  ]
}

const bodies: ReadonlyArray<JsonRecord> = [
  ...audiences.flatMap((name) =>
    [[condition], [onPro], ["ada"], { plan: "pro" }].flatMap((value) => placesOf(name, value))
  ),
  ...shares.flatMap((name) => placesOf(name, 10)),
  ...["variant", "Variants", "variantes", "variations", "options", "arms"].flatMap((name) => placesOf(name, halves)),
  ...["enabledd", "enable", "isActive", "is_enabled", "Active", "actve"].map((name) => ({ [name]: false })),
  ...["data", "flag", "feature_flag", "config"].map((name) => ({ [name]: { active: false } })),
  { config: { groups: [] } },
  { filters: { aggregation_group_type: 0 } },
  { filters: { groups: [{}], aggregation_group_type: 0 } },
  { filters: { groups: [{ aggregationGroupType: 0 }] } },
  { filters: { groups: [{}], holdout: { id: 1 } } },
  { filters: { groups: [{}], holdout: { id: 1, exclusion_percentage: null } } },
  { filters: onPro },
  { filters: [condition] },
  { filters: { groups: [onPro] } },
  { filters: { groups: [[condition]] } },
  { filters: { groups: { groups: [condition] } } },
  { filters: { groups: [{ groups: [condition] }] } },
  { filters: { groups: [{ properties: [[onPro]] }] } },
  { filters: { groups: [{ properties: onPro }] } },
  { filters: { payload: { true: "1" }, who: 1 } },
  { properties: [onPro] },
  { operator: "exact", value: "pro", type: "person" }
]

const users = Array.from(
  { length: 40 },
  (_, index) => makeRequest({ distinctId: `user-${index}`, personProperties: index % 2 === 0 ? { plan: "pro" } : {} })
)

/** Whether everybody gets the flag, in any variant. */
const isForAll = ({ active, filters }: { readonly active: boolean; readonly filters: JsonRecord }): boolean => {
  const flags = compile({ flags: [makeFlag({ key: "gate", active, filters })] })
  return users.every((user) => evaluateFlags(flags, user).flags.get("gate")?.enabled === true)
}

const inWorld = <A, E>(test: Effect.Effect<A, E, Layer.Success<typeof layer>>) => Effect.provide(test, layer)

it.effect("a body that names an audience or a share in unknown words makes no flag that is on for everybody", () =>
  inWorld(Effect.gen(function*() {
    const { create } = yield* makeFlagWorld
    const taken: Array<string> = []
    for (const [index, body] of bodies.entries()) {
      const made = yield* Effect.result(create({ _should_create_usage_dashboard: false, key: `k${index}`, ...body }))
      if (made._tag === "Success" && isForAll(made.success)) taken.push(JSON.stringify(body))
    }
    assert.deepStrictEqual(taken, [])
    assert.isAbove(bodies.length, 5_000)
  })))

it.effect("a body that names an audience or a share in unknown words changes no flag, whether it is on for some or for everybody", () =>
  inWorld(Effect.gen(function*() {
    const { create, patch } = yield* makeFlagWorld
    const some = yield* create({ key: "some", filters: { groups: [condition] } })
    const all = yield* create({ key: "all" })
    const taken: Array<string> = []
    for (const body of bodies) {
      for (const { id } of [some, all]) {
        const made = yield* Effect.result(patch(id, body))
        if (made._tag === "Success") taken.push(JSON.stringify(body))
      }
    }
    assert.deepStrictEqual(taken, [])
  })))

it.effect("names of an audience are distinguished from remarks and from records that come back", () =>
  inWorld(Effect.gen(function*() {
    const { create, patch } = yield* makeFlagWorld
    const sound: ReadonlyArray<JsonRecord> = [
      {},
      { filters: { groups: [{}] } },
      { filters: { groups: [{ properties: [], rollout_percentage: 100, note: "x", reviewed: true }] } },
      { filters: { groups: [{ properties: [onPro], note: { by: "ada" } }], extra: { a: 1 } } },
      { filters: { groups: [{}], note: "x" } },
      { owner: { name: "Ada", email: "ada@example.com" }, links: ["https://example.com"], priority: 3 },
      { deleted_at: null, metadata: { source: "mcp", key: "x", version: 2 } }
    ]
    for (const [index, body] of sound.entries()) {
      const made = yield* create({ key: `s${index}`, ...body })
      yield* patch(made.id, { filters: made.filters })
      yield* patch(made.id, body)
    }
  })))
