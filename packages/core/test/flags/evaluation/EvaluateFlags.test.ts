import { assert, describe, it } from "@effect/vitest"
import { evaluateFlags, evaluateKey } from "@hedgerow/core/evaluation/EvaluateFlags"
import type { EvaluationRequest } from "@hedgerow/core/evaluation/EvaluationRequest"
import type { FlagSource } from "@hedgerow/core/evaluation/FlagSource"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { answers, compile, condition, makeFlag, makeRequest, person } from "./EvaluationWorld.ts"

const enterprise = { plan: "enterprise" }
const onPlan = person("plan", "enterprise")
const variants = (...shares: ReadonlyArray<readonly [key: string, rollout_percentage: number]>): JsonRecord => ({
  variants: shares.map(([key, rollout_percentage]) => ({ key, rollout_percentage }))
})

const one = (
  flag: Partial<FlagSource> & Pick<FlagSource, "key">,
  request: Partial<EvaluationRequest> = {}
): string | undefined =>
  answers(compile({ flags: [makeFlag(flag)], groupTypes: new Map([["organization", 0], ["project", 1]]) }), request)[
    flag.key
  ]

const layout = {
  key: "checkout-layout",
  filters: {
    groups: [condition([onPlan], 100, { variant: "compact" }), condition([], 100)],
    multivariate: variants(["control", 50], ["compact", 50])
  }
}

const flagged = (id: number, value: unknown, operator = "flag_evaluates_to"): JsonRecord => ({
  key: String(id),
  type: "flag",
  value,
  operator
})

