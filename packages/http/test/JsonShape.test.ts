import { assert, describe, it } from "@effect/vitest"
import { isDeeper } from "@hedgerow/http/requests/JsonShape"
import { Schema } from "effect"

/** As `isDeeper`, of a parsed value and by its definition. */
const levelsOf = (value: unknown): number =>
  typeof value !== "object" || value === null ? 0 : 1 + Math.max(0, ...Object.values(value).map(levelsOf))

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

  it("are counted no further than the first that is too many", () => {
    assert.isTrue(isDeeper("[".repeat(5_000_000), 500))
  })
})
