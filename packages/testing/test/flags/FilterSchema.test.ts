import { assert, it } from "@effect/vitest"
import { propertyOperators } from "@hedgerow/core/evaluation/Operators"
import { isJsonRecord, type JsonRecord, recordOrEmpty } from "@hedgerow/core/shared/JsonRecord"
import { openApiDocument } from "@hedgerow/http/documents/OpenApiDocument"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Effect } from "effect"
import { call, create, FlagApi, good, onFlag, onPerson, when } from "./FlagApi.ts"

const document = openApiDocument() as JsonRecord
const schemas = recordOrEmpty(recordOrEmpty(document["components"])["schemas"])

const ajv = new Ajv2020({ strict: false, validateFormats: false })
ajv.addSchema(document, "api")

const validator = (name: string) => {
  const validate = ajv.compile({ $ref: `api#/components/schemas/${name}` })
  return (body: unknown): boolean => validate(body)
}

const isNew = validator("NewFeatureFlag")
const isChange = validator("FeatureFlagChanges")
const isRecord = validator("FeatureFlag")

const halves = [{ key: "a", rollout_percentage: 50 }, { key: "b", rollout_percentage: 50 }]
const filters = (value: unknown) => ({ filters: value })
const ofGroup = { key: "tier", type: "group", group_type_index: 0, operator: "exact", value: "gold" }

/** A value that each operator takes, and one that it does not. */
const values: Readonly<Record<string, readonly [good: unknown, bad: unknown]>> = {
  exact: ["pro", []],
  is_not: [["a", 1, true], undefined],
  icontains: ["x", ["x"]],
  not_icontains: [7, true],
  icontains_multi: [["a"], "a"],
  not_icontains_multi: [["a", "b"], []],
  starts_with: ["x", undefined],
  not_starts_with: ["x", undefined],
  ends_with: ["x", undefined],
  not_ends_with: ["x", undefined],
  regex: ["^a", ["a"]],
  not_regex: ["^a", null],
  gt: [1, "many"],
  gte: ["1.5", [1]],
  lt: [-1, "1x"],
  lte: [" 1e3 ", true],
  min: [1, ""],
  max: [1, {}],
  between: [[1, "2"], [1]],
  not_between: [[1, 2], 1],
  is_date_before: ["2026-01-01", 1],
  is_date_after: ["-7d", ["-7d"]],
  is_date_exact: ["2026-01-01T10:00:00Z", ""],
  ...Object.fromEntries(
    ["eq", "neq", "gt", "gte", "lt", "lte", "tilde", "caret"].map((name) =>
      [`semver_${name}`, ["1.2.3", true]] as const
    )
  ),
  semver_wildcard: ["1.*", {}],
  is_set: ["is_set", undefined],
  is_not_set: [undefined, undefined]
}

const takesNoValue = new Set(["is_set", "is_not_set"])

const accepted: ReadonlyArray<unknown> = [
  {},
  filters({}),
  filters({ groups: [] }),
  filters({ groups: [{}] }),
  filters({ groups: [{ properties: null, rollout_percentage: null, variant: null, sort_key: "a", note: null }] }),
  filters({ groups: [{ properties: [], variant: null, note: "x" }] }),
  filters({ groups: [{ rollout_percentage: 25.5, aggregation_group_type_index: null, variant: "" }] }),
  filters({ groups: [{ variant: "a" }], multivariate: { variants: halves }, payloads: { a: "1", b: { raw: 1 } } }),
  filters({ groups: [], multivariate: { variants: [] } }),
  filters({ groups: [], multivariate: null, payloads: null, holdout: null, super_groups: null, holdout_groups: null }),
  filters({ groups: [], holdout: { id: "x", exclusion_percentage: 10 }, early_exit: true, feature_enrollment: null }),
  filters({ properties: [onPerson("x")] }),
  filters({ groups: [{ properties: [ofGroup] }], aggregation_group_type_index: 0 }),
  filters({ groups: [{ properties: [ofGroup], aggregation_group_type_index: 0 }, { properties: [onPerson("x")] }] }),
  filters({ groups: [], unknown_to_us: true }),
  when({ key: "plan", type: "person", value: "pro" }),
  when({ key: "plan", type: "person", value: null, operator: null, negation: false, label: "Plan" }),
  when(onFlag(1)),
  when({ key: 1, type: "flag", operator: "flag_evaluates_to", value: "a" }),
  ...Object.entries(values).map(([operator, [value]]) => when(onPerson(value, operator)))
]

