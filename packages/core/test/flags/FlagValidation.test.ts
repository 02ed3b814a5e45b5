import { assert, layer } from "@effect/vitest"
import { filterFaults } from "@hedgerow/core/evaluation/filters/FilterRules"
import { groupedFilters } from "@hedgerow/core/evaluation/FlagConditions"
import type { InputIssue } from "@hedgerow/core/shared/InvalidInput"
import { Effect } from "effect"
import { layer as world, makeFlagWorld, onFlag, onPerson, when } from "./FlagWorld.ts"

/** A body, and its first fault: code, place and text. */
type Case = readonly [body: unknown, code: string, path: string, message: string, field?: string | null]

const inGroup = "filters.groups.0"
const inProperty = `${inGroup}.properties.0`

const filters = (value: object) => ({ key: "gate", filters: value })

const variants = (...list: ReadonlyArray<unknown>) => filters({ groups: [], multivariate: { variants: list } })

const halves = [{ key: "a", rollout_percentage: 50 }, { key: "b", rollout_percentage: 50 }]

const cases: ReadonlyArray<Case> = [
  [{}, "required", "key", "This field is required."],
  [{ key: "" }, "blank", "key", "This field may not be blank."],
  [{ key: "a b" }, "invalid_key", "key", "Only letters, numbers, hyphens (-) & underscores (_) are allowed."],
  [{ key: "a".repeat(401) }, "max_length", "key", "Ensure this field has no more than 400 characters."],
  [null, "invalid_input", "", "Invalid data. Expected a dictionary, but got NoneType."],
  [{ key: "gate", active: "maybe" }, "invalid_input", "active", "Must be a valid boolean."],
  [{ key: "gate", evaluation_runtime: "x" }, "invalid_choice", "evaluation_runtime", "\"x\" is not a valid choice."],
  [
    { key: "gate", bucketing_identifier: "x" },
    "invalid_choice",
    "bucketing_identifier",
    "\"x\" is not a valid choice."
  ],
  [{ key: "gate", creation_context: "x" }, "invalid_choice", "creation_context", "\"x\" is not a valid choice."],
  [
    { key: "gate", tags: ["a"], evaluation_tags: ["b", "A"] },
    "invalid_input",
    "evaluation_tags",
    "Evaluation tags must be a subset of tags. Invalid evaluation tags: b"
  ],
  [
    { key: "gate", tags: ["a"], evaluation_contexts: ["b"] },
    "invalid_input",
    "evaluation_tags",
    "Evaluation tags must be a subset of tags. Invalid evaluation tags: b"
  ],
  [
    { key: "gate", tags: ["a", "b"], evaluation_tags: ["a"], evaluation_contexts: ["b"] },
    "invalid_input",
    "evaluation_contexts",
    "evaluation_contexts is another name of evaluation_tags: both must have the same values."
  ],
  [{ key: "gate", evaluation_contexts: null }, "null", "evaluation_contexts", "This field may not be null."],
  [
    { key: "gate", has_encrypted_payloads: true },
    "invalid_input",
    "has_encrypted_payloads",
    "Encrypted payloads require the flag to be a remote configuration."
  ],
  [
    { key: "gate", bucketing_identifier: "device_id", ensure_experience_continuity: true },
    "invalid_input",
    "bucketing_identifier",
    "Device ID bucketing cannot be combined with persistence across authentication steps."
  ],
  [
    { key: "gate", analytics_dashboards: [3_000_000_000] },
    "does_not_exist",
    "analytics_dashboards.0",
    "Invalid pk \"3000000000\" - object does not exist.",
    "analytics_dashboards"
  ],
  [
    { key: "gate", analytics_dashboards: [-1] },
    "does_not_exist",
    "analytics_dashboards.0",
    "Invalid pk \"-1\" - object does not exist.",
    "analytics_dashboards"
  ],
  [
    { key: "gate", analytics_dashboards: Array.from({ length: 1001 }, (_, id) => id) },
    "max_length",
    "analytics_dashboards",
    "Ensure this field has no more than 1000 elements."
  ],
  [
    { key: "gate", analytics_dashboards: [99] },
    "does_not_exist",
    "analytics_dashboards.0",
    "Invalid pk \"99\" - object does not exist.",
    "analytics_dashboards"
  ],
  [
    variants({ key: "a", rollout_percentage: 50 }, { key: "b", rollout_percentage: 25 }, {
      key: "c",
      rollout_percentage: 0
    }),
    "invalid_input",
    "filters.multivariate.variants",
    "Invalid variant definitions: Variant rollout percentages must sum to 100."
  ],
  [
    variants(halves[0], halves[0]),
    "invalid_input",
    "filters.multivariate.variants.1.key",
    "Variant keys must be unique: 'a'."
  ],
  [
    variants({ key: "", rollout_percentage: 100 }),
    "invalid_input",
    "filters.multivariate.variants.0.key",
    "Variant keys must not be empty."
  ],
  [
    variants({ key: "  ", rollout_percentage: 100 }),
    "invalid_input",
    "filters.multivariate.variants.0.key",
    "Variant keys must not be empty."
  ],
  [
    variants({ key: 7, rollout_percentage: 100 }),
    "invalid_input",
    "filters.multivariate.variants.0.key",
    "Variant keys must be strings."
  ],
  [
    variants({ key: "a", rollout_percentage: 150 }, { key: "b", rollout_percentage: -50 }),
    "invalid_input",
    "filters.multivariate.variants.0.rollout_percentage",
    "Rollout percentages must be numbers between 0 and 100."
  ],
  [
    variants(...halves, { key: "c", rollout_percentage: { toString: 1, valueOf: 1 } }),
    "invalid_input",
    "filters.multivariate.variants.2.rollout_percentage",
    "Rollout percentages must be numbers between 0 and 100."
  ],
  [
    filters({ groups: [{ variant: "c" }], multivariate: { variants: halves } }),
    "invalid_input",
    `${inGroup}.variant`,
    "Filters are not valid (variant override does not exist)"
  ],
  [
    filters({ groups: [{ rollout_percentage: 101 }] }),
    "invalid_input",
    `${inGroup}.rollout_percentage`,
    "Rollout percentages must be numbers between 0 and 100."
  ],
  [
    filters({ groups: { 0: {} } }),
    "not_a_list",
    "filters.groups",
    "Expected a list of items but got type \"dict\"."
  ],
  [
    filters({ groups: [], properties: { age: 7 } }),
    "not_a_list",
    "filters.properties",
    "Expected a list of items but got type \"dict\"."
  ],
  [
    filters({ groups: null }),
    "not_a_list",
    "filters.groups",
    "Expected a list of items but got type \"NoneType\"."
  ],
  [
    filters({ groups: null, properties: [onPerson("x")], super_groups: [] }),
    "not_a_list",
    "filters.groups",
    "Expected a list of items but got type \"NoneType\"."
  ],
  [
    filters(when({ key: "plan", type: "group", group_type_index: 0, value: "x" })),
    "invalid_input",
    `${inProperty}.type`,
    "Filters are not valid (can only use person, cohort, and flag properties)"
  ],
  [
    filters({ ...when(onPerson("x")), aggregation_group_type_index: 0 }),
    "invalid_input",
    `${inProperty}.type`,
    "Filters are not valid (can only use group properties)"
  ],
  [
    filters({ ...when({ key: "a", type: "group", group_type_index: 1, value: "x" }), aggregation_group_type_index: 0 }),
    "invalid_input",
    `${inProperty}.type`,
    "Filters are not valid (can only use group properties)"
  ],
  [
    filters(when({ ...onFlag("1"), operator: "exact" })),
    "invalid_input",
    `${inProperty}.operator`,
    "Flag properties must use the 'flag_evaluates_to' operator"
  ],
  [
    filters(when(onPerson("x", "flag_evaluates_to"))),
    "invalid_input",
    `${inProperty}.operator`,
    "The 'flag_evaluates_to' operator is only valid for flag properties, not 'person' properties."
  ],
  [
    filters(when(onFlag("x"))),
    "invalid_input",
    `${inProperty}.key`,
    "Flag dependencies must reference flag IDs (integers), not flag keys. Invalid reference: 'x'"
  ],
  [
    filters(when(onFlag("9999"))),
    "invalid_input",
    `${inProperty}.key`,
    "Flag dependency references non-existent flag with ID 9999"
  ],
  [
    filters(when({ key: "id", type: "cohort", operator: "in", value: 77 })),
    "cohort_does_not_exist",
    `${inProperty}.value`,
    "Cohort with id 77 does not exist"
  ],
  [
    filters(when(onPerson("soon", "is_date_before"))),
    "invalid_date",
    `${inProperty}.value`,
    "Invalid date value: soon"
  ],
  [
    filters(when(onPerson("2026-02-30", "is_date_after"))),
    "invalid_date",
    `${inProperty}.value`,
    "Invalid date value: 2026-02-30"
  ],
  [
    filters(when(onPerson(["@posthog.com"], "icontains"))),
    "invalid_value",
    `${inProperty}.value`,
    "Invalid value for operator icontains: ['@posthog.com']"
  ],
  [
    filters(when(onPerson("x", "not_in"))),
    "invalid_operator",
    `${inProperty}.operator`,
    "The 'not_in' operator is only valid for cohort properties, not 'person' properties."
  ],
  [
    filters(when(onPerson("x", "in"))),
    "invalid_operator",
    `${inProperty}.operator`,
    "The 'in' operator is only valid for cohort properties, not 'person' properties."
  ],
  [
    filters(when(onPerson(["pro", "team"], "in"))),
    "invalid_operator",
    `${inProperty}.operator`,
    "The 'in' operator is only valid for cohort properties, not 'person' properties."
  ],
  [
    filters(when(onPerson([], "in"))),
    "invalid_value",
    `${inProperty}.value`,
    "Invalid value for operator in: []"
  ],
  [
    filters(when(onPerson("x", "resembles"))),
    "invalid_operator",
    `${inProperty}.operator`,
    "Invalid operator: resembles"
  ],
  [
    filters(when(onPerson("[a", "regex"))),
    "invalid_value",
    `${inProperty}.value`,
    "Invalid regular expression: [a"
  ],
  [
    filters(when(onPerson("many", "gt"))),
    "invalid_value",
    `${inProperty}.value`,
    "Invalid value for operator gt: 'many'"
  ],
  [
    filters(when(onPerson([3], "between"))),
    "invalid_value",
    `${inProperty}.value`,
    "Invalid value for operator between: [3]"
  ],
  [
    filters(when(onPerson(undefined))),
    "invalid_value",
    `${inProperty}.value`,
    "Invalid value for operator exact: None"
  ],
  [
    filters(when(onPerson(Array.from({ length: 1001 }, String)))),
    "invalid_input",
    `${inProperty}.value`,
    "Property group expressions of type email cannot contain more than 1000 values."
  ],
  [
    filters({ groups: [], payloads: ["x"] }),
    "invalid_input",
    "filters.payloads",
    "Payloads must be passed as a dictionary"
  ],
  [
    filters({ groups: [], payloads: { true: "{a" } }),
    "invalid_input",
    "filters.payloads.true",
    "Payload value is not valid JSON"
  ],
  [
    filters({ groups: [], payloads: { a: "1" } }),
    "invalid_input",
    "filters.payloads.a",
    "Payload keys must be 'true' for boolean flags"
  ],
  [
    filters({ groups: [], payloads: { true: "1" }, multivariate: { variants: halves } }),
    "invalid_input",
    "filters.payloads.true",
    "Payload keys must match a variant key for multivariate flags"
  ],
  [
    filters({ groups: [], version: 2 }),
    "invalid_input",
    "filters.version",
    "The name 'version' is reserved in filters."
  ],
  [
    filters(when(onPerson("a\0b"))),
    "null_characters_not_allowed",
    `${inProperty}.value`,
    "Null characters are not allowed."
  ],
  [
    filters(when(onPerson("\ud800"))),
    "surrogate_characters_not_allowed",
    `${inProperty}.value`,
    "Surrogate characters are not allowed."
  ],
  [
    filters({ groups: [], note: "x".repeat(524_289) }),
    "max_length",
    "filters",
    "Filters must not be longer than 524288 characters."
  ],
  [
    filters({ groups: [], holdout: { exclusion_percentage: 10 } }),
    "required",
    "filters.holdout.id",
    "This field is required."
  ],
  [
    filters({ groups: [], holdout: { id: [1], exclusion_percentage: 10 } }),
    "invalid_value",
    "filters.holdout.id",
    "A holdout's id must be a number or text."
  ],
  [
    filters(when({ ...onPerson("x"), negation: true })),
    "invalid_value",
    `${inProperty}.negation`,
    "A flag's condition cannot be negated."
  ],
  ...["exact", "is_not"].map((operator): Case => [
    filters(when(onPerson([], operator))),
    "invalid_value",
    `${inProperty}.value`,
    `Invalid value for operator ${operator}: []`
  ]),
  [
    filters(when(...Array.from({ length: 1001 }, () => onPerson("x")))),
    "invalid_input",
    "filters",
    "A feature flag cannot have more than 1000 conditions."
  ],
  [
    filters({ groups: Array.from({ length: 1001 }, () => ({ properties: [] })) }),
    "invalid_input",
    "filters",
    "A feature flag cannot have more than 1000 conditions."
  ],
  [filters({ groups: [], early_exit: "yes" }), "invalid_input", "filters.early_exit", "Must be a valid boolean."],
  [
    filters({ groups: [], holdout: { id: 1, exclusion_percentage: "half" } }),
    "invalid_input",
    "filters.holdout.exclusion_percentage",
    "Rollout percentages must be numbers between 0 and 100."
  ],
  [
    {
      key: "gate",
      is_remote_configuration: true,
      has_encrypted_payloads: true,
      filters: { payloads: { true: "\"********* (encrypted)\"" } }
    },
    "invalid_input",
    "filters.payloads.true",
    "The payload is hidden: send the new one, or leave it out."
  ]
]

