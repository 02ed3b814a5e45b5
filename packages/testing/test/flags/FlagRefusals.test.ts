import { assert, it } from "@effect/vitest"
import * as Domain from "@hedgerow/core/Domain"
import * as DomainReferences from "@hedgerow/core/DomainReferences"
import type { FeatureFlagId } from "@hedgerow/core/evaluation/FeatureFlagId"
import { RequiresEvaluationTags } from "@hedgerow/core/flags/editing/FlagPolicy"
import { FlagReferences } from "@hedgerow/core/flags/model/FlagReferences"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { Effect, Layer } from "effect"
import { call, create, FlagApi, good, onFlag, onPerson, refusal, when } from "./FlagApi.ts"

const inWorld = <A, E>(test: Effect.Effect<A, E, FlagApi>) => Effect.provide(test, FlagApi.layer)

const halves = [{ key: "a", rollout_percentage: 50 }, { key: "b", rollout_percentage: 50 }]
const variants = (...list: ReadonlyArray<unknown>) => ({ filters: { groups: [], multivariate: { variants: list } } })
const payloads = (sent: unknown, more: object = {}) => ({ filters: { groups: [], payloads: sent, ...more } })
const place = "filters__groups__0__properties__0"

/** A rule: what is sent, the code, the place in `errors`, the text; `attr` when it is not `filters` or that place. */
type Case = readonly [rule: string, fields: unknown, code: string, place: string | null, text: string, attr?: string]

const notPerson = "Filters are not valid (can only use person, cohort, and flag properties)"
const notGroup = "Filters are not valid (can only use group properties)"
const range = "Rollout percentages must be numbers between 0 and 100."

