import { assert, describe, it } from "@effect/vitest"
import { evaluateFlags } from "@hedgerow/core/evaluation/EvaluateFlags"
import { explainFlag } from "@hedgerow/core/evaluation/ExplainFlag"
import { compile, condition, makeFlag, makeRequest, person } from "./EvaluationWorld.ts"

const onPlan = person("plan", "pro")
const depends = { key: "1", type: "flag", value: true, operator: "flag_evaluates_to" }

const compiled = compile({
  groupTypes: new Map([["organization", 0]]),
  flags: [
    makeFlag({
      id: 1,
      key: "beta-search-staged",
      filters: {
        groups: [
          condition([], 10),
          condition([onPlan, person("role", "x", "is_set")]),
          condition([], 100, { aggregation_group_type_index: 0 }),
          condition([person("distinct_id", "user-105")], 20),
          condition([])
        ],
        multivariate: { variants: [{ key: "a", rollout_percentage: 100 }] }
      }
    }),
    makeFlag({ id: 2, key: "off", active: false }),
    makeFlag({ id: 3, key: "client", evaluation_runtime: "client", filters: { groups: [condition([])] } }),
    makeFlag({ id: 4, key: "dependent", filters: { groups: [condition([depends])] } }),
    makeFlag({
      id: 5,
      key: "held",
      filters: { groups: [condition([])], holdout: { id: 1, exclusion_percentage: 100 } }
    }),
    makeFlag({
      id: 6,
      key: "broken",
      filters: { groups: [condition([{ type: "cohort", key: "id", value: 9 }]), condition([])] }
    })
  ]
})

const request = makeRequest({ distinctId: "user-105", personProperties: { plan: "free" } })
const outcomes = (key: string) => explainFlag(compiled, key, request).conditions.map(({ outcome }) => outcome)

describe("explainFlag", () => {
  it("has the reason of each condition that does not hold, up to the one that does", () => {
    const explained = explainFlag(compiled, "beta-search-staged", request)
    assert.deepStrictEqual(outcomes("beta-search-staged"), [
      "out_of_rollout_bound",
      "no_condition_match",
      "no_group_type",
      "condition_match",
      "not_reached"
    ])
    assert.strictEqual(explained.state, "evaluated")
    assert.strictEqual(explained.result, evaluateFlags(compiled, request).flags.get("beta-search-staged"))
    const [rollout, properties, group] = explained.conditions
    assert.deepStrictEqual(
      [rollout?.hash, rollout?.rolloutPercentage, rollout?.identifier, rollout?.groupType],
      [0.16767177534121008, 10, "user-105", null]
    )
    assert.deepStrictEqual(properties?.properties, [
      { source: onPlan, matched: false, actual: "free", isMissing: false, isGivenUp: false },
      { source: person("role", "x", "is_set"), matched: false, actual: undefined, isMissing: true, isGivenUp: false }
    ])
    assert.deepStrictEqual([group?.groupType, group?.hash, group?.identifier], ["organization", null, null])
    assert.isNumber(explained.variantHash)
    assert.isNull(explained.holdoutHash)
  })

  it("distinguishes absent, disabled and filtered flags", () => {
    assert.deepStrictEqual(
      ["unknown", "off", "client"].map((key) =>
        explainFlag(compiled, key, { ...request, selection: { runtime: "server" } }).state
      ),
      ["absent", "disabled", "filtered"]
    )
    assert.strictEqual(explainFlag(compiled, "off", request).result?.reason.code, "flag_disabled")
    assert.isNull(explainFlag(compiled, "unknown", request).result)
  })

  it("shows the values of the flags it depends on", () => {
    const { conditions, dependencies, result } = explainFlag(compiled, "dependent", request)
    assert.deepStrictEqual(dependencies.map(({ flag, variant }) => [flag.key, variant]), [["beta-search-staged", "a"]])
    assert.deepStrictEqual([conditions[0]?.properties[0]?.matched, result?.enabled], [true, true])
  })

  it("reaches no condition in a holdout", () => {
    const explained = explainFlag(compiled, "held", request)
    assert.deepStrictEqual(outcomes("held"), ["not_reached"])
    assert.strictEqual(explained.result?.variant, "holdout-1")
    assert.isNumber(explained.holdoutHash)
  })

  it("names the condition that failed", () => {
    assert.deepStrictEqual(outcomes("broken"), ["failed", "not_reached"])
    assert.strictEqual(explainFlag(compiled, "broken", request).result?.failed, true)
  })
})
