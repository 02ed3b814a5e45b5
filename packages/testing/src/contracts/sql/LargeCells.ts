import { assert, layer as withLayer } from "@effect/vitest"
import * as Domain from "@hedgerow/core/Domain"
import { Queries } from "@hedgerow/core/query/Queries"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { encodeJson, type WireValue } from "@hedgerow/sql/types/ResultJson"
import { Effect, Layer } from "effect"
import { layerClock, makeProject } from "./SqlWorld.ts"

const doubled = "arrayFold((a, x) -> concat(a, a), range(60), 'x')"

/** A value of about 2^60 characters or members: no engine may try to make it. */
const tooLarge: ReadonlyArray<string> = [
  `select ${doubled}`,
  `select distinct ${doubled}`,
  `select count() from numbers(3) where ${doubled} = toString(number)`,
  `select ${doubled} as t, count() from numbers(3) group by t`,
  "select length(arrayFold((a, x) -> arrayConcat(a, a), range(60), ['x']))",
  "select arrayMap(y -> arrayFold((a, x) -> concat(a, a), range(60), toString(y)), [1, 2])"
]

/** Lambdas inside each other. */
const nested = (depth: number): string =>
  depth === 0 ? "1" : `arraySum(arrayMap(x${depth} -> x${depth} + ${nested(depth - 1)}, [1, 2]))`

const answered: ReadonlyArray<readonly [sql: string, cell: WireValue]> = [
  ["select length(arrayFold((a, x) -> concat(a, a), range(20), 'x'))", 1_048_576],
  ["select length(arrayFold((a, x) -> arrayConcat(a, a), range(12), ['x', null]))", 8_192],
  ["select length(extractAll(repeat('ab', 20000), '(a|b)'))", 40_000],
  ["select length(replaceRegexpAll(repeat('ab', 20000), '(a|b)', 'cd'))", 80_000],
  ["select length(ngrams(repeat('a', 2000), 3))", 1_998],
  ["select length(arraySort(arrayMap(x -> -x, range(9000))))", 9_000],
  ["select arrayElement(arraySort(x -> -x, range(9000)), 1)", 8_999],
  ["select sum(arraySum(arrayMap(x -> arrayCount(y -> y > x, range(40)), range(40)))) from numbers(3)", 2_340],
  [`select ${nested(8)}`, 1_021],
  [
    "select max(s) from (select sum(number) over (order by number rows between 1000 preceding and current row) as s "
    + "from numbers(3000))",
    2_501_499
  ]
]

/** One cell cannot take the memory of an engine; what is within the limits is answered. */
export const suite = <E>(name: string, layer: Layer.Layer<StoragePorts, E>): void => {
  const storage = Domain.layer.pipe(Layer.provideMerge(layer.pipe(Layer.provide(layerClock))))
  const ask = Effect.fnUntraced(function*(sql: string) {
    const project = yield* makeProject("cells")
    return yield* (yield* Queries).run(project, { query: { kind: "ServiceSqlQuery", query: sql } })
  })
  withLayer(storage)(`${name}: cells`, (it) => {
    for (const sql of tooLarge) {
      it.effect(`too large: ${sql}`, () =>
        Effect.gen(function*() {
          const error = yield* Effect.flip(ask(sql))
          assert.deepInclude(error, { _tag: "QueryTooLarge", limit: "cell" })
        }))
    }
    for (const [sql, cell] of answered) {
      it.effect(sql, () =>
        Effect.gen(function*() {
          assert.strictEqual(encodeJson((yield* ask(sql)).results), encodeJson([[cell]]))
        }))
    }
  })
}