const cases: ReadonlyArray<Case> = [
  ["V1", { key: undefined }, "required", "key", "This field is required."],
  ["V1", { key: " " }, "blank", "key", "This field may not be blank."],
  ["V1", { key: null }, "null", "key", "This field may not be null."],
  ["V2", { key: "taken" }, "unique", "key", "There is already a feature flag with this key."],
  ["V3", { key: "a b" }, "invalid_key", "key", "Only letters, numbers, hyphens (-) & underscores (_) are allowed."],
  ["V4", { key: "a".repeat(401) }, "max_length", "key", "Ensure this field has no more than 400 characters."],
  [
    "V6",
    variants(halves[0], { key: "b", rollout_percentage: 25 }, { key: "c", rollout_percentage: 0 }),
    "invalid_input",
    "filters__multivariate__variants",
    "Invalid variant definitions: Variant rollout percentages must sum to 100."
  ],
  [
    "V7",
    { filters: { groups: [{ variant: "c" }], multivariate: { variants: halves } } },
    "invalid_input",
    "filters__groups__0__variant",
    "Filters are not valid (variant override does not exist)"
  ],
  [
    "V8",
    when({ key: "plan", type: "group", group_type_index: 0, value: "x" }),
    "invalid_input",
    `${place}__type`,
    notPerson
  ],
  ["V8", when({ key: "plan", type: "event", value: "x" }), "invalid_input", `${place}__type`, notPerson],
  [
    "V9",
    { filters: { ...when(onPerson("x")).filters, aggregation_group_type_index: 0 } },
    "invalid_input",
    `${place}__type`,
    notGroup
  ],
  [
    "V10",
    when({ ...onFlag(1), operator: "exact" }),
    "invalid_input",
    `${place}__operator`,
    "Flag properties must use the 'flag_evaluates_to' operator"
  ],
  [
    "V11",
    when(onPerson("x", "flag_evaluates_to")),
    "invalid_input",
    `${place}__operator`,
    "The 'flag_evaluates_to' operator is only valid for flag properties, not 'person' properties."
  ],
  [
    "V12",
    when(onFlag("x")),
    "invalid_input",
    `${place}__key`,
    "Flag dependencies must reference flag IDs (integers), not flag keys. Invalid reference: 'x'"
  ],
  [
    "V13",
    when(onFlag(9999)),
    "invalid_input",
    `${place}__key`,
    "Flag dependency references non-existent flag with ID 9999"
  ],
  [
    "V17",
    when({ key: "id", type: "cohort", operator: "in", value: 77 }),
    "cohort_does_not_exist",
    `${place}__value`,
    "Cohort with id 77 does not exist"
  ],
  ["V19", when(onPerson("soon", "is_date_before")), "invalid_date", `${place}__value`, "Invalid date value: soon"],
  [
    "V20",
    when(onPerson(["@posthog.com"], "icontains")),
    "invalid_value",
    `${place}__value`,
    "Invalid value for operator icontains: ['@posthog.com']"
  ],
  [
    "V21",
    when(onPerson("x", "in")),
    "invalid_operator",
    `${place}__operator`,
    "The 'in' operator is only valid for cohort properties, not 'person' properties."
  ],
  [
    "V22",
    when(onPerson(Array.from({ length: 1001 }, String))),
    "invalid_input",
    `${place}__value`,
    "Property group expressions of type email cannot contain more than 1000 values."
  ],
  ["V23", payloads(["x"]), "invalid_input", "filters__payloads", "Payloads must be passed as a dictionary"],
  ["V24", payloads({ true: "{a" }), "invalid_input", "filters__payloads__true", "Payload value is not valid JSON"],
  [
    "V25",
    payloads({ c: "1" }, { multivariate: { variants: halves } }),
    "invalid_input",
    "filters__payloads__c",
    "Payload keys must match a variant key for multivariate flags"
  ],
  [
    "V26",
    payloads({ a: "1" }),
    "invalid_input",
    "filters__payloads__a",
    "Payload keys must be 'true' for boolean flags"
  ],
  [
    "V27",
    { tags: ["a"], evaluation_tags: ["b"] },
    "invalid_input",
    "evaluation_tags",
    "Evaluation tags must be a subset of tags. Invalid evaluation tags: b"
  ],
  [
    "V31",
    { evaluation_runtime: "x" },
    "invalid_choice",
    "evaluation_runtime",
    "\"x\" is not a valid choice."
  ],
  [
    "V31",
    { bucketing_identifier: "x" },
    "invalid_choice",
    "bucketing_identifier",
    "\"x\" is not a valid choice."
  ],
  ["V32", { creation_context: "x" }, "invalid_choice", "creation_context", "\"x\" is not a valid choice."],
  [
    "W1",
    { filters: { groups: [{ rollout_percentage: 150 }] } },
    "invalid_input",
    "filters__groups__0__rollout_percentage",
    range
  ],
  [
    "W1",
    { filters: { groups: [{ rollout_percentage: "50" }] } },
    "invalid_input",
    "filters__groups__0__rollout_percentage",
    range
  ],
  [
    "W1",
    variants({ key: "a", rollout_percentage: 150 }, { key: "b", rollout_percentage: -50 }),
    "invalid_input",
    "filters__multivariate__variants__0__rollout_percentage",
    range
  ],
  [
    "W2",
    variants(halves[0], halves[0]),
    "invalid_input",
    "filters__multivariate__variants__1__key",
    "Variant keys must be unique: 'a'."
  ],
  [
    "W2",
    variants({ key: "", rollout_percentage: 100 }),
    "invalid_input",
    "filters__multivariate__variants__0__key",
    "Variant keys must not be empty."
  ],
  [
    "W2",
    variants({ key: "  ", rollout_percentage: 100 }),
    "invalid_input",
    "filters__multivariate__variants__0__key",
    "Variant keys must not be empty."
  ],
  [
    "W2",
    variants({ key: 7, rollout_percentage: 100 }),
    "invalid_input",
    "filters__multivariate__variants__0__key",
    "Variant keys must be strings."
  ],
  ["W4", when(onPerson("[a", "regex")), "invalid_value", `${place}__value`, "Invalid regular expression: [a"],
  [
    "W4",
    when(onPerson("^(?!.*@x", "regex")),
    "invalid_value",
    `${place}__value`,
    "Invalid regular expression: ^(?!.*@x"
  ],
  [
    "W4",
    { filters: { groups: [], version: 2 } },
    "invalid_input",
    "filters__version",
    "The name 'version' is reserved in filters."
  ],
  [
    "W4",
    { filters: { groups: [], note: "x".repeat(524_289) } },
    "max_length",
    "filters",
    "Filters must not be longer than 524288 characters."
  ],
  [
    "W5",
    { bucketing_identifier: "device_id", ensure_experience_continuity: true },
    "invalid_input",
    "bucketing_identifier",
    "Device ID bucketing cannot be combined with persistence across authentication steps."
  ],
  [
    "W6",
    { has_encrypted_payloads: true },
    "invalid_input",
    "has_encrypted_payloads",
    "Encrypted payloads require the flag to be a remote configuration."
  ],
  ["W8", when(onPerson("x", "resembles")), "invalid_operator", `${place}__operator`, "Invalid operator: resembles"],
  [
    "older filters",
    { filters: { properties: [onPerson("x", "in")] } },
    "invalid_operator",
    "filters__properties__0__operator",
    "The 'in' operator is only valid for cohort properties, not 'person' properties."
  ],
  [
    "older filters",
    { filters: { properties: [onFlag(9999)] } },
    "invalid_input",
    "filters__properties__0__key",
    "Flag dependency references non-existent flag with ID 9999"
  ],
  ["type", { active: "maybe" }, "invalid_input", "active", "Must be a valid boolean."],
  [
    "type",
    { analytics_dashboards: [99] },
    "does_not_exist",
    "analytics_dashboards__0",
    "Invalid pk \"99\" - object does not exist.",
    "analytics_dashboards"
  ]
]

