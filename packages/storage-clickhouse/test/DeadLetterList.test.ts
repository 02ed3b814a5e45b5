import { assert, layer } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { type DeadLetterRow, readDeadLetters } from "@hedgerow/storage-clickhouse/events/DeadLetterList"
import { keepDeadLetters } from "@hedgerow/storage-clickhouse/events/DeadLetters"
import { fixtures } from "@hedgerow/testing/contracts"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { clickhouse } from "./EventStoreTest.ts"

const uuidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}` as Uuid

/** Keeps a letter of each of these events, all of one batch and at one time. */
const keep = Effect.fnUntraced(function*(project: ProjectId, batch: number, events: ReadonlyArray<number>) {
  const letters = yield* Effect.forEach(events, (n) => fixtures.makeEvent(project, { uuid: uuidOf(n) }))
  yield* keepDeadLetters(uuidOf(batch), letters.map((event) => ({ event, code: 6, reason: "odd" })))
})

const uuids = (letters: ReadonlyArray<DeadLetterRow>) => letters.map(({ uuid }) => uuid)

layer(clickhouse)("dead letters", (it) => {
  it.effect("are read page by page: each once, while others come, and no other project's", () =>
    Effect.gen(function*() {
      const [project, other] = [1 as ProjectId, 2 as ProjectId]
      yield* keep(project, 1, [1, 2, 3])
      yield* keep(project, 2, [2])
      yield* TestClock.adjust("1 millis")
      yield* keep(project, 3, [4, 5])
      yield* keep(other, 4, [6])
      const first = yield* readDeadLetters(project, { limit: 3 })
      assert.deepStrictEqual(uuids(first), [5, 4, 3].map(uuidOf))
      yield* TestClock.adjust("1 millis")
      yield* keep(project, 5, [7, 8])
      const second = yield* readDeadLetters(project, { limit: 3, after: first[2] })
      assert.deepStrictEqual(second.map(({ batch_id, uuid }) => [uuid, batch_id]), [
        [uuidOf(2), uuidOf(2)],
        [uuidOf(2), uuidOf(1)],
        [uuidOf(1), uuidOf(1)]
      ])
      assert.deepStrictEqual(yield* readDeadLetters(project, { limit: 3, after: second[2] }), [])
    }))

  it.effect("that are equal are read together", () =>
    Effect.gen(function*() {
      const project = 3 as ProjectId
      yield* keep(project, 6, [1, 2, 2, 2])
      const first = yield* readDeadLetters(project, { limit: 2 })
      assert.deepStrictEqual(uuids(first), [2, 2, 2].map(uuidOf))
      assert.deepStrictEqual(uuids(yield* readDeadLetters(project, { limit: 2, after: first[2] })), [uuidOf(1)])
    }))
})
