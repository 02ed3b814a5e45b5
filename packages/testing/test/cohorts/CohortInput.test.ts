import { assert, it } from "@effect/vitest"
import { TestApi } from "@hedgerow/testing"
import { Effect } from "effect"
import { call, type Definition } from "../definitions/Call.ts"
import { allOf, create, has, isIn, place, refusal } from "./CohortWorld.ts"

const did = { type: "behavioral", key: "buy", value: "performed_event" }

const groupsOf = (properties: unknown) => ({ groups: [{ properties }] })
const joined = (properties: unknown) => ({ filters: { properties } })

/** Conditions inside each other. */
const nestedTo = (levels: number): object => {
  let inner: object = { type: "AND", values: [has("a", 1)] }
  for (let left = levels; left > 0; left--) inner = { type: "OR", values: [inner] }
  return inner
}

const refused: ReadonlyArray<readonly [body: object, code: string, attr: string | null]> = [
  [{ name: "x".repeat(401) }, "max_length", "name"],
  [{ description: "x".repeat(1001) }, "max_length", "description"],
  [{ name: "nul\0" }, "null_characters_not_allowed", "name"],
  [{ is_static: "perhaps" }, "invalid_input", "is_static"],
  [{ groups: {} }, "not_a_list", "groups"],
  [{ filters: [] }, "not_a_dict", "filters"],
  [{ filters: "all" }, "not_a_dict", "filters"],
  [{ query: 1 }, "not_a_dict", "query"],
  [{ query: { kind: "HogQLQuery", query: "select 1" } }, "invalid_input", "query"],
  [{ filters: { groups: [] } }, "required", "filters__properties"],
  [joined([]), "not_a_dict", "filters__properties"],
  [joined({ values: [has("a", 1)] }), "required", "filters__properties__type"],
  [joined({ type: "XOR", values: [has("a", 1)] }), "invalid_choice", "filters__properties__type"],
  [joined({ type: "AND" }), "not_a_list", "filters__properties__values"],
  [joined({ type: "AND", values: "a" }), "not_a_list", "filters__properties__values"],
  [joined({ type: "OR", values: [1] }), "not_a_dict", "filters__properties__values__0"],
  [joined({ type: "OR", values: [{ type: "AND", values: [] }] }), "empty", "filters__properties__values__0__values"],
  [joined(nestedTo(30)), "invalid_input", `filters__properties${"__values__0".repeat(20)}`],
  [allOf(...Array.from({ length: 1001 }, () => has("a", 1))), "invalid_input", "filters"],
  [{ groups: Array.from({ length: 1001 }, () => ({})) }, "invalid_input", "filters"],
  [{ filters: { other: "x".repeat(600_000) } }, "max_length", "filters"],
  [allOf({}), "required", place(0, "type")],
  [allOf({ type: "event", key: "a", value: 1 }), "invalid_choice", place(0, "type")],
  [allOf({ type: "person", value: 1 }), "required", place(0, "key")],
  [allOf({ type: "person", key: "", value: 1 }), "required", place(0, "key")],
  [allOf({ type: "person", key: "a" }), "invalid_value", place(0, "value")],
  [allOf(has("a", 1), has("a", 1, "like")), "invalid_operator", place(1, "operator")],
  [allOf(has("a", 1, "in")), "invalid_operator", place(0, "operator")],
  [allOf(has("a", [], "in")), "invalid_value", place(0, "value")],
  [allOf(has("a", ["x"], "not_in")), "invalid_operator", place(0, "operator")],
  [allOf(has("a", 1, "flag_evaluates_to")), "invalid_input", place(0, "operator")],
  [allOf(has("a", ["x"], "icontains")), "invalid_value", place(0, "value")],
  [allOf(has("a", "(", "regex")), "invalid_value", place(0, "value")],
  [allOf(has("a", "(?=x", "not_regex")), "invalid_value", place(0, "value")],
  [allOf(has("a", "soon", "is_date_after")), "invalid_date", place(0, "value")],
  [allOf(has("a", Array.from({ length: 1001 }, () => 1))), "invalid_input", place(0, "value")],
  [allOf({ ...has("a", 1), negation: "no" }), "invalid_input", place(0, "negation")],
  [allOf(has("a", { deep: ["nul\0"] })), "null_characters_not_allowed", place(0, "value", "deep", "0")],
  [allOf(has("a", "\ud800")), "surrogate_characters_not_allowed", place(0, "value")],
  [allOf(isIn(undefined)), "required", place(0, "value")],
  [allOf(isIn("x")), "invalid_input", place(0, "value")],
  [allOf(isIn(999999)), "cohort_does_not_exist", place(0, "value")],
  [allOf({ ...isIn(1), operator: "gt" }), "invalid_choice", place(0, "operator")],
  [allOf({ type: "behavioral", value: "performed_event" }), "required", place(0, "key")],
  [allOf({ type: "behavioral", key: "buy", value: "danced" }), "invalid_choice", place(0, "value")],
  [allOf({ ...did, time_value: 0 }), "invalid_input", place(0, "time_value")],
  [allOf({ ...did, time_value: 3, time_interval: "fortnight" }), "invalid_choice", place(0, "time_interval")],
  [allOf({ ...did, explicit_datetime: "soon" }), "invalid_input", place(0, "explicit_datetime")],
  [allOf({ ...did, operator: "like" }), "invalid_choice", place(0, "operator")],
  [allOf({ ...did, operator_value: -1 }), "invalid_input", place(0, "operator_value")],
  [allOf({ ...did, event_type: "actions" }), "invalid_input", place(0, "key")],
  [allOf({ ...did, event_filters: [{ type: "event" }] }), "required", place(0, "event_filters", "0", "key")],
  [allOf({ ...did, value: "performed_event_sequence" }), "required", place(0, "seq_time_value")],
  [
    allOf({ ...did, value: "performed_event_sequence", seq_time_value: 2 }),
    "required",
    place(0, "seq_event")
  ],
  [allOf({ ...did, value: "stopped_performing_event" }), "required", place(0, "time_value")],
  [
    allOf({ ...did, value: "performed_event_regularly", time_value: 1, min_periods: 3, total_periods: 2 }),
    "invalid_input",
    place(0, "min_periods")
  ],
  [{ filter: allOf(has("a", 1)).filters }, "extra_forbidden", "filter"],
  [{ properties: { type: "AND", values: [has("a", 1)] } }, "extra_forbidden", "properties"],
  [{ isStatic: true }, "extra_forbidden", "isStatic"],
  [{ segments: [has("a", 1)] }, "extra_forbidden", "segments"],
  [{ rules_list: [has("a", 1)] }, "extra_forbidden", "rules_list"],
  [{ property_filters: [has("a", 1)] }, "extra_forbidden", "property_filters"],
  [{ person_ids: ["ada"] }, "extra_forbidden", "person_ids"],
  [{ user_id: ["ada"] }, "extra_forbidden", "user_id"],
  [{ data: allOf(has("a", 1)) }, "extra_forbidden", "data"],
  [{ cohort: { is_static: true } }, "extra_forbidden", "cohort"],
  [{ filters: { propertys: { type: "AND", values: [has("a", 1)] } } }, "extra_forbidden", "filters__propertys"],
  [joined({ type: "AND", value: [has("a", 1)] }), "extra_forbidden", "filters__properties__value"],
  [
    joined({ type: "OR", values: [has("a", 1)], valeus: [] }),
    "extra_forbidden",
    "filters__properties__valeus"
  ],
  [allOf({ ...has("a", 1), negaton: true }), "extra_forbidden", place(0, "negaton")],
  [allOf({ type: "person", key: "a", value: 1, op: "is_not" }), "extra_forbidden", place(0, "op")],
  [{ groups: [{ propertis: { a: 1 } }] }, "extra_forbidden", "groups__0__propertis"],
  [{ groups: [1] }, "not_a_dict", "groups__0"],
  [groupsOf(1), "not_a_dict", "groups__0__properties"],
  [groupsOf([]), "empty", "groups__0__properties"],
  [groupsOf({}), "empty", "groups__0__properties"],
  [groupsOf(["a"]), "not_a_dict", "groups__0__properties__0"],
  [groupsOf([{ key: "a", value: "(", operator: "regex" }]), "invalid_value", "groups__0__properties__0__value"],
  [groupsOf({ age__like: 1 }), "invalid_operator", "groups__0__properties__0__operator"],
  [{ _create_static_person_ids: [{}] }, "invalid_input", "_create_static_person_ids__0"],
  [{ _create_static_person_ids: "ada" }, "not_a_list", "_create_static_person_ids"]
]