it.effect("every rule is reported with its status, type, code, text and place, and changes nothing", () =>
  inWorld(Effect.gen(function*() {
    yield* create("taken")
    const gate = yield* create("gate", { filters: { groups: [{ rollout_percentage: 3 }] } })
    const path = `feature_flags/${String(gate["id"])}/`
    for (const [rule, fields, code, at, text, attr] of cases) {
      const expected = [
        400,
        "validation_error",
        code,
        attr ?? (at?.startsWith("filters") === true ? "filters" : at),
        text
      ]
      const { body, ...answer } = yield* call("POST", "feature_flags/", { key: "new", ...fields as object })
      assert.deepStrictEqual(refusal({ body, ...answer }), expected, rule)
      const [first] = body["errors"] as ReadonlyArray<JsonRecord>
      assert.deepStrictEqual(first, { code, detail: text, attr: at }, rule)
      const named = at?.startsWith("filters") === true ? [(body["extra"] as JsonRecord)["rule"]] : ["-"]
      assert.isTrue(named.every((name) => typeof name === "string" && name !== ""), rule)
      // A change keeps the key and the conditions that it does not name.
      if (code === "required" || rule === "older filters") continue
      assert.deepStrictEqual(refusal(yield* call("PATCH", path, fields)), expected, rule)
    }
    assert.deepStrictEqual(yield* good("GET", path), gate)
    assert.strictEqual((yield* good("GET", "feature_flags/"))["count"], 2)
    assert.strictEqual((yield* good("GET", "feature_flags/activity/"))["total_count"], 2)
  })))

it.effect("references between flags hold: V14 to V16 and §1.5", () =>
  inWorld(Effect.gen(function*() {
    const off = yield* create("off", { active: false })
    const a = yield* create("a")
    const b = yield* create("b", when(onFlag(a["id"])))
    const pathOf = (flag: JsonRecord) => `feature_flags/${String(flag["id"])}/`
    const said = Effect.fnUntraced(function*(answer: ReturnType<typeof call>) {
      return refusal(yield* answer).slice(2)
    })
    assert.deepStrictEqual(yield* said(call("POST", "feature_flags/", { key: "c", ...when(onFlag(off["id"])) })), [
      "invalid_input",
      "filters",
      `Cannot create dependency on disabled flag 'off' (ID: ${
        String(off["id"])
      }). Flag dependencies must reference active flags only.`
    ])
    assert.deepStrictEqual(yield* said(call("PATCH", pathOf(a), when(onFlag(a["id"])))), [
      "invalid_input",
      "filters",
      "Feature flag 'a' cannot depend on itself"
    ])
    assert.deepStrictEqual(yield* said(call("PATCH", pathOf(a), when(onFlag(b["id"])))), [
      "invalid_input",
      "filters",
      "Circular dependency detected: a → b → a"
    ])
    for (const [change, verb] of [[{ deleted: true }, "delete"], [{ active: false }, "disable"]] as const) {
      assert.deepStrictEqual(yield* said(call("PATCH", pathOf(a), change)), [
        "invalid_input",
        null,
        `Cannot ${verb} this feature flag because other flags depend on it: b (ID: ${
          String(b["id"])
        }). Please update or ${verb} the dependent flags first.`
      ])
    }
    yield* good("PATCH", pathOf(b), { active: false })
    yield* good("PATCH", pathOf(a), { active: false })
    assert.deepStrictEqual(yield* said(call("PATCH", pathOf(b), { active: true })), [
      "invalid_input",
      null,
      `Cannot enable this feature flag because it depends on disabled flags: a (ID: ${
        String(a["id"])
      }). Please enable the dependency flags first.`
    ])
  })))

it.effect("a cohort that goes by events is refused (V18)", () =>
  inWorld(Effect.gen(function*() {
    const values = [{
      key: "seen",
      type: "behavioral",
      value: "performed_event",
      event_type: "events",
      time_value: 1,
      time_interval: "day"
    }]
    const filters = { properties: { type: "OR", values: [{ type: "AND", values }] } }
    const cohort = yield* good("POST", "cohorts/", { name: "Doers", filters })
    const body = { key: "gate", ...when({ key: "id", type: "cohort", operator: "in", value: cohort["id"] }) }
    assert.deepStrictEqual(refusal(yield* call("POST", "feature_flags/", body)), [
      400,
      "validation_error",
      "behavioral_cohort_found",
      "filters",
      "Cohort 'Doers' with filters on events cannot be used in feature flags."
    ])
  })))

