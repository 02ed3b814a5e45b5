import { assert, describe, it } from "@effect/vitest"
import { neededFirst } from "@hedgerow/core/flags/copying/NeededFirst"

describe("neededFirst", () => {
  it("puts each after its needs, and cuts circles", () => {
    const needs: Readonly<Record<string, ReadonlyArray<string>>> = { a: ["b", "c"], b: ["d"], c: ["d", "a"], d: [] }
    assert.deepStrictEqual(neededFirst(["a", "b"], (one) => needs[one] ?? []), ["d", "b", "c", "a"])
  })

  it("looks at each once, however many ways lead to it, and as deep as it gets", () => {
    let looks = 0
    const ordered = neededFirst([50_000], (one) => {
      looks++
      return one === 0 ? [] : [one - 1, Math.max(one - 2, 0)]
    })
    assert.deepStrictEqual([looks, ordered.length, ordered[0], ordered.at(-1)], [50_001, 50_001, 0, 50_000])
  })
})
