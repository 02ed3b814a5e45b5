import { assert, describe, it } from "@effect/vitest"
import { resolveStatement } from "@hedgerow/core/query/tables/Resolver"
import { parseStatement } from "@hedgerow/sql/parse/Parser"
import { everything } from "@hedgerow/sql/planning/Abilities"
import { typeName } from "@hedgerow/sql/types/SqlType"
import { Result } from "effect"
import { makeProject, now } from "./PlanText.ts"

/** The answer's type, and the number of calls of functions that were resolved for it. */
const resolvedCalls = (sql: string) => {
  let calls = 0
  const lacks = new Set<string>()
  // It is looked at for each call.
  Object.defineProperty(lacks, "size", { get: () => (calls++, 0) })
  const { columns } = Result.getOrThrow(
    Result.flatMap(
      parseStatement(sql),
      (statement) =>
        resolveStatement(statement, { project: makeProject(), now, abilities: { ...everything("x"), lacks } })
    )
  )
  return { calls, type: columns.map(({ type }) => typeName(type)).join() }
}

type Level = (inner: string, depth: number) => string

/** Lambdas inside each other, of these forms in turn. */
const nested = (levels: ReadonlyArray<Level>, depth: number, inner = "1"): string =>
  Array.from({ length: depth }).reduce<string>((text, _, at) => levels[at % levels.length]?.(text, at) ?? text, inner)

/** The type of its value widens once; then it is resolved again. */
const fold: Level = (inner, at) => `arrayFold((a${at}, x) -> a${at} + x + ${inner}, [1, 2], 0)`
const foldOfMember: Level = (inner, at) => `arrayFold((a${at}, x) -> a${at} + x + ${inner}, [x, 1], 0)`
const foldFromMember: Level = (inner, at) => `arrayFold((x, a${at}) -> a${at} + x + ${inner}, [1], x)`
const foldFromNull: Level = (inner, at) => `arrayFold((a${at}, x) -> ifNull(a${at}, 1) / 2 + ${inner}, [1, 2], NULL)`
const map: Level = (inner, at) => `arraySum(arrayMap(m${at} -> m${at} + ${inner}, [1, 2]))`
const filter: Level = (inner, at) => `-1 + length(arrayFilter(f${at} -> f${at} + ${inner} > 1, [1, 2]))`
const composed: Level = (inner, at) => `arrayFold((a${at}, x) -> a${at} + arrayProduct(y -> y + ${inner}, [x]), [1], 0)`

const mixes: Readonly<Record<string, readonly [type: string, levels: ReadonlyArray<Level>]>> = {
  "folds": ["Int64", [fold]],
  "folds over members of those around": ["Int64", [foldOfMember]],
  "folds that begin with members of those around": ["Int64", [foldFromMember]],
  "folds that begin with NULL": ["Float64", [foldFromNull]],
  "folds and maps": ["Int64", [fold, map]],
  "folds, maps and filters": ["Int64", [fold, filter, map]],
  "folds through composed functions": ["Float64", [composed]]
}

describe("lambdas inside each other", () => {
  for (const [name, [type, levels]] of Object.entries(mixes)) {
    it(`resolve at most as many calls as the square of their depth: ${name}`, () => {
      const [five, ten, fifteen] = [5, 10, 15].map((depth) =>
        resolvedCalls(`select arrayMap(x -> ifNull(${nested(levels, depth)}, 0), [1])`)
      )
      assert.deepStrictEqual([five?.type, ten?.type, fifteen?.type], [type, type, type].map((one) => `Array(${one})`))
      assert.isAtMost(ten?.calls ?? Infinity, 4 * (five?.calls ?? 0))
      assert.isAtMost(fifteen?.calls ?? Infinity, 9 * (five?.calls ?? 0))
    })
  }

  it("the value of a fold has the type that it has alone, whatever others had", () => {
    const sums = (list: string) => `arrayCumSumNonNegative(${list})`
    const { type } = resolvedCalls(
      `select arrayMap(x -> arrayFold((a, y) -> (${sums("[1.5, y]")}, ${sums("[1, y]")}), [2], ([1.5], [1])), [1])`
    )
    assert.strictEqual(type, "Array(Tuple(Array(Float64), Array(Int64)))")
  })
})
