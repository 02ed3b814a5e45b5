import { assert, it } from "@effect/vitest"
import { compareText as compareCodePoints } from "@hedgerow/storage-memory/query/CellOrder"

const ascending = [
  "",
  "A",
  "B",
  "a",
  "aa",
  "b",
  "é",
  "\ud7ff",
  "\ue000",
  "\uff5e",
  "\uffff",
  "𐀀",
  "🦔",
  "🦔a",
  "\u{10ffff}"
]

it("orders by code point, whichever side comes first", () => {
  for (const [at, left] of ascending.entries()) {
    for (const [other, right] of ascending.entries()) {
      assert.strictEqual(Math.sign(compareCodePoints(left, right)), Math.sign(at - other), `${left} and ${right}`)
    }
  }
})