describe("evaluateFlags", () => {
  describe("conditions", () => {
    it("matches properties (A1)", () => {
      const payload = "{\"cta\":\"Try beta search\"}"
      const compiled = compile({
        flags: [
          makeFlag({ key: "beta-search", filters: { groups: [condition([onPlan])], payloads: { true: payload } } })
        ]
      })
      const result = evaluateFlags(compiled, makeRequest({ personProperties: enterprise })).flags.get("beta-search")
      assert.deepStrictEqual(
        [result?.enabled, result?.variant, result?.payload, result?.reason],
        [true, null, payload, { code: "condition_match", conditionIndex: 0, description: "Matched condition set 1" }]
      )
      assert.deepStrictEqual(answers(compiled), { "beta-search": "false · no_condition_match(0)" })
      assert.strictEqual(evaluateFlags(compiled, makeRequest({})).flags.get("beta-search")?.payload, null)
    })

    it("rolls out to a share (A3)", () => {
      const flag = { key: "beta-search-rollout", filters: { groups: [condition([], 25.5)] } }
      assert.strictEqual(one(flag, { distinctId: "user-61" }), "true · condition_match(0)")
      const small = { key: "beta-search-rollout", filters: { groups: [condition([], 0.4)] } }
      assert.strictEqual(one(small, { distinctId: "user-61" }), "false · out_of_rollout_bound(0)")
    })

    const staged = { groups: [condition([], 10), condition([onPlan], 100)] }
    it("tries them in order, the best reason wins (A5, A7)", () => {
      const request = { distinctId: "user-105", personProperties: enterprise }
      assert.strictEqual(one({ key: "beta-search-staged", filters: staged }, request), "true · condition_match(1)")
      const free = { distinctId: "user-105", personProperties: { plan: "free" } }
      assert.strictEqual(one({ key: "beta-search-staged", filters: staged }, free), "false · out_of_rollout_bound(0)")
    })

    it("names the later of equal reasons", () => {
      const filters = { groups: [condition([onPlan]), condition([person("x", "y")]), condition([onPlan])] }
      assert.strictEqual(one({ key: "f", filters }), "false · no_condition_match(2)")
    })

    it("stops at a missed rollout with early_exit (A17)", () => {
      const filters = { ...staged, early_exit: true }
      const request = { distinctId: "user-105", personProperties: enterprise }
      assert.strictEqual(one({ key: "beta-search-staged", filters }, request), "false · out_of_rollout_bound(0)")
    })

    it("lets everybody in without a percentage (A9)", () => {
      const filters = { groups: [condition([onPlan], null)] }
      assert.strictEqual(
        one({ key: "nav-refresh", filters }, { personProperties: enterprise }),
        "true · condition_match(0)"
      )
    })

    it("counts an empty distinct id as the first of all (A11)", () => {
      const flag = (percentage: number) => ({ key: "beta-search", filters: { groups: [condition([], percentage)] } })
      assert.strictEqual(one(flag(62), { distinctId: "" }), "true · condition_match(0)")
      assert.strictEqual(one(flag(0), { distinctId: "" }), "true · condition_match(0)")
    })

    it("without conditions holds for nobody; without a list of them for everybody", () => {
      assert.strictEqual(one({ key: "f", filters: { groups: [] } }), "false · no_condition_match(null)")
      assert.strictEqual(one({ key: "f", filters: {} }), "true · condition_match(0)")
      assert.strictEqual(one({ key: "f", filters: { properties: [onPlan] } }), "false · no_condition_match(0)")
    })

    it("holds for nobody where it makes no sense", () => {
      for (const groups of [[null], ["all"], [condition([], "most" as never)], [{ properties: [null] }]]) {
        assert.match(
          String(one({ key: "f", filters: { groups } }, { distinctId: "" })),
          /^false/,
          JSON.stringify(groups)
        )
      }
    })

    it("goes on past an unknown operator, and says that something went wrong", () => {
      const groups = [condition([person("plan", "x", "sounds_like")]), condition([onPlan])]
      const compiled = compile({ flags: [makeFlag({ key: "f", filters: { groups } })] })
      const { errorsWhileComputing, flags } = evaluateFlags(compiled, makeRequest({ personProperties: enterprise }))
      assert.deepStrictEqual([flags.get("f")?.reason.conditionIndex, errorsWhileComputing], [1, true])
    })

    it("knows a person's distinct id, unless the request has a property of that name", () => {
      const flag = { key: "f", filters: { groups: [condition([person("distinct_id", "user-17")])] } }
      assert.strictEqual(one(flag), "true · condition_match(0)")
      assert.strictEqual(one(flag, { personProperties: { distinct_id: "x" } }), "false · no_condition_match(0)")
    })

    it("does not see inherited members of objects", () => {
      for (const name of ["constructor", "toString", "__proto__"]) {
        const flag = { key: "f", filters: { groups: [condition([person(name, "x", "is_set")])] } }
        assert.strictEqual(one(flag), "false · no_condition_match(0)", name)
        const told = JSON.parse(`{"${name}":"x"}`) as JsonRecord
        assert.strictEqual(one(flag, { personProperties: told }), "true · condition_match(0)", name)
      }
    })
  })

  describe("variants", () => {
    it("gives the one of the condition, else the hashed one (A13)", () => {
      assert.strictEqual(one(layout, { personProperties: enterprise }), "compact · condition_match(0)")
      assert.strictEqual(one(layout, { personProperties: { plan: "free" } }), "control · condition_match(1)")
    })

    it("does not heed a variant that does not exist (A15)", () => {
      const filters = { ...layout.filters, groups: [condition([onPlan], 100, { variant: "wide" })] }
      const request = { personProperties: enterprise }
      assert.strictEqual(one({ key: "checkout-layout-bad-override", filters }, request), "compact · condition_match(0)")
    })

    it("gives payloads by variant", () => {
      const filters = {
        groups: [condition([], 100)],
        multivariate: variants(["control", 50], ["test", 50]),
        payloads: { test: "{\"x\":1}", true: "\"on\"", control: { raw: 1 } }
      }
      const compiled = compile({ flags: [makeFlag({ key: "checkout-experiment", filters })] })
      const of = (distinctId: string) =>
        evaluateFlags(compiled, makeRequest({ distinctId })).flags.get("checkout-experiment")
      assert.deepStrictEqual([of("user-77")?.variant, of("user-77")?.payload], ["test", "{\"x\":1}"])
      assert.deepStrictEqual([of("")?.variant, of("")?.payload], ["control", "{\"raw\":1}"])
    })

    it("is plainly on where the shares leave somebody out", () => {
      const filters = { groups: [condition([])], multivariate: variants(["control", 0], ["test", 0]) }
      assert.strictEqual(one({ key: "checkout-layout", filters }), "true · condition_match(0)")
    })
  })

  describe("holdouts", () => {
    const experiment = { groups: [condition([])], multivariate: variants(["control", 50], ["test", 50]) }
    const payloads = { test: "\"t\"", "holdout-3": "\"h\"" }

    it("leave those beyond their share alone (A27)", () => {
      const flag = {
        key: "checkout-experiment",
        filters: { ...experiment, holdout: { id: 3, exclusion_percentage: 10 } }
      }
      assert.strictEqual(one(flag, { distinctId: "user-77" }), "test · condition_match(0)")
    })

    it("come before conditions, in both forms", () => {
      const newer = { holdout: { id: 3, exclusion_percentage: 12.6 } }
      const older = { holdout_groups: [{ properties: [], rollout_percentage: 12.6, variant: "holdout-3" }] }
      for (const form of [newer, older]) {
        const filters = { ...experiment, groups: [condition([onPlan])], ...form, payloads }
        const compiled = compile({ flags: [makeFlag({ key: "checkout-experiment", filters })] })
        const result = evaluateFlags(compiled, makeRequest({ distinctId: "user-77" })).flags.get("checkout-experiment")
        assert.deepStrictEqual(
          [result?.enabled, result?.variant, result?.payload, result?.reason.code, result?.reason.conditionIndex],
          [true, "holdout-3", "\"h\"", "holdout_condition_value", null]
        )
      }
    })

    it("of no share or without an id hold nobody", () => {
      for (const holdout of [{ id: 3 }, { exclusion_percentage: 100 }, null, { id: 3, exclusion_percentage: "x" }]) {
        const flag = { key: "checkout-experiment", filters: { ...experiment, holdout } }
        assert.strictEqual(one(flag, { distinctId: "user-77" }), "test · condition_match(0)")
      }
    })
  })

  describe("enrollment", () => {
    const enrolled = (value: unknown) => ({ personProperties: { ["$feature_enrollment/f"]: value } })

    it("decides before all else for those who chose", () => {
      const filters = { groups: [condition([])], feature_enrollment: true, multivariate: variants(["control", 100]) }
      const flag = { key: "f", filters }
      assert.strictEqual(one(flag, enrolled(true)), "true · super_condition_value(0)")
      assert.strictEqual(one(flag, enrolled("true")), "true · super_condition_value(0)")
      assert.strictEqual(one(flag, enrolled(false)), "false · super_condition_value(0)")
      assert.strictEqual(one(flag, enrolled("yes")), "false · super_condition_value(0)")
      assert.strictEqual(one(flag), "control · condition_match(0)")
    })

    it("decides in its older form too", () => {
      const properties = [person("$feature_enrollment/f", ["true"])]
      const flag = { key: "f", filters: { groups: [condition([])], super_groups: [condition(properties, 100)] } }
      assert.strictEqual(one(flag, enrolled("true")), "true · super_condition_value(0)")
      assert.strictEqual(one(flag, enrolled("false")), "false · super_condition_value(0)")
      assert.strictEqual(one(flag), "true · condition_match(0)")
    })
  })

  describe("groups", () => {
    const gold = { key: "tier", type: "group", group_type_index: 0, value: "gold", operator: "exact" }
    const dashboard = {
      key: "org-dashboard",
      filters: { aggregation_group_type_index: 0, groups: [condition([gold], 60)] }
    }
    const groupProperties = { organization: { tier: "gold" } }

    it("are hashed by their key (A19, A21)", () => {
      const named = { groups: { organization: "org-9" }, groupProperties }
      assert.strictEqual(one(dashboard, named), "true · condition_match(0)")
      assert.strictEqual(one(dashboard, { groups: { organization: 42 }, groupProperties }), "true · condition_match(0)")
      const smaller = { ...dashboard, filters: { ...dashboard.filters, groups: [condition([gold], 59)] } }
      assert.strictEqual(
        one(smaller, { groups: { organization: 42 }, groupProperties }),
        "false · out_of_rollout_bound(0)"
      )
    })

    it("that are not named, or of an unknown type, match nothing", () => {
      assert.strictEqual(one(dashboard, { groupProperties }), "false · no_group_type(0)")
      assert.strictEqual(one(dashboard, { groups: { project: "p" }, groupProperties }), "false · no_group_type(0)")
      const unknown = { key: "f", filters: { aggregation_group_type_index: 4, groups: [condition([])] } }
      assert.strictEqual(one(unknown, { groups: { organization: "org-9" } }), "false · no_group_type(0)")
    })

    it("of a type named like something objects inherit are not there by themselves", () => {
      const groupTypes = new Map([["constructor", 0]] as const)
      const flags = [makeFlag({ key: "f", filters: { aggregation_group_type_index: 0, groups: [condition([])] } })]
      assert.strictEqual(answers(compile({ flags, groupTypes }))["f"], "false · no_group_type(0)")
    })

    it("have the properties of their own type only", () => {
      const request = { groups: { organization: "org-9" }, groupProperties: { project: { tier: "gold" } } }
      assert.strictEqual(one(dashboard, request), "false · no_condition_match(0)")
      assert.strictEqual(
        one(dashboard, { ...request, personProperties: { tier: "gold" } }),
        "false · no_condition_match(0)"
      )
    })

    it("know their key as a property", () => {
      const key = { ...gold, key: "$group_key", value: ["org-9"] }
      const flag = { key: "f", filters: { aggregation_group_type_index: 0, groups: [condition([key])] } }
      assert.strictEqual(one(flag, { groups: { organization: "org-9" } }), "true · condition_match(0)")
      assert.strictEqual(one(flag, { groups: { organization: "org-8" } }), "false · no_condition_match(0)")
    })

    it("may differ from condition to condition", () => {
      const mixed = {
        key: "f",
        filters: {
          aggregation_group_type_index: 0,
          groups: [condition([gold]), condition([onPlan], 100, { aggregation_group_type_index: null })]
        }
      }
      assert.strictEqual(one(mixed, { personProperties: enterprise }), "true · condition_match(1)")
      assert.strictEqual(one(mixed), "false · no_condition_match(1)")
      assert.strictEqual(one(mixed, { groups: { organization: "o" }, groupProperties }), "true · condition_match(0)")
    })
  })

  describe("identifiers", () => {
    const half = { groups: [condition([], 50)] }
    const continuous = { key: "f", ensure_experience_continuity: true, filters: half }

    it("are the device's where the flag says so, and nobody without one", () => {
      const flag = {
        key: "beta-search-staged",
        bucketing_identifier: "device_id",
        filters: { groups: [condition([], 20)] }
      } as const
      assert.strictEqual(one(flag, { distinctId: "x", deviceId: "user-105" }), "true · condition_match(0)")
      const told = { distinctId: "x", personProperties: { $device_id: "user-105" } }
      assert.strictEqual(one(flag, told), "true · condition_match(0)")
      const everybody = { ...flag, filters: { groups: [condition([], 100)] } }
      assert.strictEqual(one(everybody, { deviceId: "" }), "false · out_of_rollout_bound(0)")
      assert.strictEqual(one(everybody), "false · out_of_rollout_bound(0)")
    })

    it("are the remembered ones where experience is continuous", () => {
      const users = Array.from({ length: 20 }, (_, index) => `user-${index}`)
      const alone = users.map((distinctId) => one(continuous, { distinctId }))
      const remembered = users.map((user) => one(continuous, { distinctId: "x", hashKeys: new Map([["f", user]]) }))
      assert.deepStrictEqual(remembered, alone)
      assert.strictEqual(new Set(alone).size, 2)
    })

    it("are not the remembered ones elsewhere", () => {
      const flag = { key: "f", filters: half }
      const users = Array.from({ length: 20 }, (_, index) => `user-${index}`)
      const hashKeys = new Map([["f", "always the same"]])
      assert.deepStrictEqual(
        users.map((distinctId) => one(flag, { distinctId, hashKeys })),
        users.map((distinctId) => one(flag, { distinctId }))
      )
    })
  })

  describe("dependencies", () => {
    const beta = makeFlag({ id: 1, key: "beta-search", filters: { groups: [condition([onPlan])] } })
    const depends = (id: number, on: number, value: unknown = true): FlagSource =>
      makeFlag({ id, key: `f${id}`, filters: { groups: [condition([flagged(on, value)])] } })

    it("follow another flag (A23)", () => {
      const compiled = compile({ flags: [depends(2, 1), beta] })
      assert.strictEqual(answers(compiled, { personProperties: enterprise })["f2"], "true · condition_match(0)")
      assert.strictEqual(answers(compiled)["f2"], "false · no_condition_match(0)")
    })

    it("compare variants with regard to case, and any variant is true", () => {
      const source = makeFlag({ id: 1, ...layout })
      const flags = [
        source,
        depends(2, 1),
        depends(3, 1, "control"),
        depends(4, 1, "Control"),
        depends(5, 1, false),
        depends(6, 1, 1)
      ]
      assert.deepStrictEqual(
        Object.values(answers(compile({ flags }))).map((text) => text.slice(0, 5)),
        ["contr", "true ", "true ", "false", "false", "false"]
      )
    })

    it("on missing or circular dependencies cannot be decided, also further down (A25)", () => {
      const flags = [depends(2, 99), depends(3, 2, false), depends(4, 5), depends(5, 4), depends(6, 6), depends(7, 5)]
      assert.deepStrictEqual(
        Object.values(answers(compile({ flags }))),
        flags.map(() => "false · missing_dependency(null)")
      )
    })

    it("on an inactive flag count it as off", () => {
      const flags = [{ ...beta, active: false }, depends(2, 1, false), depends(3, 1), depends(4, 2)]
      assert.deepStrictEqual(answers(compile({ flags })), {
        f2: "true · condition_match(0)",
        f3: "false · no_condition_match(0)",
        f4: "true · condition_match(0)"
      })
    })

    it("on a flag that the request leaves out count it as off", () => {
      const flags = [
        { ...beta, evaluation_runtime: "server" as const },
        depends(2, 1),
        depends(3, 1, false),
        depends(4, 2)
      ]
      const request = { personProperties: enterprise, selection: { runtime: "client" as const } }
      assert.deepStrictEqual(answers(compile({ flags }), request), {
        f2: "false · no_condition_match(0)",
        f3: "true · condition_match(0)",
        f4: "false · no_condition_match(0)"
      })
    })

    it("may be a long chain", () => {
      const flags = [beta, ...Array.from({ length: 20_000 }, (_, index) => depends(index + 2, index + 1))]
      const compiled = compile({ flags: flags.toReversed() })
      const request = { personProperties: enterprise }
      assert.strictEqual(answers(compiled, request)["f20001"], "true · condition_match(0)")
      const selected = answers(compiled, { ...request, selection: { flagKeys: ["f20001"] } })
      assert.deepStrictEqual(selected, { f20001: "true · condition_match(0)" })
    })

    it("need their own operator", () => {
      const flags = [
        beta,
        makeFlag({ id: 2, key: "f2", filters: { groups: [condition([flagged(1, true, "exact")])] } })
      ]
      assert.strictEqual(
        answers(compile({ flags }), { personProperties: enterprise })["f2"],
        "false · no_condition_match(0)"
      )
    })
  })

  describe("selection", () => {
    const all = { groups: [condition([])] }
    const flags = [
      makeFlag({ id: 1, key: "everywhere", filters: all }),
      makeFlag({ id: 2, key: "client", filters: all, evaluation_runtime: "client" }),
      makeFlag({ id: 3, key: "server", filters: all, evaluation_runtime: "server", evaluation_tags: ["app", "web"] }),
      makeFlag({ id: 4, key: "survey-targeting-x", filters: all, evaluation_tags: ["docs"] }),
      makeFlag({ id: 5, key: "retired-banner", filters: all, active: false })
    ]
    const keys = (selection: EvaluationRequest["selection"]) => Object.keys(answers(compile({ flags }), { selection }))

    it("leaves out inactive flags (A29)", () => {
      assert.deepStrictEqual(keys(undefined), ["everywhere", "client", "server", "survey-targeting-x"])
      assert.deepStrictEqual(keys({ flagKeys: ["retired-banner", "everywhere", "unknown"] }), ["everywhere"])
    })

    it("is by runtime", () => {
      assert.deepStrictEqual(keys({ runtime: "client" }), ["everywhere", "client", "survey-targeting-x"])
      assert.deepStrictEqual(keys({ runtime: "server" }), ["everywhere", "server", "survey-targeting-x"])
      assert.deepStrictEqual(keys({ runtime: "unknown" }), ["everywhere", "survey-targeting-x"])
    })

    it("is by context, when the request names one", () => {
      assert.deepStrictEqual(keys({ contexts: ["web"] }), ["everywhere", "client", "server"])
      assert.deepStrictEqual(keys({ contexts: ["other"] }), ["everywhere", "client"])
      assert.strictEqual(keys({ contexts: [] }).length, 4)
    })

    it("is of surveys alone, when asked", () => {
      assert.deepStrictEqual(keys({ onlySurveyFlags: true }), ["survey-targeting-x"])
    })

    it("reads no other flags than those that are asked for", () => {
      const unread = makeFlag({ id: 9, key: "unread" })
      const others = Object.defineProperty({ ...unread }, "filters", { get: () => assert.fail("read") })
      const compiled = compile({ flags: [others, ...flags] })
      assert.deepStrictEqual(Object.keys(answers(compiled, { selection: { flagKeys: ["server"] } })), ["server"])
      assert.isTrue(evaluateKey(compiled, "everywhere", makeRequest({}))?.enabled)
      assert.throws(() => answers(compiled), "read")
    })

    it("of one key is the same", () => {
      const compiled = compile({ flags })
      const client = makeRequest({ selection: { runtime: "client" } })
      assert.isUndefined(evaluateKey(compiled, "unknown", client))
      assert.isUndefined(evaluateKey(compiled, "retired-banner", client))
      assert.isUndefined(evaluateKey(compiled, "server", client))
      assert.strictEqual(evaluateKey(compiled, "client", client)?.flag.key, "client")
    })

    it("evaluates the dependencies of selected flags, without showing them", () => {
      const dependent = makeFlag({ id: 9, key: "dependent", filters: { groups: [condition([flagged(1, true)])] } })
      const compiled = compile({ flags: [dependent, ...flags] })
      assert.deepStrictEqual(answers(compiled, { selection: { flagKeys: ["dependent"] } }), {
        dependent: "true · condition_match(0)"
      })
    })
  })
})