it.effect("a wrong cohort is refused with the place of its fault, when it is made and when it is changed", () =>
  Effect.gen(function*() {
    const known = yield* create({ name: "Known" })
    for (const [body, code, attr] of refused) {
      for (const [method, path] of [["POST", "cohorts/"], ["PATCH", `cohorts/${String(known["id"])}/`]] as const) {
        const answer = yield* call(method, path, body)
        assert.deepStrictEqual(refusal(answer).slice(0, 3), [400, code, attr], `${method} ${JSON.stringify(body)}`)
      }
    }
    assert.deepInclude((yield* call("GET", "cohorts/")).body, { count: 1 })
    assert.deepInclude((yield* call("GET", `cohorts/${String(known["id"])}/`)).body, { name: "Known", filters: null })
  }).pipe(Effect.provide(TestApi.layer)))

it.effect("every fault is reported, the first one in the body", () =>
  Effect.gen(function*() {
    const { body } = yield* call(
      "POST",
      "cohorts/",
      allOf(has("a", "(", "regex"), has("b", 1), has("c", "x", "is_date_before"))
    )
    const attrs = (body["errors"] as ReadonlyArray<Definition>).map(({ attr }) => attr)
    assert.deepStrictEqual(attrs, [place(0, "value"), place(2, "value")])
  }).pipe(Effect.provide(TestApi.layer)))

