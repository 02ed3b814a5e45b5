import { assert, describe, it } from "@effect/vitest"
import { countValues } from "@hedgerow/core/shared/CountValues"
import { type JsonBounds, shapeFault } from "@hedgerow/http/requests/JsonShape"
import { atOnce } from "@hedgerow/sql/types/Steps"
import { Schema } from "effect"

const shape = (text: string, bounds: JsonBounds) => atOnce(shapeFault(text, bounds))

const isDeeper = (text: string, levels: number): boolean => shape(text, { levels, values: Infinity }) === "levels"

const hasMore = (text: string, values: number): boolean => shape(text, { levels: Infinity, values }) === "values"

/** As `isDeeper`, of a parsed value and by its definition. */
const levelsOf = (value: unknown): number =>
  typeof value !== "object" || value === null ? 0 : 1 + Math.max(0, ...Object.values(value).map(levelsOf))

const emptyIn = (value: unknown): number => {
  if (typeof value !== "object" || value === null) return 0
  const members = Object.values(value)
  return members.length === 0 ? 1 : members.reduce<number>((sum, one) => sum + emptyIn(one), 0)
}

describe("levels of JSON text", () => {
  const levels = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 6 }))
  it.prop("are those of its value, whatever its strings hold", [Schema.Json, levels], ([value, levels]) => {
    assert.strictEqual(isDeeper(JSON.stringify(value), levels), levelsOf(value) > levels)
  })

  const texts: ReadonlyArray<[text: string, levels: number]> = [
    [String.raw`["[[[","\"[[[","\\",{"]]":"{"}]`, 2],
    [" [ [ 1 ] , [ 2 ] ] ", 2],
    ["ś[Ż]", 1],
    ["[\"", 1],
    ["[\"\\", 1],
    ["]]]][[", 0],
    ["", 0]
  ]
  for (const [text, levels] of texts) {
    it(`are ${levels} in ${JSON.stringify(text)}`, () => {
      assert.isFalse(isDeeper(text, levels))
      if (levels > 0) assert.isTrue(isDeeper(text, levels - 1))
    })
  }

  it.prop(
    "values of JSON text are as many as there are, empty lists and objects counted twice",
    [Schema.Json],
    ([value]) => {
      const count = countValues(value) + emptyIn(value)
      assert.isFalse(hasMore(JSON.stringify(value), count))
      if (count > 1) assert.isTrue(hasMore(JSON.stringify(value), count - 1))
    }
  )

  const longText = Schema.Array(Schema.Literals(["plain words ".repeat(20), "x", "\\", "\"", "[", ",", "ś"]))
  it.prop("are not found in long strings", [longText], ([parts]) => {
    const value = [[parts.join("")], "last"]
    assert.strictEqual(shape(JSON.stringify(value), { levels: 2, values: 4 }), undefined)
    assert.strictEqual(shape(JSON.stringify(value), { levels: 1, values: 4 }), "levels")
    assert.strictEqual(shape(JSON.stringify(value), { levels: 2, values: 3 }), "values")
  })

  it("of a long text are counted in steps", () => {
    const text = JSON.stringify(Array.from({ length: 300_000 }, (_, index) => [index]))
    const steps = [...shapeFault(text, { levels: 2, values: 600_001 })]
    assert.isAtLeast(steps.length, 4)
    assert.strictEqual(shape(text, { levels: 2, values: 600_001 }), undefined)
    assert.strictEqual(shape(text, { levels: 2, values: 600_000 }), "values")
  })

  it("are counted no further than the first that is too many", () => {
    assert.isTrue(isDeeper("[".repeat(5_000_000), 500))
  })
})
