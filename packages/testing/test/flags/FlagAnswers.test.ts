import { assert, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, create, FlagApi, good, onFlag, onPerson, refusal, when } from "./FlagApi.ts"

const inWorld = <A, E>(test: Effect.Effect<A, E, FlagApi>) => Effect.provide(test, FlagApi.layer)

const list = (value: unknown) => value as ReadonlyArray<JsonRecord>

const capture = (...batch: ReadonlyArray<object>) =>
  Effect.flatMap(FlagApi, ({ project }) => good("POST", "/batch/", { api_key: project.api_token, batch }))

const see = (...persons: ReadonlyArray<JsonRecord>) =>
  capture(...persons.map(($set, index) => ({ event: "seen", distinct_id: `person-${index}`, $set })))

const refusesGroups = Effect.fnUntraced(function*(path: string) {
  for (
    const [groups, text] of [
      ["{", "Invalid JSON in groups parameter"],
      ["[]", "groups must be a JSON object"],
      ["7", "groups must be a JSON object"]
    ] as const
  ) {
    const answer = yield* call("GET", `${path}groups=${encodeURIComponent(groups)}`)
    assert.deepStrictEqual(refusal(answer), [400, "validation_error", "invalid_input", "groups", text])
  }
})

it.effect("evaluation reasons of everybody's flags, disabled ones too (A49)", () =>
  inWorld(Effect.gen(function*() {
    yield* see({ plan: "pro" })
    yield* create("alpha", when(onPerson("pro", "exact", "plan")))
    yield* create("off", { active: false })
    yield* create("never", { filters: { groups: [] } })
    const company = { key: "tier", type: "group", group_type_index: 0, operator: "exact", value: "gold" }
    yield* capture({
      event: "$groupidentify",
      distinct_id: "g",
      properties: { $group_type: "company", $group_key: "acme", $group_set: { tier: "gold" } }
    })
    yield* create("group", { filters: { ...when(company).filters, aggregation_group_type_index: 0 } })
    const answer = (value: unknown, reason: string, condition_index: number | null) => ({
      value,
      evaluation: { reason, condition_index }
    })
    const path = "feature_flags/evaluation_reasons/?distinct_id=person-0"
    assert.deepStrictEqual(yield* good("GET", path), {
      alpha: answer(true, "condition_match", 0),
      off: answer(false, "disabled", null),
      never: answer(false, "no_condition_match", null),
      group: answer(false, "no_group_type", 0)
    })
    const grouped = yield* good("GET", `${path}&groups=${encodeURIComponent("{\"company\":\"acme\"}")}`)
    assert.deepStrictEqual(grouped["group"], answer(true, "condition_match", 0))
    for (const query of ["", "?distinct_id="]) {
      assert.deepStrictEqual(refusal(yield* call("GET", `feature_flags/evaluation_reasons/${query}`)), [
        400,
        "validation_error",
        "required",
        "distinct_id",
        "User distinct_id is required"
      ])
    }
    yield* refusesGroups(`${path}&`)
  })))

it.effect("my flags are the active ones, newest first, for the caller's own distinct id", () =>
  inWorld(Effect.gen(function*() {
    assert.deepStrictEqual((yield* call("GET", "feature_flags/my_flags/")).json, [])
    const first = yield* create("first", { filters: { groups: [{ rollout_percentage: 0 }] }, tags: ["a"] })
    const me = (first["created_by"] as JsonRecord)["distinct_id"]
    const variants = [{ key: "b", rollout_percentage: 100 }]
    yield* create("second", {
      filters: { ...when(onPerson(me, "exact", "distinct_id")).filters, multivariate: { variants } }
    })
    yield* create("off", { active: false })
    const mine = list((yield* call("GET", "feature_flags/my_flags")).json)
    assert.deepStrictEqual(mine.map(({ feature_flag, value }) => [(feature_flag as JsonRecord)["key"], value]), [
      ["second", "b"],
      ["first", false]
    ])
    assert.deepStrictEqual(mine[1]?.["feature_flag"], {
      id: first["id"],
      team_id: 1,
      name: "",
      key: "first",
      filters: { groups: [{ rollout_percentage: 0 }] },
      deleted: false,
      active: true,
      ensure_experience_continuity: false,
      has_encrypted_payloads: false,
      version: 1,
      evaluation_runtime: "all",
      bucketing_identifier: "distinct_id",
      evaluation_tags: [],
      evaluation_contexts: [],
      has_experiment: false
    })
    yield* refusesGroups("feature_flags/my_flags/?")
  })))

const versions = ["0.9.0", "1.0.0", "1.2.0", "1.2.3", "1.2.5", "1.3.0", "2.0.0", "2.1.0"]
const smallVersions = ["0.0.1", "0.0.3", "0.0.5", "0.1.0", "0.2.3", "0.2.5", "0.3.0", "1.0.0"]

