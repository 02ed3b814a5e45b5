import { assert, describe, it } from "@effect/vitest"
import { evaluateFlags } from "@hedgerow/core/evaluation/EvaluateFlags"
import { needs } from "@hedgerow/core/evaluation/EvaluationNeeds"
import { overlayNamedProperties, overlayPersonProperties } from "@hedgerow/core/evaluation/PersonProperties"
import { compile, condition, makeCohort, makeFlag, makeRequest, person } from "./EvaluationWorld.ts"

const compiled = compile({
  groupTypes: new Map([["organization", 0], ["project", 1]]),
  cohorts: [
    makeCohort(1, "AND", [person("email", "x"), { type: "cohort", key: "id", value: 2 }]),
    { id: 2, is_static: true, filters: null },
    { id: 3, is_static: true, filters: null }
  ],
  flags: [
    makeFlag({ id: 1, key: "everybody", filters: { groups: [condition([], 50)] } }),
    makeFlag({
      id: 2,
      key: "plan",
      filters: { groups: [condition([person("plan", "x"), person("distinct_id", "u")])] }
    }),
    makeFlag({ id: 3, key: "cohort", filters: { groups: [condition([{ type: "cohort", key: "id", value: 1 }])] } }),
    makeFlag({
      id: 4,
      key: "group",
      filters: {
        aggregation_group_type_index: 1,
        groups: [condition([person("tier", "x"), person("$group_key", "p")])]
      }
    }),
    makeFlag({
      id: 5,
      key: "group-of-any-kind",
      filters: { aggregation_group_type_index: 0, groups: [condition([])] }
    }),
    makeFlag({ id: 6, key: "continuous", ensure_experience_continuity: true, filters: { groups: [condition([])] } }),
    makeFlag({
      id: 7,
      key: "dependent",
      filters: { groups: [condition([{ key: "2", type: "flag", value: true, operator: "flag_evaluates_to" }])] }
    }),
    makeFlag({ id: 8, key: "enrolled", filters: { groups: [], feature_enrollment: true } }),
    makeFlag({ id: 9, key: "inactive", active: false, filters: { groups: [condition([person("secret", "x")])] } }),
    makeFlag({
      id: 10,
      key: "device",
      ensure_experience_continuity: true,
      bucketing_identifier: "device_id",
      filters: { groups: [condition([])] }
    })
  ]
})

const told = (keys?: ReadonlyArray<string>) => {
  const { groups, hashKeys, person, personProperties, staticCohorts } = needs(compiled, keys)
  return {
    person,
    properties: [...personProperties].sort(),
    groups: Object.fromEntries([...groups].map(([type, names]) => [type, [...names]])),
    cohorts: [...staticCohorts],
    hashKeys
  }
}

const nothing = { person: false, properties: [], groups: {}, cohorts: [], hashKeys: false }

describe("needs", () => {
  it("are empty where the request has all properties", () => {
    for (const key of ["everybody", "group-of-any-kind", "inactive", "device", "unknown"]) {
      assert.deepStrictEqual(told([key]), nothing, key)
    }
    assert.deepStrictEqual(told([]), nothing)
  })

  it("are the properties, memberships and keys that the flags ask for", () => {
    assert.deepStrictEqual(told(["plan"]), { ...nothing, person: true, properties: ["plan"] })
    assert.deepStrictEqual(told(["dependent"]), told(["plan"]))
    assert.deepStrictEqual(told(["cohort"]), { ...nothing, person: true, properties: ["email"], cohorts: [2] })
    assert.deepStrictEqual(told(["group"]), { ...nothing, groups: { project: ["tier"] } })
    assert.deepStrictEqual(told(["continuous"]), { ...nothing, person: true, hashKeys: true })
    assert.deepStrictEqual(told(["enrolled"]).properties, ["$feature_enrollment/enrolled"])
  })

  it("look at a key once, however often it is asked for", () => {
    let looks = 0
    const counted = {
      ...compiled,
      byKey: (key: string) => {
        looks++
        return compiled.byKey(key)
      }
    }
    const keys = Array.from({ length: 100_000 }, () => "dependent")
    assert.deepStrictEqual(needs(counted, keys), needs(compiled, ["dependent"]))
    assert.strictEqual(looks, 1)
    const { flags } = evaluateFlags(counted, makeRequest({ selection: { flagKeys: keys } }))
    assert.deepStrictEqual([[...flags.keys()], looks], [["dependent"], 2])
  })

  it("of flags that share dependencies have each once", () => {
    const flags = Array.from({ length: 3_000 }, (_, index) =>
      makeFlag({
        id: index + 1,
        key: `flag-${index + 1}`,
        filters: {
          groups: [condition([
            person(`property-${index}`, "x"),
            ...(index === 0
              ? []
              : [{ key: String(index), type: "flag", value: true, operator: "flag_evaluates_to" }])
          ])]
        }
      }))
    const deep = compile({ flags })
    let chains = 0
    const counted = {
      ...deep,
      graph: {
        ...deep.graph,
        chainOf: (flag: Parameters<typeof deep.graph.chainOf>[0]) => {
          chains++
          return deep.graph.chainOf(flag)
        }
      }
    }
    assert.strictEqual(needs(counted, flags.map(({ key }) => key)).personProperties.size, 3_000)
    assert.strictEqual(chains, 0)
  })

  it("of all flags are those of each active one", () => {
    assert.deepStrictEqual(told(), {
      person: true,
      properties: ["$feature_enrollment/enrolled", "email", "plan"],
      groups: { project: ["tier"] },
      cohorts: [2],
      hashKeys: true
    })
  })
})

describe("overlayPersonProperties", () => {
  it("lets the request win, and takes initial values from it where there are none", () => {
    const stored = { plan: "free", role: "admin", $initial_browser: "Firefox" }
    const overrides = { plan: "pro", $browser: "Chrome", utm_source: "news", $initial_referrer: "a", $referrer: "b" }
    assert.deepStrictEqual(overlayPersonProperties(stored, overrides), {
      plan: "pro",
      role: "admin",
      $browser: "Chrome",
      utm_source: "news",
      $referrer: "b",
      $initial_browser: "Firefox",
      $initial_utm_source: "news",
      $initial_referrer: "a",
      $initial_plan: "pro"
    })
  })
})

describe("overlayNamedProperties", () => {
  const names = [
    "a",
    "$a",
    "$initial_a",
    "$initial_$a",
    "$initial_",
    "$",
    "",
    "b",
    "$initial_b",
    "toString",
    "__proto__"
  ]
  const someOf = (seed: number, value: string) => {
    const chosen = names.filter((_, at) => (seed >> at) % 2 === 1)
    const turned = seed % 3 === 0 ? chosen.toReversed() : chosen
    return Object.fromEntries(turned.map((name) => [name, `${value} ${name}`]))
  }

  it("equals overlayPersonProperties for these names", () => {
    for (let seed = 0; seed < 4_000; seed++) {
      const [stored, overrides] = [someOf(seed * 7_919 % 2_048, "stored"), someOf(seed * 104_729 % 2_048, "told")]
      const all = overlayPersonProperties(stored, overrides)
      const expected = Object.fromEntries(
        names.filter((name) => Object.hasOwn(all, name)).map((name) => [name, all[name]])
      )
      assert.deepStrictEqual(overlayNamedProperties(stored, overrides, names), expected)
    }
  })
})
