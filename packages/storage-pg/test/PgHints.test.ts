import { assert, it } from "@effect/vitest"
import { DefinitionsVersions } from "@hedgerow/core/caching/DefinitionsVersions"
import { makeVersionedCache } from "@hedgerow/core/caching/VersionedCache"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { afterCommit } from "@hedgerow/core/shared/AfterCommit"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { PgDatabase, PgStorage } from "@hedgerow/storage-pg"
import { PgHints } from "@hedgerow/storage-pg/caching/PgHints"
import { PgTest } from "@hedgerow/testing/node"
import { Context, Effect, Layer, Queue, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"

/** A server of its own on the test's database. */
const server = Layer.mergeAll(PgStorage.layerPorts, PgHints.layer).pipe(
  Layer.provideMerge(DefinitionsVersions.layer.pipe(Layer.provide(PgStorage.layerPorts))),
  Layer.provideMerge(PgDatabase.layerClient),
  Layer.fresh,
  Layer.orDie
)

const moment = TestClock.withLive(Effect.sleep("10 millis"))

/** Repeats an effect until another answers true; the test's own time-out is the bound. */
const until = Effect.fnUntraced(function*<R>(isDone: Effect.Effect<boolean, never, R>, between: Effect.Effect<void>) {
  while (!(yield* isDone)) yield* Effect.andThen(between, moment)
})

/** The hints that a server gets on a topic, once it listens for sure. */
const listen = Effect.fnUntraced(function*(hints: PgHints["Service"], topic: string) {
  const heard = yield* Queue.unbounded<string>()
  yield* Effect.forkScoped(Stream.runForEach(hints.hints(topic), (payload) => Queue.offer(heard, payload)))
  yield* until(Effect.map(Queue.size(heard), (size) => size > 0), hints.notify(topic, "are you there?"))
  return heard
})

const takeUntil = Effect.fnUntraced(function*(heard: Queue.Dequeue<string>, last: string) {
  const payloads: Array<string> = []
  while (payloads.at(-1) !== last) payloads.push(yield* Queue.take(heard))
  return payloads.filter((payload) => payload !== "" && payload !== "are you there?")
})

const hintsOf = Effect.map(Layer.build(server), (context) => ({
  hints: Context.get(context, PgHints),
  transaction: Context.get(context, Transaction),
  context
}))

it.effect("hints of one server reach the others by topic, after the commit and not after a roll-back", () =>
  Effect.gen(function*() {
    const here = yield* hintsOf
    const there = yield* hintsOf
    const heard = yield* listen(there.hints, "meadow")
    const other = yield* listen(there.hints, "brook")
    yield* here.hints.notify("meadow", "one")
    yield* here.transaction.run(Effect.andThen(here.hints.notify("meadow", "lost"), Effect.fail("no"))).pipe(
      Effect.ignore
    )
    yield* here.transaction.run(Effect.gen(function*() {
      yield* here.hints.notify("meadow", "two")
      yield* afterCommit(here.hints.notify("brook", "end"))
    }))
    yield* here.hints.notify("meadow", "end")
    assert.deepStrictEqual(yield* takeUntil(heard, "end"), ["one", "two", "end"])
    assert.deepStrictEqual(yield* takeUntil(other, "end"), ["end"])
  }).pipe(Effect.scoped, Effect.provide(PgTest.layer)))

it.effect("the last hints are sent before the server's end", () =>
  Effect.gen(function*() {
    const there = yield* hintsOf
    const heard = yield* listen(there.hints, "meadow")
    yield* Effect.scoped(Effect.flatMap(hintsOf, (here) => here.hints.notify("meadow", "end")))
    assert.deepStrictEqual(yield* takeUntil(heard, "end"), ["end"])
  }).pipe(Effect.scoped, Effect.provide(PgTest.layer)))

it.effect("a server whose connection was cut listens again and says that it may have missed something", () =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { hints } = yield* hintsOf
    const heard = yield* listen(hints, "meadow")
    yield* Queue.clear(heard)
    yield* sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name LIKE '% hints'`
    let missed = false
    while (!missed) missed = (yield* Queue.take(heard)) === ""
    yield* hints.notify("meadow", "again")
    assert.deepStrictEqual(yield* takeUntil(heard, "again"), ["again"])
  }).pipe(Effect.scoped, Effect.provide(PgTest.layer)))

it.effect("a cache on another server drops changed values, without its clock moving", () =>
  Effect.gen(function*() {
    const here = yield* hintsOf
    const there = yield* hintsOf
    const project = 7 as ProjectId
    let stored = "old"
    const makeCache = (context: Context.Context<DefinitionsVersions>) =>
      makeVersionedCache({
        realm: (id: ProjectId) => id,
        load: () => Effect.sync(() => stored),
        isKept: () => true,
        capacity: 10
      }).pipe(Effect.provide(context))
    const own = yield* makeCache(here.context)
    const distant = yield* makeCache(there.context)
    yield* listen(there.hints, "definitions")
    assert.deepStrictEqual([yield* own.get(project), yield* distant.get(project)], ["old", "old"])
    const { bump } = Context.get(here.context, DefinitionsVersions)
    yield* here.transaction.run(Effect.andThen(
      Effect.sync(() => {
        stored = "new"
      }),
      bump(project)
    ))
    assert.strictEqual(yield* own.get(project), "new")
    yield* until(Effect.map(distant.get(project), (value) => value === "new"), Effect.void)
  }).pipe(Effect.scoped, Effect.provide(PgTest.layer)))
