import { assert, describe, it } from "@effect/vitest"
import { evaluateFlags } from "@hedgerow/core/evaluation/EvaluateFlags"
import type { EvaluationRequest } from "@hedgerow/core/evaluation/EvaluationRequest"
import type { CohortSource } from "@hedgerow/core/evaluation/FlagSource"
import { conditionMatcher } from "@hedgerow/core/evaluation/SubjectMatcher"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { answers, compile, condition, makeCohort, makeFlag, makeRequest, now, person } from "./EvaluationWorld.ts"

const inCohort = (value: unknown, operator = "in", more: JsonRecord = {}): JsonRecord => ({
  key: "id",
  type: "cohort",
  value,
  operator,
  ...more
})

const group = (type: "AND" | "OR", ...values: ReadonlyArray<JsonRecord>): JsonRecord => ({ type, values })

const staff = makeCohort(1, "OR", [
  group("AND", person("email", "@x.io", "icontains"), person("active", true)),
  group("AND", person("role", "admin"))
])
const listed: CohortSource = { id: 2, is_static: true, filters: null }

const ask = (
  cohorts: ReadonlyArray<CohortSource>,
  property: JsonRecord,
  request: Partial<EvaluationRequest> = {}
): string | undefined =>
  answers(
    compile({ cohorts, flags: [makeFlag({ key: "f", filters: { groups: [condition([property])] } })] }),
    request
  )["f"]

const yes = "true · condition_match(0)"
const no = "false · no_condition_match(0)"
const admin = { personProperties: { role: "Admin" } }

