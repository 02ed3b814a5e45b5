import { assert, it } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { OutboxPosition } from "@hedgerow/core/outbox/OutboxMessage"
import { OutboxProgress } from "@hedgerow/core/outbox/OutboxProgress"
import { Deferred, Effect } from "effect"

const project = 1 as ProjectId

it.effect("all waiters for a place are notified, no others, and none is remembered", () =>
  Effect.gen(function*() {
    const advances = new OutboxProgress()
    yield* Effect.scoped(Effect.gen(function*() {
      const [one, two] = [yield* advances.next("copier", project), yield* advances.next("copier", project)]
      const elsewhere = yield* advances.next("copier", 2 as ProjectId)
      assert.strictEqual(advances.size, 2)
      advances.report("copier", project, OutboxPosition.make(7))
      assert.deepStrictEqual([yield* Deferred.await(one), yield* Deferred.await(two)], [7, 7])
      assert.isFalse(yield* Deferred.isDone(elsewhere))
      yield* Effect.scoped(advances.next("copier", project))
      assert.strictEqual(advances.size, 2)
    }))
    assert.strictEqual(advances.size, 0)
    advances.report("copier", project, OutboxPosition.make(8))
    assert.strictEqual(advances.size, 0)
  }))