const told = ({ code, message, path }: InputIssue) => [code, path.join("."), message]

const many = <A>(value: A): ReadonlyArray<A> => Array.from({ length: 900 }, () => value)

const veryBad: ReadonlyArray<Readonly<Record<string, unknown>>> = [
  { groups: [{ properties: many({}) }] },
  { groups: many({ properties: [{ key: "" }] }) },
  { groups: many(1) },
  { groups: [], multivariate: { variants: many({}) } },
  { groups: [], payloads: Object.fromEntries(many("x").map((value, index) => [`k${index}`, value])) },
  { groups: [], holdout_groups: many(1) }
]

layer(world)("Flag validation", (it) => {
  it("only filters without groups are of the older form: groups that are no list are for nobody", () => {
    const properties = [onPerson("x")]
    assert.deepStrictEqual(groupedFilters({ properties }), { groups: [{ properties, rollout_percentage: null }] })
    for (const groups of [null, {}, "x"]) assert.deepStrictEqual(groupedFilters({ groups }), { groups: [] })
  })

  it.effect("each rule is reported with its code, place and text, and nothing is stored", () =>
    Effect.gen(function*() {
      const { create, entries } = yield* makeFlagWorld
      for (const [body, code, path, message, field] of cases) {
        const error = yield* Effect.flip(create(body))
        assert.deepStrictEqual(told(error.issues[0]), [code, path, message])
        const expected = field === undefined ? path.startsWith("filters") ? "filters" : undefined : field
        assert.strictEqual(error.issues[0].field, expected, message)
      }
      for (const one of veryBad) {
        assert.isAtMost(filterFaults(one).length, 500, "no more than are told are collected")
        assert.strictEqual((yield* Effect.flip(create({ key: "gate", filters: one }))).issues.length, 100)
      }
      const tagged = yield* Effect.flip(create({ key: "gate", tags: many(1), filters: veryBad[0] }))
      assert.strictEqual(tagged.issues.length, 100)
      assert.deepStrictEqual(yield* entries(), [])
      yield* create({ key: "gate", filters: when({ ...onPerson("x"), negation: false }) })
    }))
})