describe("cohorts", () => {
  it("are choices of properties that must all hold", () => {
    assert.strictEqual(ask([staff], inCohort(1), admin), yes)
    assert.strictEqual(ask([staff], inCohort("1"), { personProperties: { email: "a@x.io", active: "true" } }), yes)
    assert.strictEqual(ask([staff], inCohort(1), { personProperties: { email: "a@x.io" } }), no)
    assert.strictEqual(ask([staff], inCohort(1)), no)
    assert.strictEqual(ask([staff], inCohort(1, "not_in")), yes)
    assert.strictEqual(ask([staff], inCohort(1, "not_in"), admin), no)
    assert.strictEqual(ask([staff], { type: "cohort", key: "id", value: 1 }, admin), yes)
  })

  it("may have a list of members", () => {
    assert.strictEqual(ask([listed], inCohort(2), { staticCohorts: new Set([2]) }), yes)
    assert.strictEqual(ask([listed], inCohort(2), { staticCohorts: new Set([3]) }), no)
    assert.strictEqual(ask([listed], inCohort(2, "not_in")), yes)
  })

  it("nested in many others are asked once", () => {
    const layers = 60
    const leaf = makeCohort(1, "AND", [person("role", "admin")])
    const nest = (joint: "AND" | "OR") => [
      leaf,
      ...Array.from(
        { length: layers },
        (_, index) => makeCohort(index + 2, joint, [inCohort(index + 1), inCohort(index + 1)])
      )
    ]
    assert.strictEqual(ask(nest("AND"), inCohort(layers + 1), admin), yes)
    assert.strictEqual(ask(nest("OR"), inCohort(layers + 1)), no)
    const matcher = conditionMatcher([inCohort(layers + 1)], { cohorts: nest("OR"), timeZone: "UTC" })
    const someone = { identifier: "a", staticCohorts: new Set<number>(), now }
    assert.isFalse(matcher.matches({ ...someone, properties: {} }))
    assert.isTrue(
      matcher.matches({ ...someone, properties: { role: "admin" } }),
      "of one person nothing is told of another"
    )
  })

  it("are asked of each group by itself", () => {
    const type = (index: number, properties: ReadonlyArray<JsonRecord>) => ({
      ...condition(properties),
      aggregation_group_type_index: index
    })
    const flag = makeFlag({ key: "f", filters: { groups: [type(0, [inCohort(1)]), type(1, [inCohort(1)])] } })
    const compiled = compile({ cohorts: [staff], flags: [flag], groupTypes: new Map([["a", 0], ["b", 1]]) })
    const groupProperties = { a: { role: "guest" }, b: { role: "admin" } }
    assert.strictEqual(
      answers(compiled, { groups: { a: "x", b: "y" }, groupProperties })["f"],
      "true · condition_match(1)"
    )
  })

  it("on behaviour are decided by their list of members", () => {
    const did = makeCohort(3, "AND", [{ type: "behavioral", key: "$pageview", value: "performed_event" }])
    assert.strictEqual(ask([did], inCohort(3)), no)
    assert.strictEqual(ask([did], inCohort(3), { staticCohorts: new Set([3]) }), yes)
  })

  it("hold others, which they may negate", () => {
    const outer = makeCohort(4, "AND", [
      group("AND", inCohort(1), inCohort(2, "in", { negation: true })),
      group("OR", person("plan", "free", "exact"), { ...person("plan", "old"), negation: true })
    ])
    const cohorts = [outer, staff, listed]
    assert.strictEqual(ask(cohorts, inCohort(4), admin), yes)
    assert.strictEqual(ask(cohorts, inCohort(4), { ...admin, staticCohorts: new Set([2]) }), no)
    assert.strictEqual(ask(cohorts, inCohort(4), { personProperties: { role: "admin", plan: "old" } }), no)
  })

  it("may be any of a list", () => {
    assert.strictEqual(ask([staff, listed], inCohort([2, 1]), admin), yes)
    assert.strictEqual(ask([staff, listed], inCohort([2, 1]), { staticCohorts: new Set([2]) }), yes)
    assert.strictEqual(ask([staff, listed], inCohort([2, 1])), no)
    assert.strictEqual(ask([staff, listed], inCohort([2, 1], "not_in")), yes)
    assert.strictEqual(ask([staff], inCohort([])), no)
  })

  it("negate only within cohorts", () => {
    assert.strictEqual(ask([staff], inCohort(1, "in", { negation: true }), admin), yes)
    assert.strictEqual(ask([], { ...person("role", "admin"), negation: true }, admin), yes)
  })

  it("without conditions have nobody in them", () => {
    for (const filters of [null, {}, { properties: {} }, { properties: { type: "XOR", values: [] } }]) {
      assert.strictEqual(ask([{ id: 1, is_static: false, filters }], inCohort(1)), no)
    }
  })

  it("nested beyond reason have nobody in them", () => {
    let deep: JsonRecord = person("role", "admin")
    for (let depth = 0; depth < 5_000; depth++) deep = group("AND", deep)
    assert.strictEqual(ask([makeCohort(1, "AND", [deep])], inCohort(1), admin), no)
  })

  const broken: ReadonlyArray<readonly [name: string, cohorts: ReadonlyArray<CohortSource>, code: string]> = [
    ["that do not exist", [], "dependency_not_found_cohort"],
    ["within which one does not exist", [makeCohort(1, "OR", [inCohort(9)])], "dependency_not_found_cohort"],
    ["that hold themselves", [makeCohort(1, "OR", [inCohort(1)])], "dependency_cycle_cohort"],
    [
      "that hold each other",
      [makeCohort(1, "OR", [person("role", "admin"), inCohort(2)]), makeCohort(2, "OR", [inCohort(1)])],
      "dependency_cycle_cohort"
    ]
  ]
  it.for(broken)("%s fail the flag alone, and are reported", ([, cohorts, code]) => {
    for (const operator of ["in", "not_in"]) {
      const flags = [
        makeFlag({ id: 1, key: "broken", filters: { groups: [condition([inCohort(1, operator)]), condition([])] } }),
        makeFlag({ id: 2, key: "fine", filters: { groups: [condition([])] } })
      ]
      const results = evaluateFlags(compile({ cohorts, flags }), makeRequest(admin))
      const flag = results.flags.get("broken")
      assert.deepStrictEqual(
        [
          flag?.enabled,
          flag?.failed,
          flag?.reason.code,
          results.errorsWhileComputing,
          results.flags.get("fine")?.enabled
        ],
        [false, true, code, true, true]
      )
      assert.isUndefined(results.flags.get("fine")?.failed)
    }
  })

  it("are not asked where another property has decided", () => {
    const filters = { groups: [condition([inCohort(9), person("role", "admin")])] }
    const results = evaluateFlags(compile({ flags: [makeFlag({ key: "f", filters })] }), makeRequest({}))
    assert.deepStrictEqual([results.errorsWhileComputing, results.flags.get("f")?.failed], [false, undefined])
  })

  it("make the flags that depend on a broken one not hold", () => {
    const depends = (id: number, value: unknown) => ({
      key: String(id),
      type: "flag",
      value,
      operator: "flag_evaluates_to"
    })
    const flags = [
      makeFlag({ id: 1, key: "broken", filters: { groups: [condition([inCohort(9)])] } }),
      makeFlag({ id: 2, key: "f", filters: { groups: [condition([depends(1, false)])] } })
    ]
    assert.strictEqual(answers(compile({ flags }))["f"], no)
  })

  it("may depend on flags", () => {
    const cohort = makeCohort(1, "OR", [{ key: "7", type: "flag", value: true, operator: "flag_evaluates_to" }])
    const flags = [
      makeFlag({ id: 1, key: "f", filters: { groups: [condition([inCohort(1)])] } }),
      makeFlag({ id: 7, key: "other", filters: { groups: [condition([person("role", "admin")])] } })
    ]
    const compiled = compile({ cohorts: [cohort], flags })
    assert.deepStrictEqual(answers(compiled, { ...admin, selection: { flagKeys: ["f"] } }), { f: yes })
    assert.deepStrictEqual(answers(compiled, { selection: { flagKeys: ["f"] } }), { f: no })
  })
})