const radius = (condition: unknown, group_type_index?: unknown) =>
  Effect.map(
    call("POST", "feature_flags/user_blast_radius/", { condition, group_type_index }),
    ({ body }) => [body["users_affected"], body["total_users"]]
  )

it.effect("the blast radius counts versions (A31)", () =>
  Effect.gen(function*() {
    const cases = [
      [versions, [
        ["semver_eq", "1.2.3", 1],
        ["semver_gt", "1.2.3", 4],
        ["semver_gte", "1.2.3", 5],
        ["semver_lt", "1.2.3", 3],
        ["semver_lte", "1.2.3", 4],
        ["semver_tilde", "1.2.3", 2],
        ["semver_caret", "1.2.3", 3],
        ["semver_wildcard", "1.2.*", 3],
        ["semver_wildcard", "1.*", 5]
      ]],
      [smallVersions, [["semver_caret", "0.2.3", 2], ["semver_caret", "0.0.3", 1]]]
    ] as const
    for (const [known, rules] of cases) {
      yield* inWorld(Effect.gen(function*() {
        yield* see(...known.map((app_version) => ({ app_version })))
        for (const [operator, value, affected] of rules) {
          const condition = { properties: [onPerson(value, operator, "app_version")] }
          assert.deepStrictEqual(yield* radius(condition), [affected, 8], `${operator} ${value}`)
        }
      }))
    }
  }))

it.effect("the blast radius of persons, cohorts and groups; the rollout does not count", () =>
  inWorld(Effect.gen(function*() {
    yield* TestClock.setTime(Date.UTC(2026, 0, 5))
    yield* see(
      ...Array.from({ length: 10 }, (_, n) => ({ group: String(n), joined: n < 3 ? "2025-12-30" : "2025-01-01" }))
    )
    const some = { properties: [onPerson(["0", "1", "2", "3"], "exact", "group")], rollout_percentage: 25 }
    assert.deepStrictEqual(yield* radius(some), [4, 10])
    assert.deepStrictEqual(yield* good("POST", "feature_flags/user_blast_radius/", { condition: some }), {
      users_affected: 4,
      total_users: 10,
      users_affected_after_rollout: 1,
      affected: 4,
      total: 10
    })
    assert.deepStrictEqual(yield* radius({}), [10, 10])
    assert.deepStrictEqual(yield* radius({ properties: [onPerson("-7d", "is_date_after", "joined")] }), [3, 10])
    const cohort = yield* good("POST", "cohorts/", {
      name: "Two",
      is_static: true,
      _create_static_person_ids: ["person-0", "person-5"]
    })
    const inCohort = { key: "id", type: "cohort", operator: "in", value: cohort["id"] }
    assert.deepStrictEqual(yield* radius({ properties: [inCohort] }), [2, 10])
    assert.deepStrictEqual(yield* radius({ properties: [{ ...inCohort, operator: "not_in" }] }), [8, 10])
    assert.deepStrictEqual(yield* radius({ properties: [onFlag(7), inCohort] }), [2, 10])
    const versions = ["1.0.0", "1.5.0", "2.0.0", "2.5.0", "3.0.0"]
    yield* capture(...versions.map((version, n) => ({
      event: "$groupidentify",
      distinct_id: "g",
      properties: { $group_type: "company", $group_key: `acme-${n}`, $group_set: { version } }
    })))
    const group = (key: string, operator: string, value: unknown) => ({
      properties: [{ key, type: "group", group_type_index: 0, operator, value }]
    })
    assert.deepStrictEqual(yield* radius(group("version", "semver_gte", "2.0.0"), 0), [3, 5])
    assert.deepStrictEqual(yield* radius(group("$group_key", "exact", ["acme-1", "acme-2"]), 0), [2, 5])
    assert.deepStrictEqual(yield* radius(group("$group_key", "icontains", "ACME"), "0"), [5, 5])
    assert.deepStrictEqual(yield* radius({}, 1), [0, 0])
    const own = { ...group("version", "semver_gte", "2.0.0"), aggregation_group_type_index: 0 }
    for (const index of [null, 0]) assert.deepStrictEqual(yield* radius(own, index), [3, 5])
    assert.deepStrictEqual(yield* radius({ ...own, aggregation_group_type_index: null }, 0), [3, 5])
    const refused = (body: unknown) => Effect.map(call("POST", "feature_flags/user_blast_radius/", body), refusal)
    assert.deepStrictEqual(yield* refused({}), [
      400,
      "validation_error",
      "required",
      "condition",
      "Missing condition for which to get blast radius"
    ])
    for (
      const [condition, index] of [
        [group("a", "exact", "b"), 1],
        [group("a", "exact", "b"), null],
        [some, 0],
        [{ aggregation_group_type_index: 0 }, 1]
      ] as const
    ) {
      assert.strictEqual(
        (yield* refused({ condition, group_type_index: index })).at(-1),
        "Invalid group type index for feature flag condition."
      )
    }
    const noType = yield* refused({ condition: { aggregation_group_type_index: 9 } })
    assert.deepStrictEqual(noType.slice(2, 4), ["invalid_input", "condition__aggregation_group_type_index"])
    const wrong = yield* refused({ condition: group("$group_key", "icontains", ["a"]), group_type_index: 0 })
    assert.deepStrictEqual(wrong.slice(2, 4), ["invalid_value", "condition__properties__0__value"])
    const unknown = yield* refused({ condition: { properties: [{ ...inCohort, value: 999 }] } })
    assert.strictEqual(unknown[2], "cohort_does_not_exist")
    assert.strictEqual((yield* refused({ condition: {}, group_type_index: 9 }))[3], "group_type_index")
  })))

