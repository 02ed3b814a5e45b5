import { assert, it } from "@effect/vitest"
import { makeThreadShares } from "@hedgerow/storage-clickhouse/query/ThreadShares"
import { Effect } from "effect"

it.effect("a statement has the processors alone, a share beside others, and all again when those are over", () =>
  Effect.gen(function*() {
    const threads = makeThreadShares(8)
    const found = yield* Effect.scoped(
      Effect.forEach([false, false, true, false], (isShort) => threads(isShort))
    )
    assert.deepStrictEqual(found, [{ max_threads: 8 }, { max_threads: 4 }, {}, { max_threads: 2 }])
    assert.deepStrictEqual(yield* Effect.scoped(threads(false)), { max_threads: 8 })
    const one = makeThreadShares(1)
    assert.deepStrictEqual(yield* Effect.scoped(Effect.all([one(false), one(false)])), [{ max_threads: 1 }, {
      max_threads: 1
    }])
  }))
