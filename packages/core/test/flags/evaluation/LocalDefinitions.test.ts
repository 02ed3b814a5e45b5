import { assert, describe, it } from "@effect/vitest"
import type { CohortSource, FlagSource } from "@hedgerow/core/evaluation/FlagSource"
import { localDefinitions } from "@hedgerow/core/evaluation/LocalDefinitions"
import { requiresServer } from "@hedgerow/core/evaluation/RequiresServer"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { compile, condition, makeCohort, makeFlag, person } from "./EvaluationWorld.ts"

const group = (type: "AND" | "OR", ...values: ReadonlyArray<JsonRecord>): JsonRecord => ({ type, values })
const inCohort = (value: number, more: JsonRecord = {}): JsonRecord => ({ key: "id", type: "cohort", value, ...more })
const email = person("email", "@x.io", "icontains")
const role = person("role", "admin")

const cohorts: ReadonlyArray<CohortSource> = [
  makeCohort(1, "OR", [group("AND", email, role), group("AND", person("plan", "pro"))]),
  makeCohort(2, "AND", [inCohort(1), inCohort(3)]),
  { id: 3, is_static: true, filters: null },
  makeCohort(4, "AND", [group("OR", email, role), group("OR", role)]),
  makeCohort(5, "AND", [{ ...email, negation: true }]),
  makeCohort(6, "AND", [inCohort(6)]),
  makeCohort(7, "OR", [email, role])
]

const flag = (id: number, key: string, groups: ReadonlyArray<JsonRecord>, more: Partial<FlagSource> = {}): FlagSource =>
  makeFlag({ id, key, filters: { groups, early_exit: false }, ...more })

const local = (flags: ReadonlyArray<FlagSource>, sendCohorts: boolean) =>
  localDefinitions(compile({ flags, cohorts, groupTypes: new Map([["organization", 0]]) }), {
    sendCohorts,
    isShown: ({ key }) => key !== "hidden"
  })

const filtersOf = (flags: ReadonlyArray<FlagSource>, sendCohorts = false) =>
  local(flags, sendCohorts).flags.map(({ filters }) => filters["groups"])

const depends = (key: number | string, more: JsonRecord = {}): JsonRecord => ({
  key,
  type: "flag",
  value: true,
  operator: "flag_evaluates_to",
  ...more
})

describe("localDefinitions", () => {
  it("lists shown flags, sorted by key, inactive ones too", () => {
    const flags = [flag(2, "b", []), flag(1, "hidden", []), flag(3, "a", [], { active: false }), flag(4, "B", [])]
    const { flags: told, groupTypeMapping } = local(flags, true)
    assert.deepStrictEqual(told.map(({ source }) => source.key), ["B", "a", "b"])
    assert.deepStrictEqual(groupTypeMapping, { 0: "organization" })
  })

  it("tells of `in` as the equality that it is, and of cohorts as they are", () => {
    const plan = person("plan", ["pro", "team"], "in")
    const groups = [condition([plan, inCohort(3, { operator: "in" })])]
    assert.deepStrictEqual(filtersOf([flag(1, "f", groups)], true), [[
      condition([{ ...plan, operator: "exact" }, inCohort(3, { operator: "in" })])
    ]])
    const one = flag(1, "f", [condition([plan])])
    const compiled = compile({ flags: [one], cohorts: [], groupTypes: new Map() })
    assert.isFalse(requiresServer(compiled, one, { sendCohorts: true, isShown: () => true }))
  })

  it("puts the conditions of one simple cohort in its place", () => {
    const groups = [condition([inCohort(1), person("x", "y")], 40, { variant: "v" }), condition([role])]
    assert.deepStrictEqual(filtersOf([flag(1, "f", groups)]), [[
      condition([email, role, person("x", "y")], 40, { variant: "v" }),
      condition([person("plan", "pro"), person("x", "y")], 40, { variant: "v" }),
      condition([role])
    ]])
    assert.deepStrictEqual(filtersOf([flag(1, "f", [condition([inCohort(7)])])]), [[
      condition([email]),
      condition([role])
    ]])
    assert.deepStrictEqual(local([flag(1, "f", groups)], false).cohorts, {})
  })

  it("leaves cohorts that are not so simple", () => {
    const alone = [2, 3, 4, 5, 6, 9].map((id) => [condition([inCohort(id)])])
    const several = [[condition([inCohort(1)]), condition([inCohort(1)])], [
      condition([inCohort(1, { operator: "not_in" })])
    ]]
    for (const groups of [...alone, ...several]) assert.deepStrictEqual(filtersOf([flag(1, "f", groups)]), [groups])
  })

  it("sends the cohorts that clients can decide, with those within them", () => {
    const flags = [flag(1, "f", [condition([inCohort(2)])]), flag(2, "g", [condition([inCohort(6), inCohort(9)])])]
    const told = local(flags, true)
    const sent: unknown = { 1: cohorts[0]?.filters?.["properties"], 2: cohorts[1]?.filters?.["properties"] }
    assert.deepStrictEqual<unknown>(told.cohorts, sent)
    assert.deepStrictEqual(
      told.flags.map(({ filters }) => filters["groups"]),
      flags.map(({ filters }) => filters["groups"])
    )
  })

  it("names flags that others depend on by key, with the chain to them", () => {
    const flags = [
      flag(1, "base", []),
      flag(2, "middle", [condition([depends("1")])]),
      flag(3, "top", [condition([role, depends(2, { label: "middle" })])]),
      flag(4, "off", [condition([depends(1)])], { active: false }),
      flag(5, "on-off", [condition([depends(4)])])
    ]
    assert.deepStrictEqual(filtersOf(flags, true), [
      [],
      [condition([depends("base", { dependency_chain: ["base"] })])],
      [condition([depends("base", { dependency_chain: ["base"] })])],
      [condition([depends("off", { dependency_chain: ["base", "off"] })])],
      [condition([role, depends("middle", { label: "middle", dependency_chain: ["base", "middle"] })])]
    ])
  })

  it("gives no chain to missing or circular dependencies", () => {
    const flags = [
      flag(1, "a", [condition([depends(2)])]),
      flag(2, "b", [condition([depends(1)])]),
      flag(3, "c", [condition([depends(3)])]),
      flag(4, "d", [condition([depends(99)])]),
      flag(5, "e", [condition([depends(4)])]),
      flag(6, "f", [condition([depends(1)])])
    ]
    const chains = filtersOf(flags).map((groups) => JSON.stringify(groups).match(/"dependency_chain":[^\]]*\]/)?.[0])
    assert.deepStrictEqual(chains, flags.map(() => "\"dependency_chain\":[]"))
  })

  it("changes nothing else, and never the stored flags", () => {
    const filters = { groups: [condition([depends(1), role], null, { sort_key: "x" }), "odd"], payloads: { true: "1" } }
    const source = makeFlag({ id: 2, key: "f", filters })
    const before = JSON.stringify(filters)
    const [told] = local([source, flag(1, "hidden", [])], true).flags
    assert.deepStrictEqual(told?.filters, {
      groups: [
        condition([depends("hidden", { dependency_chain: ["hidden"] }), role], null, { sort_key: "x" }),
        "odd"
      ],
      payloads: { true: "1" }
    })
    assert.strictEqual(JSON.stringify(filters), before)
  })
})