it.effect("of very many faults the first hundred are reported", () =>
  Effect.gen(function*() {
    const { body } = yield* call(
      "POST",
      "cohorts/",
      allOf(...Array.from({ length: 900 }, () => has("a", "(", "regex")))
    )
    assert.strictEqual((body["errors"] as ReadonlyArray<Definition>).length, 100)
  }).pipe(Effect.provide(TestApi.layer)))

it.effect("a body that is no JSON object is refused", () =>
  Effect.gen(function*() {
    for (const body of [[], "x", 1, null]) {
      assert.deepStrictEqual(refusal(yield* call("POST", "cohorts/", body)).slice(0, 3), [400, "invalid_input", null])
    }
  }).pipe(Effect.provide(TestApi.layer)))

it.effect("cohorts that need themselves are refused, however long the way", () =>
  Effect.gen(function*() {
    const a = yield* create({ name: "a", ...allOf(has("x", 1)) })
    const b = yield* create({ name: "b", ...allOf(isIn(a["id"])) })
    const c = yield* create({ name: "c", ...allOf(isIn(String(b["id"]))) })
    const self = yield* call("PATCH", `cohorts/${String(a["id"])}/`, allOf(isIn(a["id"])))
    assert.deepStrictEqual(refusal(self), [
      400,
      "invalid_input",
      place(0, "value"),
      "Circular dependency detected: a → a"
    ])
    const long = yield* call("PATCH", `cohorts/${String(a["id"])}/`, allOf(has("x", 1), isIn(c["id"])))
    assert.deepStrictEqual(refusal(long), [
      400,
      "invalid_input",
      place(1, "value"),
      "Circular dependency detected: a → c → b → a"
    ])
  }).pipe(Effect.provide(TestApi.layer)))
