import { assert, describe, it } from "@effect/vitest"
import { storableJson } from "@hedgerow/core/activity/ActivityValues"
import { fieldChanges } from "@hedgerow/core/activity/FieldDiff"
import { pathText, type StepChange, stepChanges, stepsOf } from "@hedgerow/core/activity/PathDiff"
import { Effect, Schema } from "effect"
import { ReadableRecord } from "../shared/support/ReadableJson.ts"

type Json = Schema.Json

const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)

const isObject = (value: Json): value is Readonly<Record<string, Json>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const applyToList = (list: ReadonlyArray<Json>, change: StepChange, index: number, rest: ReadonlyArray<string>) => {
  if (rest.length > 0) return list.map((element, i) => i === index ? applied(element, change, rest) : element)
  if (change.action === "deleted") return list.filter((_, i) => i !== index)
  return change.action === "created" ? [...list, change.after] : list.with(index, change.after)
}

const applyToObject = (object: Readonly<Record<string, Json>>, change: StepChange, rest: ReadonlyArray<string>) => {
  const [name = "", ...deeper] = rest
  const others = Object.entries(object).filter(([member]) => member !== name)
  if (deeper.length === 0 && change.action === "deleted") return Object.fromEntries(others)
  const value = deeper.length === 0 ? change.after : applied(object[name] ?? null, change, deeper)
  return Object.fromEntries([...others, [name, value]])
}

/** The value after one change. */
const applied = (value: Json, change: StepChange, steps: ReadonlyArray<string> = change.steps): Json => {
  if (isList(value)) return applyToList(value, change, Number(steps[0]), steps.slice(1))
  return isObject(value) ? applyToObject(value, change, steps) : change.after
}

/** Elements leave from the end, so that the positions of the others still hold. */
const inOrder = (changes: ReadonlyArray<StepChange>): ReadonlyArray<StepChange> => [
  ...changes.filter(({ action }) => action !== "deleted"),
  ...changes.filter(({ action }) => action === "deleted").toReversed()
]

const patched = (before: Json, after: Json): Json =>
  inOrder(stepChanges(before, after)).reduce((value, change) => applied(value, change), before)

const paths = (before: Json, after: Json) =>
  stepChanges(before, after).map(({ action, steps }) => `${action} ${pathText(steps)}`)

const names = ["a", "b", "c.d", "e\\", "", "0", "__proto__", "toString"]
const leaves: ReadonlyArray<Json> = [null, 0, 1, "x", "", true]

/** A structure that follows from a few numbers: like numbers give like structures, of few names. */
const treeOf = (seed: ReadonlyArray<number>): Json => {
  let used = 0
  const next = (): number => seed[used++] ?? 0
  const list = (depth: number): Json => Array.from({ length: next() % 4 }, () => tree(depth + 1))
  const object = (depth: number): Json =>
    Object.fromEntries(Array.from({ length: next() % 4 }, () => [names[next() % names.length] ?? "", tree(depth + 1)]))
  const tree = (depth: number): Json => {
    const kind = next()
    if (depth > 4 || kind < leaves.length) return leaves[kind % leaves.length] ?? null
    return kind % 2 === 0 ? list(depth) : object(depth)
  }
  return { root: [object(0), list(0)] }
}

const Seed = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 15 }))).check(Schema.isMinLength(12))

it("a path is read as it is written", () => {
  const paths: ReadonlyArray<ReadonlyArray<string>> = [
    ["a"],
    ["a", "b"],
    ["a.b", "c\\", "\\.d", ""],
    ["", ""],
    ["\\\\", ".", "..\\", "\n"]
  ]
  for (const steps of paths) assert.deepStrictEqual(stepsOf(pathText(steps)), steps)
})

