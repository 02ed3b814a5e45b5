import { assert, describe, it } from "@effect/vitest"
import { dialect } from "@hedgerow/sql/catalogue/Catalogue"
import { closestName } from "@hedgerow/sql/planning/ClosestName"

const cases: ReadonlyArray<readonly [written: string, meant: string | undefined]> = [
  ["coun", "count"],
  ["coutn", "count"],
  ["COUNTIF", "countIf"],
  ["toStartOfMoth", "toStartOfMonth"],
  ["hamburger", undefined],
  ["x".repeat(65), undefined]
]

describe("closest names", () => {
  for (const [written, meant] of cases) {
    it(`${written} ${meant === undefined ? "means nothing known" : `means ${meant}`}`, () => {
      assert.strictEqual(dialect.suggest(written), meant)
    })
  }

  it("every function is closest to itself", () => {
    assert.deepStrictEqual(
      dialect.names.filter((name) => dialect.suggest(name)?.toLowerCase() !== name.toLowerCase()),
      []
    )
  })

  it("knows nothing among no names", () => {
    assert.strictEqual(closestName("a", []), undefined)
  })
})
