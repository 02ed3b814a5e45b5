import { assert, it } from "@effect/vitest"
import { defaultLimits } from "@hedgerow/core/query/QueryLimits"
import { PgStorage } from "@hedgerow/storage-pg"
import { TestApi } from "@hedgerow/testing"
import { QueryResultContract, QueryRunContract } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Layer } from "effect"
import { call, onPg, readBack, sqlNode } from "../LargeAnswers.ts"

const storage = PgStorage.layerPorts.pipe(Layer.provide(PgTest.layer))

QueryResultContract.longSuite("PostgreSQL", storage)
QueryRunContract.longSuite("PostgreSQL", storage)

for (const size of [15, 20, 50, 63]) {
  it.live(`an answer of ${size} MiB is kept, and every route that shows it reads it back`, () =>
    Effect.provide(readBack(size), onPg))
}

/** SQL whose results have exactly that number of bytes as JSON; its own length is the same for all of 30 MB and more. */
const bytes = (count: number): string => {
  const rows = 3_000
  // Of each row: quotes, brackets and a comma. The brackets around all are one more than there are commas.
  const each = Math.floor((count - 1 - 1_000) / rows)
  const rest = count - 1 - rows * each
  return `select repeat('x', ${each - 5} + if(number = 0, ${rest}, 0)) as a from numbers(${rows}) limit ${rows}`
}

const fresh = "{\"is_cached\":false,\"query_status\":null,"

/** More than what the three times of an answer may be shorter: each has no fraction, of 7 bytes, at a whole second. */
const few = 32

it.live.each([["PostgreSQL", onPg], ["memory", TestApi.layer]] as const)(
  "an answer of a few bytes less than the limit is kept and answered again, one of a few more refused: %s",
  ([, storage]) =>
    Effect.gen(function*() {
      const probe = yield* call("query/", { query: sqlNode(bytes(31_000_000)) })
      assert.isTrue(probe.startsWith(fresh))
      const around = probe.length - (fresh.length - 1) - 31_000_000
      const most = defaultLimits.maxBytes - around
      const query = sqlNode(bytes(most - few))
      const texts = [yield* call("query/", { query }), yield* call("query/", { query })]
      const [first = "", again] = texts.map((text) => text.slice(text.indexOf("\"results\"")))
      assert.approximately(texts[0]?.length ?? 0, defaultLimits.maxBytes + fresh.length, 2 * few)
      assert.deepStrictEqual(texts.map((text) => text.startsWith("{\"is_cached\":true")), [false, true])
      assert.isTrue(first === again)
      for (const _ of ["computed", "and not kept"]) {
        const { project, request } = yield* TestApi
        const body = JSON.stringify({ query: sqlNode(bytes(most + few)) })
        const refused = yield* request(`/api/projects/${project.id}/query/`, { method: "POST", body })
        const text = yield* Effect.promise(() => refused.text())
        assert.strictEqual(refused.status, 400, text.slice(0, 300))
        assert.include(text, "\"code\":\"answer_too_large\"")
      }
    }).pipe(Effect.provide(storage))
)