describe("places that differ", () => {
  it("are found one after the other, no more than are asked for", () => {
    const list = (value: number) => Array.from({ length: 10 }, () => [value])
    assert.deepStrictEqual(stepChanges(list(1), list(2), 3).map(({ steps }) => steps), [["0", "0"], ["1", "0"], [
      "2",
      "0"
    ]])
    assert.strictEqual(stepChanges(list(1), list(2)).length, 10)
  })

  const cases: ReadonlyArray<readonly [name: string, before: Json, after: Json, places: ReadonlyArray<string>]> = [
    ["a member of an element", { groups: [{ p: 1 }, { p: 2 }] }, { groups: [{ p: 1 }, { p: 3 }] }, [
      "changed groups.1.p"
    ]],
    ["a new and a lost member", { a: 1, b: null }, { b: null, c: null }, ["created c", "deleted a"]],
    ["a longer list", [1], [1, [2], 3], ["created 1", "created 2"]],
    ["a shorter list", [1, 2, 3], [1], ["deleted 1", "deleted 2"]],
    ["an object that became a list", { a: {} }, { a: [] }, ["changed a"]],
    ["null is a value inside of a field", { a: null }, { a: 0 }, ["changed a"]],
    ["dots and backslashes in names", { "a.b": { "c\\": 1 } }, { "a.b": { "c\\": 2 } }, ["changed a\\.b.c\\\\"]],
    ["values without places", "a", "b", []],
    ["a list that became an object", [1], { a: 1 }, []]
  ]
  for (const [name, before, after, places] of cases) {
    it(name, () => assert.deepStrictEqual(paths(before, after), places))
  }

  it.effect.prop(
    "applied to what was before, they give what is after",
    [Seed, Seed],
    ([left, right]) =>
      Effect.sync(() => {
        const before = treeOf(left)
        const after = treeOf(right)
        assert.deepStrictEqual(storableJson(patched(before, after)), storableJson(after))
      })
  )

  it.effect.prop(
    "a small change gives few places, and equal structures none",
    [Seed, Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 11 }))],
    ([seed, place]) =>
      Effect.sync(() => {
        const before = treeOf(seed)
        const after = treeOf(seed.with(place, (seed[place] ?? 0) ^ 1))
        assert.deepStrictEqual(storableJson(patched(before, after)), storableJson(after))
        assert.deepStrictEqual(stepChanges(before, treeOf(seed)), [])
      })
  )

  it.effect.prop(
    "of any two objects",
    [ReadableRecord, ReadableRecord],
    ([left, right]) =>
      Effect.sync(() => {
        const before = storableJson({ ...left, same: right })
        const after = storableJson({ ...right, same: right })
        assert.deepStrictEqual(storableJson(patched(before, after)), after)
      })
  )
})

describe("places of a field", () => {
  it("go with the change of the field, each with its values", () => {
    const filters = (rollout: number) => ({ filters: { groups: [{ properties: [], rollout_percentage: rollout }] } })
    const [change] = fieldChanges("FeatureFlag", filters(10), filters(25))
    assert.deepStrictEqual(change, {
      type: "FeatureFlag",
      action: "changed",
      field: "filters",
      before: filters(10).filters,
      after: filters(25).filters,
      paths: [{ path: "groups.0.rollout_percentage", action: "changed", before: 10, after: 25 }]
    })
  })

  it("are absent where the field as a whole says all", () => {
    for (const [before, after] of [["a", "b"], [null, { a: 1 }], [[1], { a: 1 }]] as const) {
      const [change] = fieldChanges("FeatureFlag", { filters: before }, { filters: after })
      assert.notProperty(change, "paths")
    }
  })

  it("are the first hundred; that there are more is said", () => {
    const list = (count: number, value: number) => ({ filters: Array.from({ length: count }, () => value) })
    const [full] = fieldChanges("FeatureFlag", list(100, 1), list(100, 2))
    assert.deepStrictEqual([full?.paths?.length, full?.paths_truncated], [100, undefined])
    const [more] = fieldChanges("FeatureFlag", list(101, 1), list(101, 2))
    assert.deepStrictEqual([more?.paths?.length, more?.paths_truncated], [100, true])
  })
})
