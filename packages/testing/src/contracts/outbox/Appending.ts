import { assert, type Vitest } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Outbox } from "@hedgerow/core/outbox/Outbox"
import { beforeAll, type OutboxPosition } from "@hedgerow/core/outbox/OutboxMessage"
import { OutboxRepository } from "@hedgerow/core/outbox/OutboxRepository"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { makeProject, makeTwoProjects } from "../fixtures.ts"
import { append, gates, keysOf, message, type OutboxPorts, paths, position, rowsBehind } from "./OutboxWorld.ts"

const writers = 40

/** Two rows about the writer, in one project or two, in a transaction of which every third is taken back. */
const writeAs = Effect.fnUntraced(function*(writer: number, here: ProjectId, there: ProjectId) {
  const { run } = yield* Transaction
  const outbox = yield* Outbox
  const projects = writer % 2 === 0 ? [here, there] : [there, here]
  const write = Effect.gen(function*() {
    yield* outbox.append(
      projects.flatMap((project) => [message(project, `${writer}a`), message(project, `${writer}b`)])
    )
    yield* Effect.yieldNow
    if (writer % 3 === 0) return yield* Effect.fail("taken back")
  })
  return yield* Effect.exit(run(write))
})

/** Reads as a consumer does until no more rows come, and returns the keys in the order they came. */
const follow = Effect.fnUntraced(function*(project: ProjectId, isOver: Deferred.Deferred<void>) {
  const rows = yield* OutboxRepository
  const seen: Array<string> = []
  let after: OutboxPosition = beforeAll
  while (true) {
    const last = yield* Deferred.isDone(isOver)
    const slice = yield* rows.read(project, { after, topics: [gates], limit: 3 })
    for (const row of slice.rows) {
      assert.strictEqual(row.position, after + 1, "no row is skipped")
      after = row.position
      seen.push(row.key)
    }
    assert.strictEqual(slice.upTo, after)
    if (last && slice.rows.length === 0) return seen
    yield* Effect.yieldNow
  }
})

