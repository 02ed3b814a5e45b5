import { assert, describe, it } from "@effect/vitest"
import type { Change } from "@hedgerow/core/activity/Activity"
import { activityFields } from "@hedgerow/core/activity/ActivityFields"
import { fieldChanges } from "@hedgerow/core/activity/FieldDiff"
import { Effect } from "effect"
import { ReadableRecord } from "../shared/support/ReadableJson.ts"

type Row = readonly [action: string, field: string | null, before: unknown, after: unknown]

const rows = (changes: ReadonlyArray<Change>): ReadonlyArray<Row> =>
  changes.map(({ action, after, before, field }) => [action, field, before, after])

const cases: ReadonlyArray<readonly [name: string, before: object, after: object, changes: ReadonlyArray<Row>]> = [
  ["another value is changed", { name: "a" }, { name: "b" }, [["changed", "name", "a", "b"]]],
  ["from empty is created", { name: "" }, { name: "b" }, [["created", "name", "", "b"]]],
  ["from nothing is created", {}, { name: "b" }, [["created", "name", null, "b"]]],
  ["to empty is deleted", { conditions: { url: "x" } }, { conditions: null }, [[
    "deleted",
    "conditions",
    { url: "x" },
    null
  ]]],
  ["to nothing is deleted", { name: "b" }, {}, [["deleted", "name", "b", null]]],
  ["false and 0 are values", { archived: false, responses_limit: null }, { archived: true, responses_limit: 0 }, [
    ["changed", "archived", false, true],
    ["created", "responses_limit", null, 0]
  ]],
  ["a number is not its text", { responses_limit: 1 }, { responses_limit: "1" }, [[
    "changed",
    "responses_limit",
    1,
    "1"
  ]]],
  ["the order of a list counts", { questions: [1, 2] }, { questions: [2, 1] }, [[
    "changed",
    "questions",
    [1, 2],
    [2, 1]
  ]]],
  ["the order of members does not", { appearance: { a: 1, b: [{ c: 1, d: 2 }] } }, {
    appearance: { b: [{ d: 2, c: 1 }], a: 1 }
  }, []],
  [
    "fields come in the model's order, others after them as they stand",
    { zeta: 1, questions: [1], alpha: 1, name: "a", old: 1 },
    { zeta: 2, questions: [2], alpha: 2, name: "b" },
    [
      ["changed", "name", "a", "b"],
      ["changed", "questions", [1], [2]],
      ["changed", "zeta", 1, 2],
      ["changed", "alpha", 1, 2],
      ["deleted", "old", 1, null]
    ]
  ],
  [
    "what every save moves is not told, nor what the scope leaves out",
    { id: 1, updated_at: "a", created_by: {}, team_id: 1, user_access_level: "editor", feature_flag_keys: [] },
    { id: 2, updated_at: "b", created_by: { id: 1 }, team_id: 2, user_access_level: "manager", feature_flag_keys: [1] },
    []
  ]
]

