import { assert, describe, it } from "@effect/vitest"
import {
  candidates,
  chosen,
  defaultHotKeyRule,
  type HotKeyRule,
  type KeySample,
  type KeyUse
} from "@hedgerow/storage-clickhouse/hotkeys/HotKeyRule"
import { initialHotKeys } from "@hedgerow/storage-clickhouse/schema/HotKeys"

const rule: HotKeyRule = {
  days: 7,
  leastQueries: 10,
  leastShare: 0.2,
  sampled: 1_000,
  mostFewValues: 5,
  mostColumns: 4,
  mostAtOnce: 2
}

const use = (key: string, queries: number, rowsRead: number): KeyUse => ({ key, queries, rowsRead })
const sample = (key: string, present: number, distinct = 3): KeySample => ({ key, present, distinct })
const none: ReadonlySet<string> = new Set()
const three: ReadonlySet<string> = new Set(["a", "b", "c"])
const four: ReadonlySet<string> = new Set(["a", "b", "c", "d"])

describe("candidates", () => {
  it.each<[string, ReadonlyArray<KeyUse>, ReadonlySet<string>, ReadonlyArray<string>]>([
    ["nothing was read", [], none, []],
    ["exactly enough queries", [use("plan", 10, 1)], none, ["plan"]],
    ["one query too few, however many rows", [use("plan", 9, 1e12)], none, []],
    ["a column already", [use("a", 1_000, 1e9), use("plan", 10, 1)], three, ["plan"]],
    ["the most rows first", [use("x", 99, 10), use("y", 10, 20), use("z", 11, 15)], none, ["y", "z", "x"]],
    ["then the most queries, then the name", [use("z", 10, 7), use("y", 11, 7), use("x", 10, 7)], none, [
      "y",
      "x",
      "z"
    ]],
    ["all columns taken", [use("plan", 1_000, 1e9)], four, []]
  ])("%s", (_, uses, hot, expected) => {
    assert.deepStrictEqual(candidates(uses, hot, rule), expected)
  })

  it("are ten at most", () => {
    const uses = Array.from({ length: 30 }, (_, i) => use(`k${i}`, 10, i))
    assert.deepStrictEqual(candidates(uses, none, rule), Array.from({ length: 10 }, (_, i) => `k${29 - i}`))
  })
})

describe("chosen", () => {
  const keysOf = (samples: ReadonlyArray<KeySample>, events: number, hot: ReadonlySet<string>) =>
    chosen(samples, events, hot, rule).map(({ key }) => key)

  it.each<[string, ReadonlyArray<KeySample>, number, ReadonlySet<string>, ReadonlyArray<string>]>([
    ["no events at all", [sample("plan", 0)], 0, none, []],
    ["in exactly enough events", [sample("plan", 200)], 1_000, none, ["plan"]],
    ["in one event too few", [sample("plan", 199)], 1_000, none, []],
    ["rare ones leave their place to the next", [sample("x", 1), sample("y", 500), sample("z", 900)], 1_000, none, [
      "y",
      "z"
    ]],
    ["at most the limit at once", [sample("x", 500), sample("y", 500), sample("z", 900)], 1_000, none, ["x", "y"]],
    ["one place left", [sample("x", 500), sample("y", 500)], 1_000, three, ["x"]],
    ["no place left", [sample("x", 500)], 1_000, four, []],
    ["more columns than the rule allows", [sample("x", 500)], 1_000, new Set([...four, "e"]), []]
  ])("%s", (_, samples, events, hot, expected) => {
    assert.deepStrictEqual(keysOf(samples, events, hot), expected)
  })

  it("are dictionaries when they have few values", () => {
    assert.deepStrictEqual(chosen([sample("x", 500, 5), sample("y", 500, 6)], 1_000, none, rule), [
      { key: "x", fewValues: true },
      { key: "y", fewValues: false }
    ])
  })
})

it("the rule leaves room beside the keys that everybody starts with", () => {
  assert.isAbove(defaultHotKeyRule.mostColumns, initialHotKeys.length)
})