const refused: ReadonlyArray<unknown> = [
  filters([]),
  filters(null),
  filters({ groups: null }),
  filters({ groups: {} }),
  filters({ groups: [1] }),
  filters({ groups: [{ properties: {} }] }),
  filters({ groups: [{ properties: ["x"] }] }),
  filters({ groups: [{ rollout_percentage: "40" }] }),
  filters({ groups: [{ rollout_percentage: 101 }] }),
  filters({ groups: [{ rollout_percentage: -1 }] }),
  filters({ groups: [{ aggregation_group_type_index: 5 }] }),
  filters({ groups: [{ aggregation_group_type_index: "0" }] }),
  filters({ groups: [], early_exit: "yes" }),
  filters({ groups: [], feature_enrollment: 1 }),
  filters({ groups: [], payloads: ["x"] }),
  filters({ groups: [], holdout: { exclusion_percentage: 10 } }),
  filters({ groups: [], holdout: { id: "" } }),
  filters({ groups: [], holdout: { id: 1 } }),
  filters({ groups: [], holdout: [1] }),
  filters({ groups: [], holdout_groups: [{ rollout_percentage: "x" }] }),
  filters({ groups: [], super_groups: [{ rollout_percentage: 200 }] }),
  filters({ groups: [], properties: { age: 7 } }),
  filters({ groups: [], multivariate: [] }),
  filters({ groups: [], multivariate: { variants: {} } }),
  filters({ groups: [], multivariate: { variants: [{ key: "", rollout_percentage: 100 }] } }),
  filters({ groups: [], multivariate: { variants: [{ key: 1, rollout_percentage: 100 }] } }),
  filters({ groups: [], multivariate: { variants: [{ key: "a" }] } }),
  filters({ properties: [{ key: "plan", value: "pro" }] }),
  when({ key: "plan", value: "pro" }),
  when({ type: "person", value: "pro" }),
  when({ key: "", type: "person", value: "pro" }),
  when({ key: "plan", type: "event", value: "pro" }),
  when(onPerson("x", "resembles")),
  when(onPerson("x", 1)),
  when(onPerson("x", "in")),
  when(onPerson(["pro", 1], "in")),
  when(onPerson([], "in")),
  when(onPerson(["x"], "not_in")),
  when(onPerson("x", "flag_evaluates_to")),
  when({ ...onPerson("x"), negation: true }),
  when({ ...onFlag(1), operator: "exact" }),
  when(onFlag("gate")),
  when(onFlag(1, 1)),
  when({ key: "id", type: "cohort", operator: "gt", value: 1 }),
  when(onPerson(Array.from({ length: 1001 }, String))),
  ...Object.entries(values).filter(([operator]) => !takesNoValue.has(operator))
    .map(([operator, [, value]]) => when(onPerson(value, operator)))
]

/**
 * Rules that no schema of one place can state: similar names, one place against another, other records of the project.
 */
