import { assert } from "@effect/vitest"
import { defineJob, handle } from "@hedgerow/core/jobs/JobKind"
import { Jobs } from "@hedgerow/core/jobs/Jobs"
import * as JobWorker from "@hedgerow/core/jobs/JobWorker"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { Deferred, Effect, Schema } from "effect"
import { freshKind, type It, jobsOf } from "./JobFixtures.ts"

/** Whole workers on the storage. */
export const sharedWork = (it: It): void => {
  it.effect("two workers share jobs: each runs once, none twice at a time, and both work", () =>
    Effect.gen(function*() {
      const jobs = yield* Jobs
      const { run } = yield* Transaction
      const kind = defineJob({ name: yield* freshKind, payload: Schema.Struct({ n: Schema.Int }) })
      const total = 60
      const runs = new Map<number, number>()
      const shares = new Map<string, number>()
      const done = yield* Deferred.make<void>()
      const worker = (name: string) =>
        Effect.flatMap(
          handle(kind, ({ n }) =>
            Effect.gen(function*() {
              runs.set(n, (runs.get(n) ?? 0) + 1)
              shares.set(name, (shares.get(name) ?? 0) + 1)
              yield* Effect.sleep("2 millis")
              if (runs.size === total) yield* Deferred.succeed(done, undefined)
            })),
          (handler) => JobWorker.start([handler])
        )
      yield* worker("one")
      yield* worker("two")
      yield* run(Effect.forEach(
        Array.from({ length: total }, (_, n) => n),
        (n) => jobs.enqueue(kind, { project: null, payload: { n } }),
        { discard: true }
      ))
      yield* Deferred.await(done)
      while ((yield* jobsOf(kind.name)).length > 0) yield* Effect.sleep("5 millis")
      assert.deepStrictEqual([...runs.values()], Array.from({ length: total }, () => 1))
      assert.deepStrictEqual([...shares.keys()].toSorted(), ["one", "two"])
    }).pipe(Effect.scoped, Effect.provide(Jobs.layer)))
}