/** Rows come into their project in the order of the commits. */
export const appendingTests = (it: Vitest.MethodsNonLive<Outbox | OutboxPorts>): void => {
  it.effect("rows count from 1 in each project and come back as they went in", () =>
    Effect.gen(function*() {
      const outbox = yield* Outbox
      const [here, there] = yield* makeTwoProjects
      const payload = { text: "ö \u0000 \"'\\ 🦔", none: null, list: [1, 2.5, { deep: true }], "": [] }
      yield* outbox.append([
        { ...message(here.id, "a"), payload },
        message(there.id, "x"),
        message(here.id, "b", paths)
      ])
      yield* append(here.id, ["c"])
      const rows = yield* rowsBehind(here.id)
      assert.deepStrictEqual(rows.map(({ key, position, project, topic }) => [project, position, topic, key]), [
        [here.id, 1, gates, "a"],
        [here.id, 2, paths, "b"],
        [here.id, 3, gates, "c"]
      ])
      assert.deepStrictEqual(rows[0]?.payload, payload)
      assert.deepStrictEqual(keysOf(yield* rowsBehind(there.id)), ["x"])
      assert.deepStrictEqual([yield* outbox.head(here.id), yield* outbox.head(there.id)], [3, 1])
    }))

  it.effect("nothing to append is allowed, and a project without rows has head 0", () =>
    Effect.gen(function*() {
      const outbox = yield* Outbox
      const { id } = yield* makeProject
      yield* outbox.append([])
      assert.strictEqual(yield* outbox.head(id), 0)
      assert.deepStrictEqual(yield* rowsBehind(id), [])
    }))

  it.effect("a reading has the asked topics, at most the asked number of rows, and says how far it came", () =>
    Effect.gen(function*() {
      const rows = yield* OutboxRepository
      const { id } = yield* makeProject
      yield* append(id, ["a", "b"])
      yield* append(id, ["p", "q"], paths)
      yield* append(id, ["c"])
      const read = (after: number, limit: number, topics: ReadonlyArray<string> = [gates]) =>
        Effect.map(
          rows.read(id, { after: position(after), topics, limit }),
          (slice) => [keysOf(slice.rows).join(""), slice.upTo]
        )
      assert.deepStrictEqual(yield* read(0, 1), ["a", 1])
      assert.deepStrictEqual(yield* read(0, 2), ["ab", 2])
      assert.deepStrictEqual(yield* read(2, 2), ["c", 5])
      assert.deepStrictEqual(yield* read(0, 2, [paths]), ["pq", 4])
      assert.deepStrictEqual(yield* read(4, 2, [paths]), ["", 5])
      assert.deepStrictEqual(yield* read(0, 9, [paths, gates]), ["abpqc", 5])
      assert.deepStrictEqual(yield* read(0, 9, []), ["", 5])
    }))

  it.effect("rows of any size come once and in order, however many are asked for", () =>
    Effect.gen(function*() {
      const rows = yield* OutboxRepository
      const outbox = yield* Outbox
      const { id } = yield* makeProject
      const large = "x".repeat(3_000_000)
      const keys = ["a", "b", "c", "d", "e"]
      yield* outbox.append(keys.map((key) => ({ ...message(id, key), payload: { text: large } })))
      const seen: Array<string> = []
      let after: OutboxPosition = beforeAll
      while (after < 5) {
        const slice = yield* rows.read(id, { after, topics: [gates], limit: 100 })
        seen.push(...keysOf(slice.rows))
        assert.strictEqual(slice.upTo, seen.length)
        after = slice.upTo
      }
      assert.deepStrictEqual(seen, keys)
    }))

  it.effect("whatever commits and whatever is taken back, a reader meets every row once, in order and without a gap", () =>
    Effect.gen(function*() {
      const [here, there] = yield* makeTwoProjects
      const isOver = yield* Deferred.make<void>()
      const readers = yield* Effect.forEach([here.id, there.id], (id) => Effect.forkChild(follow(id, isOver)))
      const exits = yield* Effect.forEach(
        Array.from({ length: writers }, (_, writer) => writer),
        (writer) => writeAs(writer, here.id, there.id),
        { concurrency: "unbounded" }
      )
      yield* Deferred.succeed(isOver, undefined)
      const seen = yield* Effect.forEach(readers, Fiber.join)
      const kept = exits.flatMap((exit, writer) => Exit.isSuccess(exit) ? [writer] : [])
      assert.strictEqual(kept.length, writers - Math.ceil(writers / 3))
      for (const keys of seen) {
        assert.deepStrictEqual([...keys].toSorted(), kept.flatMap((writer) => [`${writer}a`, `${writer}b`]).toSorted())
        const first = keys.filter((_, place) => place % 2 === 0)
        assert.deepStrictEqual(
          keys,
          first.flatMap((key) => [key, `${key.slice(0, -1)}b`]),
          "a transaction's rows stay together"
        )
      }
    }))

  it.effect("a savepoint that is taken back leaves no gap in what the transaction around it appends", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      yield* run(Effect.gen(function*() {
        yield* append(id, ["a"])
        yield* run(Effect.andThen(append(id, ["lost", "lost too"]), Effect.fail("no"))).pipe(Effect.ignore)
        yield* run(append(id, ["b"]))
        yield* append(id, ["c"])
      }))
      const rows = yield* rowsBehind(id)
      assert.deepStrictEqual(rows.map(({ key, position }) => [key, position]), [["a", 1], ["b", 2], ["c", 3]])
    }))

  it.effect("an append outside of a transaction is one: other projects' rows come and go with it", () =>
    Effect.gen(function*() {
      const outbox = yield* Outbox
      const [here, there] = yield* makeTwoProjects
      yield* outbox.append([message(there.id, "x"), message(here.id, "a"), message(there.id, "y")])
      assert.deepStrictEqual(keysOf(yield* rowsBehind(here.id)), ["a"])
      assert.deepStrictEqual(keysOf(yield* rowsBehind(there.id)), ["x", "y"])
    }))
}
