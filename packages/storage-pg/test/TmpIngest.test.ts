import { assert, describe, it } from "@effect/vitest"
import { SqlClient } from "effect/sql"
import { deriveProperties } from "@hedgerow/core/events/DerivedProperties"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Random } from "effect"

const space = (t: string) => t.replace(/("(?:[^"\\]|\\.)*")|([:,])/g, (_, s, p) => s ?? `${p} `)
const pieces = ["a", "b", "é", "z", "😀", "\uFFFD", "\uE000", "10", "9", "\u007f", "\t", "\\", "\"", "ß", "€"]
describe("pg", () => {
  it.live("same text as jsonb", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const pick = Effect.map(Random.nextIntBetween(0, pieces.length), (i) => pieces[i] ?? "a")
      const name = Effect.flatMap(Random.nextIntBetween(0, 4), (n) => Effect.map(Effect.all(Array.from({ length: n }, () => pick)), (x) => x.join("")))
      for (let i = 0; i < 500; i++) {
        const o: Record<string, unknown> = {}
        for (let k = 0; k < 12; k++) {
          const f = yield* Random.next
          o[yield* name] = k % 4 === 0 ? { [yield* name]: 1, [yield* name]: [yield* name, 2], [yield* name]: { [yield* name]: f } } : k % 4 === 1 ? f * 10 ** (k * 9 - 30) : yield* name
        }
        const text = deriveProperties(JSON.stringify(o))
        const [row] = yield* sql<{ t: string }>`select (${text}::text)::jsonb::text t`
        assert.strictEqual(space(text), row?.t)
      }
    }).pipe(Effect.provide(PgTest.layer)), 60000)
})