it.effect("explain has the reason condition by condition", () =>
  inWorld(Effect.gen(function*() {
    const { keyOf } = yield* FlagApi
    yield* see({ plan: "free" })
    const needed = yield* create("needed")
    const flag = yield* create("gate", {
      filters: {
        groups: [
          { properties: [onPerson("x", "exact", "country")], rollout_percentage: 100 },
          { properties: [onPerson("pro", "exact", "plan")], rollout_percentage: 100 },
          { properties: [], rollout_percentage: 0 },
          { properties: [onFlag(needed["id"])], rollout_percentage: null },
          { properties: [] }
        ],
        multivariate: { variants: [{ key: "a", rollout_percentage: 100 }] },
        payloads: { a: "{\"x\":1}" }
      }
    })
    const path = `feature_flags/${String(flag["id"])}/explain`
    const told = yield* good("GET", `${path}?distinct_id=person-0`)
    assert.deepInclude(told, { key: "gate", state: "evaluated", value: "a", variant: "a", payload: "{\"x\":1}" })
    assert.deepStrictEqual(told["reason"], {
      code: "condition_match",
      condition_index: 3,
      description: "Matched condition set 4"
    })
    const conditions = list(told["conditions"])
    assert.deepStrictEqual(conditions.map(({ outcome }) => outcome), [
      "no_condition_match",
      "no_condition_match",
      "out_of_rollout_bound",
      "condition_match",
      "not_reached"
    ])
    const [country, plan] = conditions.map(({ properties }) => list(properties)[0] ?? {})
    assert.deepStrictEqual(country, { property: onPerson("x", "exact", "country"), matched: false, missing: true })
    assert.deepInclude(plan, { matched: false, missing: false, actual: "free" })
    const hashes = conditions.map(({ hash, identifier }) => [typeof hash, identifier])
    assert.isTrue(hashes.every(([type, identifier]) => type === "number" && identifier === "person-0"))
    assert.strictEqual(conditions[2]?.["rollout_percentage"], 0)
    assert.isNumber(told["variant_hash"])
    assert.deepInclude(list(told["dependencies"])[0], { key: "needed", value: true })
    const asPro = encodeURIComponent("{\"plan\":\"pro\"}")
    const pro = yield* good("GET", `feature_flags/gate/explain/?distinct_id=nobody&person_properties=${asPro}`)
    assert.deepInclude(pro["reason"] as JsonRecord, { code: "condition_match", condition_index: 1 })
    const key = yield* keyOf("bo", ["feature_flag:read"])
    assert.notInclude((yield* call("GET", `${path}?distinct_id=person-0`, undefined, { key })).text, "actual")
    yield* good("PATCH", `feature_flags/${String(flag["id"])}/`, { active: false })
    assert.deepInclude(yield* good("GET", `${path}?distinct_id=a`), { state: "disabled", value: false, conditions: [] })
    assert.deepInclude(yield* good("GET", "feature_flags/gaet/explain/?distinct_id=a"), {
      key: "gaet",
      state: "absent",
      value: null,
      reason: null
    })
    assert.strictEqual((yield* call("GET", path)).status, 400)
    yield* good("PATCH", `feature_flags/${String(flag["id"])}/`, { deleted: true })
    assert.strictEqual((yield* call("GET", `${path}?distinct_id=a`)).status, 404)
  })))

it.effect("clients that evaluate flags themselves get the older forms of filters in today's form", () =>
  inWorld(Effect.gen(function*() {
    yield* create("bare")
    yield* create("older", { filters: { properties: [onPerson("a")] } })
    const { flags } = yield* good("GET", "feature_flags/local_evaluation/")
    assert.deepStrictEqual(list(flags).map(({ filters, key }) => [key, filters]), [
      ["bare", { groups: [{ properties: [], rollout_percentage: null }] }],
      ["older", { groups: [{ properties: [onPerson("a")], rollout_percentage: null }] }]
    ])
  })))
