import { assert, describe, it } from "@effect/vitest"
import { parseFormula } from "@hedgerow/core/query/kinds/trends/Formula"
import { Result } from "effect"

const values = [6, 3, 0]
const valueOf = (text: string): number | string =>
  Result.match(parseFormula(text, values.length), {
    onSuccess: (formula) => formula((series) => values[series] ?? NaN),
    onFailure: (problem) => problem
  })

describe("formulas", () => {
  const cases: ReadonlyArray<readonly [string, number]> = [
    ["A", 6],
    ["a + b", 9],
    ["A+2*B", 12],
    ["(A+2)*B", 24],
    ["A/B/2", 1],
    ["A-B-1", 2],
    ["-A + +B", -3],
    ["2 - -B", 5],
    ["A/C", 0],
    [".5*A + 1.25", 4.25],
    ["A / C + B", 3]
  ]
  for (const [text, value] of cases) it(text, () => assert.strictEqual(valueOf(text), value))

  it("others are refused with their fault", () => {
    for (
      const [text, problem] of [
        ["D", "There is no series D."],
        ["A +", "ends too early"],
        ["(A", "not closed"],
        ["A B", "before 'B'"],
        ["A)", "before ')'"],
        ["AB", "letters"],
        ["A % B", "letters"],
        ["* A", "in the place of '*'"],
        ["(".repeat(200), "too deep"],
        ["-".repeat(900), "too deep"]
      ] as const
    ) {
      assert.include(valueOf(text), problem, text)
    }
  })
})
