import { assert, describe, it, layer } from "@effect/vitest"
import { evaluateFlags } from "@hedgerow/core/evaluation/EvaluateFlags"
import { filterFaults } from "@hedgerow/core/evaluation/filters/FilterRules"
import { flagTable, newFlagTable } from "@hedgerow/core/flags/editing/FlagFields"
import { FeatureFlag } from "@hedgerow/core/flags/model/FeatureFlag"
import { FeatureFlagRepository } from "@hedgerow/core/flags/model/FeatureFlagRepository"
import { flagNameIssues } from "@hedgerow/core/flags/model/FlagNames"
import { isJsonRecord, type JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { compile, makeFlag, makeRequest } from "./evaluation/EvaluationWorld.ts"
import { layer as world, makeFlagWorld, onPerson } from "./FlagWorld.ts"

const halves = { variants: [{ key: "a", rollout_percentage: 50 }, { key: "b", rollout_percentage: 50 }] }
const ofGold = { key: "tier", type: "group", group_type_index: 0, operator: "exact", value: "gold" }

/** Filters in which every name matters to somebody. */
const sound: ReadonlyArray<JsonRecord> = [
  {
    groups: [
      { properties: [onPerson("pro", "is_not", "plan")], rollout_percentage: 40, variant: "b" },
      { properties: [], rollout_percentage: 10 }
    ],
    multivariate: halves,
    payloads: { a: "1", b: "2" },
    early_exit: true,
    holdout: { id: 1, exclusion_percentage: 30 }
  },
  {
    groups: [{ aggregation_group_type_index: 0, properties: [ofGold] }, {
      properties: [onPerson("pro", "exact", "plan")]
    }]
  },
  { aggregation_group_type_index: 0, groups: [{ properties: [ofGold], rollout_percentage: 50 }] },
  { properties: [onPerson("pro", "exact", "plan")] },
  { feature_enrollment: true, groups: [{ properties: [], rollout_percentage: 20 }] },
  {
    super_groups: [{ properties: [onPerson("true", "exact", "$feature_enrollment/gate")], rollout_percentage: 100 }],
    holdout_groups: [{ properties: [], rollout_percentage: 25, variant: "holdout-1" }],
    groups: [{ properties: [], rollout_percentage: 60 }]
  }
]

/** Every text that is one slip away: a letter left out, doubled, added or wrong, and two in the wrong order. */
const slipsOf = (name: string): ReadonlyArray<string> => {
  const slips = Array.from({ length: name.length + 1 }, (_, at) => {
    const [before, letter, after] = [name.slice(0, at), name.slice(at, at + 1), name.slice(at + 1)]
    const added = ["s", "x", "_", "-", "E", letter].map((one) => `${before}${one}${letter}${after}`)
    const wrong = ["e", "x", "_", " ", letter.toUpperCase()].map((one) => `${before}${one}${after}`)
    return [`${before}${after}`, ...added, ...wrong, `${before}${after.slice(0, 1)}${letter}${after.slice(1)}`]
  })
  return [...new Set(slips.flat())].filter((slip) => slip !== name)
}

const replaced = (record: JsonRecord, name: string, member: JsonRecord): JsonRecord =>
  Object.fromEntries(Object.entries(record).flatMap((entry) => entry[0] === name ? Object.entries(member) : [entry]))

/** The same filters with one name misspelt, in every way and place; payloads are named by variants. */
const misspellingsOf = (value: unknown): ReadonlyArray<unknown> => {
  if (Array.isArray(value)) {
    return value.flatMap((item, at) => misspellingsOf(item).map((other) => value.toSpliced(at, 1, other)))
  }
  if (!isJsonRecord(value)) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const slips = slipsOf(name).filter((slip) => !Object.hasOwn(value, slip))
    const inside = name === "payloads" ? [] : misspellingsOf(member)
    return slips.map((slip) => replaced(value, name, { [slip]: member })).concat(
      inside.map((other) => replaced(value, name, { [name]: other }))
    )
  })
}

const users = Array.from({ length: 48 }, (_, index) =>
  makeRequest({
    distinctId: `user-${index}`,
    groups: index % 3 === 0 ? {} : { company: `c${index}` },
    personProperties: {
      ...(index % 2 === 0 ? { plan: "pro" } : {}),
      ...(index % 5 === 0 ? { "$feature_enrollment/gate": index % 10 === 0 } : {})
    },
    groupProperties: { company: { tier: index % 4 === 0 ? "gold" : "tin" } }
  }))

/** The decisions of a flag for persons with and without each property, in groups and out of them. */
const decisions = (filters: JsonRecord): string => {
  const flags = compile({ flags: [makeFlag({ key: "gate", filters })], groupTypes: new Map([["company", 0]]) })
  return JSON.stringify(users.map((user) => {
    const result = evaluateFlags(flags, user).flags.get("gate")
    return [result?.enabled, result?.variant]
  }))
}

describe("misspelt names", () => {
  it("of filters, one slip away from each name, are refused or change nothing about who gets the flag", () => {
    let tried = 0
    for (const filters of sound) {
      assert.deepStrictEqual(filterFaults(filters), [], JSON.stringify(filters))
      const right = decisions(filters)
      assert.include(right, "[true,", "somebody gets it")
      assert.include(right, "[false,", "somebody does not")
      for (const misspelt of misspellingsOf(filters) as ReadonlyArray<JsonRecord>) {
        tried++
        if (filterFaults(misspelt).length === 0) {
          assert.strictEqual(decisions(misspelt), right, JSON.stringify(misspelt))
        }
      }
    }
    assert.isAbove(tried, 5_000)
  })

  it("of a record, one slip away from each name that can be written, are refused with that name", () => {
    for (const name of new Set([...Object.keys(newFlagTable), ...Object.keys(flagTable)])) {
      for (const slip of slipsOf(name)) {
        const [issue] = flagNameIssues({ [slip]: true })
        assert.include(issue?.message, `Did you mean "${name}"?`, slip)
      }
    }
  })

  it("a name that comes near nothing is ignored, also one like those that objects inherit", () => {
    const names = ["description", "owner_team", "constructor", "__proto__", "é", "", "x".repeat(1_000)]
    const record = JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}: 1`).join(",")}}`) as JsonRecord
    assert.deepStrictEqual(flagNameIssues(record), [])
    assert.deepStrictEqual(filterFaults({ ...record, groups: [{ ...record, properties: [] }] }), [])
  })
})

layer(world)("stored filters", (it) => {
  it.effect("with names that are refused today can be sent back and enabled, and get no new ones", () =>
    Effect.gen(function*() {
      const { create, patch } = yield* makeFlagWorld
      const repository = yield* FeatureFlagRepository
      const made = yield* create({ key: "gate", active: false })
      const filters = { groups: [{ property: [onPerson("pro")], rollout: 40 }] }
      yield* repository.update(new FeatureFlag({ ...made, filters }))
      yield* patch(made.id, { filters, active: true })
      yield* patch(made.id, { filters: { ...filters, payloads: { true: "1" } } })
      const more = { groups: [...filters.groups, { rollout: 50 }] }
      const error = yield* Effect.flip(patch(made.id, { filters: more }))
      const issues = error._tag === "InvalidInput" ? error.issues : []
      assert.deepStrictEqual(issues.map(({ path }) => path), [["filters", "groups", 1, "rollout"]])
    }))
})
