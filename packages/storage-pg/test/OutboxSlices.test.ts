import { assert, layer } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Outbox } from "@hedgerow/core/outbox/Outbox"
import { beforeAll } from "@hedgerow/core/outbox/OutboxMessage"
import { OutboxRepository } from "@hedgerow/core/outbox/OutboxRepository"
import { PgHints } from "@hedgerow/storage-pg/caching/PgHints"
import * as PgOutboxConsumerRepository from "@hedgerow/storage-pg/outbox/PgOutboxConsumerRepository"
import * as PgOutboxRepository from "@hedgerow/storage-pg/outbox/PgOutboxRepository"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Layer } from "effect"

const storage = Outbox.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(PgOutboxConsumerRepository.layer, PgOutboxRepository.layer)),
  Layer.provide(PgHints.layer),
  Layer.provideMerge(PgTest.layer)
)

layer(storage, { excludeTestServices: true })("slices of the outbox", (it) => {
  it.effect("hold a bounded amount of text, and one row at least", () =>
    Effect.gen(function*() {
      const outbox = yield* Outbox
      const { read } = yield* OutboxRepository
      const id = 7 as ProjectId
      const sizes = [800_000, 800_000, 800_000, 2_500_000, 1, 1]
      yield* outbox.append(
        sizes.map((size, at) => ({ project: id, topic: "t", key: String(at), payload: "x".repeat(size) }))
      )
      const range = { topics: ["t"], limit: 1_000 }
      const first = yield* read(id, { ...range, after: beforeAll })
      assert.deepStrictEqual([first.rows.length, first.upTo], [3, 3])
      const second = yield* read(id, { ...range, after: first.upTo })
      assert.deepStrictEqual([second.rows.length, second.upTo], [1, 4])
      const third = yield* read(id, { ...range, after: second.upTo })
      assert.deepStrictEqual([third.rows.length, third.upTo], [2, 6])
    }))
})