describe("conditionMatcher", () => {
  const subject = { identifier: "user-1", properties: {}, staticCohorts: new Set<number>(), now }

  it("asks the properties of persons and their cohorts, not the rollout", () => {
    const nested = makeCohort(3, "AND", [inCohort(1), inCohort(2)])
    const matcher = conditionMatcher([inCohort(3), person("plan", "pro")], {
      cohorts: [nested, staff, listed],
      timeZone: "UTC"
    })
    assert.deepStrictEqual(matcher.staticCohorts, [2])
    const properties = { role: "admin", plan: "pro" }
    assert.isTrue(matcher.matches({ ...subject, properties, staticCohorts: new Set([2]) }))
    assert.isFalse(matcher.matches({ ...subject, properties }))
    assert.isFalse(matcher.matches({ ...subject, staticCohorts: new Set([2]) }))
  })

  it("knows distinct ids of persons and keys of groups", () => {
    const context = { cohorts: [], timeZone: "UTC" }
    assert.isTrue(conditionMatcher([person("distinct_id", "user-1")], context).matches(subject))
    const keyed = { key: "$group_key", type: "group", value: ["a", "User-1"], operator: "in" }
    assert.isTrue(conditionMatcher([keyed], context, "group").matches(subject))
    assert.isFalse(conditionMatcher([keyed], context).matches(subject))
  })

  it("matches everybody without properties, nobody with a broken cohort", () => {
    const context = { cohorts: [], timeZone: "UTC" }
    assert.isTrue(conditionMatcher([], context).matches(subject))
    assert.isFalse(conditionMatcher([inCohort(9)], context).matches(subject))
    assert.isFalse(conditionMatcher([inCohort(9, "not_in")], context).matches(subject))
  })

  const versions = ["0.9.0", "1.0.0", "1.2.0", "1.2.3", "1.2.5", "1.3.0", "2.0.0", "2.1.0"]
  const small = ["0.0.1", "0.0.3", "0.0.5", "0.1.0", "0.2.3", "0.2.5", "0.3.0", "1.0.0"]
  const counts: ReadonlyArray<readonly [operator: string, value: string, among: ReadonlyArray<string>, count: number]> =
    [
      ["semver_eq", "1.2.3", versions, 1],
      ["semver_gt", "1.2.3", versions, 4],
      ["semver_gte", "1.2.3", versions, 5],
      ["semver_lt", "1.2.3", versions, 3],
      ["semver_lte", "1.2.3", versions, 4],
      ["semver_tilde", "1.2.3", versions, 2],
      ["semver_caret", "1.2.3", versions, 3],
      ["semver_wildcard", "1.2.*", versions, 3],
      ["semver_wildcard", "1.*", versions, 5],
      ["semver_caret", "0.2.3", small, 2],
      ["semver_caret", "0.0.3", small, 1]
    ]
  it.for(counts)("%s %s counts as published (A31)", ([operator, value, among, count]) => {
    const { matches } = conditionMatcher([person("app_version", value, operator)], { cohorts: [], timeZone: "UTC" })
    assert.strictEqual(
      among.filter((app_version) => matches({ ...subject, properties: { app_version } })).length,
      count
    )
  })
})