const beyondSchema: ReadonlyArray<readonly [body: unknown, rule: string]> = [
  [filters({ group: [] }), "name.misspelt"],
  [filters({ groups: [{ who: 1 }] }), "name.unknown"],
  [filters({ groups: [{ properties: [], who: [1] }] }), "name.unknown"],
  [filters({ multivariate: null, who: 1 }), "name.unknown"],
  [filters({ groups: [], version: 1 }), "shape.version"],
  [filters({ groups: [], multivariate: { variants: [halves[0]] } }), "cross_field.variant_rollout_sum_not_100"],
  [filters({ groups: [], multivariate: { variants: [halves[0], halves[0]] } }), "variant.key_unique"],
  [filters({ groups: [{ variant: "c" }] }), "cross_field.variant_override"],
  [filters({ groups: [], payloads: { a: "1" } }), "cross_field.payload_key"],
  [filters({ groups: [], payloads: { true: "{" } }), "payload.json"],
  [when(ofGroup), "cross_field.person_property_type"],
  [when(onPerson("[", "regex")), "property.regex"],
  [when(onPerson("soon", "is_date_after")), "property.date"],
  [when(onPerson("one", "semver_gt")), "property.value"],
  [when(onFlag(99)), "dependency.exists"]
]

it.effect("the documented schema of filters accepts and refuses the same values as the API, new and changed", () =>
  Effect.gen(function*() {
    const { id } = yield* create("known")
    const send = Effect.fnUntraced(function*(body: unknown, index: number) {
      const sent = { key: `k${index}`, ...recordOrEmpty(body) }
      const made = yield* call("POST", "feature_flags/", sent)
      const changed = yield* call("PATCH", `feature_flags/${String(made.body["id"] ?? id)}/`, body)
      return { sent, made, changed, what: `${JSON.stringify(sent)}: ${made.text} ${changed.text}` }
    })
    for (const [index, body] of accepted.entries()) {
      const { changed, made, sent, what } = yield* send(body, index)
      assert.deepStrictEqual([made.status, changed.status], [201, 200], what)
      assert.isTrue(isNew(sent) && isChange(body), what)
      assert.isTrue(isRecord(made.json), what)
    }
    for (const body of refused) {
      const { changed, made, sent, what } = yield* send(body, 1000)
      assert.deepStrictEqual([made.status, changed.status], [400, 400], what)
      assert.isFalse(isNew(sent) || isChange(body), what)
    }
    for (const [body, rule] of beyondSchema) {
      const { changed, made, sent, what } = yield* send(body, 1000)
      assert.deepStrictEqual([made.status, changed.status], [400, 400], what)
      assert.strictEqual(recordOrEmpty(made.body["extra"])["rule"], rule, what)
      assert.isTrue(isNew(sent) && isChange(body), what)
    }
    const { results } = yield* good("GET", "feature_flags/")
    for (const record of results as ReadonlyArray<unknown>) assert.isTrue(isRecord(record))
  }).pipe(Effect.provide(FlagApi.layer)))

/** Every object in a value. */
const recordsIn = (value: unknown): ReadonlyArray<JsonRecord> =>
  Array.isArray(value)
    ? value.flatMap(recordsIn)
    : isJsonRecord(value)
    ? [value, ...Object.values(value).flatMap(recordsIn)]
    : []

it("the documented operators are those that there are, and every example fits its schema", () => {
  const named = recordsIn(schemas["FeatureFlagProperty"]).flatMap(({ operator }) => {
    const kinds = recordsIn(operator).flatMap((kind) => kind["enum"] ?? [])
    return kinds.filter((name): name is string => typeof name === "string" && name !== "")
  })
  const ofOthers = ["in", "not_in", "flag_evaluates_to"]
  assert.deepStrictEqual(new Set(named), new Set([...propertyOperators, ...ofOthers]))
  assert.deepStrictEqual(
    new Set(Object.keys(values)),
    new Set(propertyOperators.filter((name) => !ofOthers.includes(name)))
  )
  const ofFilters = ["FeatureFlagFilters", "FeatureFlagCondition", "FeatureFlagVariant", "FeatureFlagProperty"]
  const exemplary = recordsIn(ofFilters.map((name) => schemas[name]))
    .filter((schema) => Array.isArray(schema["examples"]) && "type" in schema)
  assert.isAbove(exemplary.length, 10)
  for (const { examples, ...schema } of exemplary) {
    const isSound = ajv.compile({ ...schema, components: document["components"] })
    for (const example of examples as ReadonlyArray<unknown>) assert.isTrue(isSound(example), JSON.stringify(example))
  }
})
