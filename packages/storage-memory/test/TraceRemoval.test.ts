import { assert, it } from "@effect/vitest"
import { TraceRemoval } from "@hedgerow/core/deletions/TraceRemoval"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { QueryLogRepository } from "@hedgerow/core/query/log/QueryLogRepository"
import * as MemoryStorage from "@hedgerow/storage-memory/MemoryStorage"
import { DeletionWorld } from "@hedgerow/testing/contracts"
import { Effect, Fiber } from "effect"

it.effect("the query log is searched in parts, between which others get their turn", () =>
  Effect.gen(function*() {
    const log = yield* QueryLogRepository
    const traces = yield* TraceRemoval
    const [project, other] = [71 as ProjectId, 72 as ProjectId]
    const query = "SELECT 1 FROM events WHERE distinct_id = 'ada@example.com'"
    yield* log.append(yield* Effect.replicateEffect(DeletionWorld.logEntry(project, query), 450))
    yield* log.append([yield* DeletionWorld.logEntry(other, query)])
    const texts = (of: ProjectId) =>
      Effect.map(log.newest(of, { rows: 500, characters: 100_000 }), (entries) => entries.map((entry) => entry.query))
    const blanked = Effect.map(texts(project), (all) => all.filter((text) => text === "").length)

    const removal = yield* Effect.forkChild(traces.remove(project, ["ada@example.com"]))
    const seen = new Set<number>()
    while (removal.pollUnsafe() === undefined) {
      seen.add(yield* blanked)
      yield* Effect.yieldNow
    }
    assert.strictEqual(yield* Fiber.join(removal), 450)
    assert.isTrue(seen.has(200) && seen.has(400), [...seen].join(", "))
    assert.strictEqual(yield* blanked, 450)
    assert.deepStrictEqual(yield* texts(other), [query])
  }).pipe(Effect.provide(MemoryStorage.layer)))