it.effect("several failures are reported at once, each with its place", () =>
  inWorld(Effect.gen(function*() {
    const body = {
      key: "a b",
      active: "x",
      filters: { groups: [{ rollout_percentage: 101 }, { properties: [onPerson(undefined), onPerson("x", "in")] }] }
    }
    const answer = yield* call("POST", "feature_flags/", body)
    const errors = answer.body["errors"] as ReadonlyArray<JsonRecord>
    assert.deepStrictEqual(errors.map(({ attr, code }) => [code, attr]), [
      ["invalid_key", "key"],
      ["invalid_input", "filters__groups__0__rollout_percentage"],
      ["invalid_value", "filters__groups__1__properties__0__value"],
      ["invalid_operator", "filters__groups__1__properties__1__operator"],
      ["invalid_input", "active"]
    ])
    assert.deepStrictEqual(refusal(answer).slice(2, 4), ["invalid_key", "key"])
  })))

it.effect("bodies that are no JSON objects, are too large or of another type are refused (V30)", () =>
  inWorld(Effect.gen(function*() {
    const { id } = yield* create("gate")
    for (const [method, path] of [["POST", "feature_flags/"], ["PATCH", `feature_flags/${String(id)}/`]] as const) {
      const malformed = yield* call(method, path, "{\"key\":")
      assert.deepStrictEqual(refusal(malformed).slice(0, 4), [400, "invalid_request", "parse_error", null])
      assert.match(String(malformed.body["detail"]), /^JSON parse error - /)
      const list = yield* call(method, path, "[1]")
      assert.deepStrictEqual(refusal(list).slice(0, 4), [400, "validation_error", "invalid_input", null])
      const xml = yield* call(method, path, "<a/>", { headers: { "content-type": "application/xml" } })
      assert.strictEqual(xml.status, 415)
      assert.strictEqual((yield* call(method, path, `"${"x".repeat(11 * 1024 * 1024)}"`)).status, 413)
    }
  })))

/** Of every flag. */
const every = <Found>(found: Found) => ({
  find: (_: ProjectId, ids: ReadonlyArray<FeatureFlagId>) => Effect.succeed(new Map(ids.map((id) => [id, [found]]))),
  lock: () => Effect.void,
  referred: () => Effect.succeed([]),
  follow: () => Effect.void
})

const usedByAll = Domain.layerWith(Layer.merge(
  DomainReferences.layer,
  FlagReferences.layer(Effect.succeed({
    Experiment: every({ id: 3, name: "Blue button", isRunning: true }),
    Survey: every({ id: "s", name: "NPS", record: { id: "s", name: "NPS" } }),
    EarlyAccessFeature: every({ id: "f", name: "Beta", record: { id: "f", name: "Beta" } })
  }))
))

it.effect("flags of experiments, surveys and early access features are shown and kept: V28, W7, §1.5", () =>
  Effect.gen(function*() {
    const { id, ...flag } = yield* create("gate", variants(...halves))
    const path = `feature_flags/${String(id)}/`
    assert.deepInclude(flag, {
      experiment_set: [3],
      experiment_set_metadata: [{ id: 3, name: "Blue button" }],
      surveys: [{ id: "s", name: "NPS" }],
      features: [{ id: "f", name: "Beta" }]
    })
    const removed = yield* call("PATCH", path, variants({ key: "a", rollout_percentage: 100 }))
    assert.deepStrictEqual(refusal(removed).slice(0, 2), [400, "validation_error"])
    const grouped = { filters: { ...variants(...halves).filters, aggregation_group_type_index: 0 } }
    assert.deepStrictEqual(
      refusal(yield* call("PATCH", path, grouped)).at(-1),
      "Cannot change this flag to a group-based when linked to an Early Access Feature."
    )
    const deleted = yield* call("PATCH", path, { deleted: true })
    const texts = (deleted.body["errors"] as ReadonlyArray<JsonRecord>).map(({ detail }) => String(detail))
    assert.deepStrictEqual([deleted.status, deleted.body["attr"]], [400, null])
    assert.isTrue(texts.some((text) => text.includes("linked to active experiment(s) with ID(s): 3")), texts.join())
    assert.isTrue(texts.some((text) => text.includes("in use with early access features")), texts.join())
    assert.deepInclude(yield* good("GET", path), { deleted: false, version: 1 })
  }).pipe(Effect.provide(FlagApi.layerOver(MemoryStorage.layer, usedByAll))))

const asksForTags = Layer.succeed(RequiresEvaluationTags, () => true)

it.effect("a project may ask for evaluation tags on new flags (W11)", () =>
  Effect.gen(function*() {
    const refused = yield* call("POST", "feature_flags/", { key: "gate" })
    assert.deepStrictEqual(refusal(refused).slice(0, 4), [400, "validation_error", "required", "evaluation_tags"])
    yield* create("gate", { tags: ["web"], evaluation_tags: ["web"] })
  }).pipe(Effect.provide(FlagApi.layer.pipe(Layer.provide(asksForTags)))))
