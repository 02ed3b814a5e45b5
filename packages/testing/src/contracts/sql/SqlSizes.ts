import { assert, type Vitest } from "@effect/vitest"
import { Queries } from "@hedgerow/core/query/Queries"
import { defaultLimits, type Limits, QueryLimits } from "@hedgerow/core/query/QueryLimits"
import { encodeJson } from "@hedgerow/sql/types/ResultJson"
import { Effect } from "effect"
import { SqlWorld } from "./SqlWorld.ts"

const columns = 100

const listOf = (column: (index: number) => string): string =>
  Array.from({ length: columns }, (_, i) => column(i)).join(", ")

/** Texts whose rows hold next to nothing, but many cells. */
const hollow: Readonly<Record<string, string>> = {
  "empty lists": `select ${listOf(() => "[]")} from numbers(2000) limit 2000`,
  "empty texts": `select ${listOf(() => "''")} from numbers(2000) limit 2000`,
  "absent properties": `select ${listOf((i) => `properties.absent_${i}`)} from events`,
  "lists of lists": "select [[number, 1], [], [3]], (number, ['a', '']) from numbers(2000) limit 2000",
  "escapes and texts beyond ASCII": "select concat('\\n', '\"ä€😀', toString(number)) from numbers(500) limit 500",
  "instants, days and numbers":
    "select now(), today(), number / 3, number, toDecimal64(number, 2) from numbers(500) limit 500",
  "maps": "select map('a\"', number), map(number, [number]) from numbers(500) limit 500"
}

const ask = Effect.fnUntraced(function*(sql: string, limits: Partial<Limits>) {
  const { projects } = yield* SqlWorld
  const queries = yield* Queries
  return yield* Effect.provideService(
    queries.run(projects.meadow, { query: { kind: "ServiceSqlQuery", query: sql } }),
    QueryLimits,
    { ...defaultLimits, ...limits }
  )
})

const cellsOf = (value: unknown): number => {
  if (typeof value !== "object" || value === null) return 1
  const members = Array.isArray(value) ? value.map(cellsOf) : Object.values(value).map((member) => 1 + cellsOf(member))
  return members.reduce((sum, cells) => sum + cells, 1)
}

/** An answer has its size as JSON, and its cells, and may have no more than the limits. */
export const sizeTests = (it: Vitest.MethodsNonLive<Queries | SqlWorld>): void => {
  for (const [name, sql] of Object.entries(hollow)) {
    it.effect(`sizes: ${name} may have as many bytes and cells as the limits say, and no more`, () =>
      Effect.gen(function*() {
        const { results } = yield* ask(sql, {})
        assert.isAbove(results.length, 1)
        const maxBytes = new TextEncoder().encode(encodeJson(results)).length
        const maxCells = cellsOf(results) - 1 - results.length
        assert.strictEqual((yield* ask(sql, { maxBytes, maxCells })).results.length, results.length)
        const tooLong = yield* Effect.flip(ask(sql, { maxBytes: maxBytes - 1 }))
        assert.deepInclude(tooLong, { _tag: "QueryTooLarge", limit: "answer", most: maxBytes - 1 })
        const tooMany = yield* Effect.flip(ask(sql, { maxCells: maxCells - 1 }))
        assert.deepInclude(tooMany, { _tag: "QueryTooLarge", limit: "cells", most: maxCells - 1 })
      }))
  }
}