describe("changes of fields", () => {
  for (const [name, before, after, changes] of cases) {
    it(name, () => {
      const found = fieldChanges("Survey", before as Record<string, unknown>, after as Record<string, unknown>)
      assert.deepStrictEqual(rows(found), changes)
      for (const change of found) assert.strictEqual(change.type, "Survey")
    })
  }

  const empties = [null, "", [], {}, undefined]
  for (const left of empties) {
    for (const right of empties) {
      it(`${JSON.stringify(left)} and ${JSON.stringify(right)} are the same nothing`, () =>
        assert.deepStrictEqual(fieldChanges("Survey", { name: left }, { name: right }), []))
    }
  }

  it("a field that is called like something objects inherit is a plain field", () => {
    assert.deepStrictEqual(rows(fieldChanges("Survey", {}, { toString: 1 })), [["created", "toString", null, 1]])
    assert.deepStrictEqual(rows(fieldChanges("Survey", { constructor: 1 }, {})), [["deleted", "constructor", 1, null]])
  })

  it("characters that no storage holds are replaced", () => {
    const [change] = fieldChanges("Survey", { name: "\0", description: NaN }, { name: "\ud800x", description: 1n })
    assert.deepStrictEqual([change?.before, change?.after], ["\uFFFD", "\uFFFDx"])
    assert.deepStrictEqual(rows(fieldChanges("Survey", {}, { "a\0": "b" })), [["created", "a\0", null, "b"]])
  })

  for (const [scope, rules] of Object.entries(activityFields)) {
    it(`${scope}: no field is both logged and left out, and none is named twice`, () => {
      const { excluded = [], fields } = rules
      assert.deepStrictEqual(fields.filter((field) => excluded.includes(field)), [])
      assert.strictEqual(new Set(fields).size, fields.length)
      assert.strictEqual(new Set(excluded).size, excluded.length)
    })
  }

  it.effect.prop(
    "a record is not different from itself, and both directions tell the same fields",
    [ReadableRecord, ReadableRecord],
    ([before, after]) =>
      Effect.sync(() => {
        assert.deepStrictEqual(fieldChanges("Cohort", before, { ...before }), [])
        const there = fieldChanges("Cohort", before, after).map(({ field }) => field)
        const back = fieldChanges("Cohort", after, before).map(({ field }) => field)
        assert.sameMembers(there, back)
      })
  )
})

describe("secrets", () => {
  it("a changed secret field is logged with both sides masked", () => {
    const changes = fieldChanges("PersonalAPIKey", { label: "a", secure_value: "x" }, { label: "a", secure_value: "y" })
    assert.deepStrictEqual(rows(changes), [["changed", "secure_value", "masked", "masked"]])
    assert.deepStrictEqual(fieldChanges("PersonalAPIKey", { secure_value: "x" }, { secure_value: "x" }), [])
  })

  it("a structured secret has no paths inside", () => {
    const changes = fieldChanges("Cohort", { token: { a: "hush" } }, { token: { a: "hush2" } }, ["token"])
    assert.notInclude(JSON.stringify(changes), "hush")
    assert.deepStrictEqual(changes, [{
      type: "Cohort",
      action: "changed",
      field: "token",
      before: "masked",
      after: "masked"
    }])
  })

  it("a text where a secret part should be is secret, a dot in a name is none of the path", () => {
    const secrets = ["filters.payloads.*", "filters.a\\.b"]
    const before = { filters: { payloads: "hush", a: { b: 1 }, "a.b": "hush" } }
    const after = { filters: { payloads: { true: "hush" }, a: { b: 2 }, "a.b": null } }
    const [change] = fieldChanges("FeatureFlag", before, after, secrets)
    assert.deepStrictEqual(change?.before, { payloads: "masked", a: { b: 1 }, "a.b": "masked" })
    assert.deepStrictEqual(change?.after, { payloads: { true: "masked" }, a: { b: 2 }, "a.b": "masked" })
    assert.notInclude(JSON.stringify(change), "hush")
  })

  it("a secret inside a field is masked in the field and in its paths, and is still noticed", () => {
    const before = { filters: { payloads: { true: "hush" }, groups: [{ key: "hush" }] } }
    const after = { filters: { payloads: { true: "hush2" }, groups: [{ key: "hush2", n: 1 }, { key: "hush3", n: 2 }] } }
    const changes = fieldChanges("FeatureFlag", before, after, ["filters.payloads", "filters.groups.*.key"])
    assert.notInclude(JSON.stringify(changes), "hush")
    assert.deepStrictEqual(changes[0]?.before, { groups: [{ key: "masked" }], payloads: "masked" })
    assert.deepStrictEqual(changes[0]?.paths, [
      { path: "groups.0.n", action: "created", before: null, after: 1 },
      { path: "groups.0.key", action: "changed", before: "masked", after: "masked" },
      { path: "groups.1", action: "created", before: null, after: { n: 2, key: "masked" } },
      { path: "payloads.true", action: "changed", before: "masked", after: "masked" }
    ])
  })
})
