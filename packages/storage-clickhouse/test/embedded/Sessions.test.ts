import { assert, it } from "@effect/vitest"
import type { Native, NativeConnection } from "@hedgerow/storage-clickhouse/embedded/engine/Native"
import type { Surroundings } from "@hedgerow/storage-clickhouse/embedded/engine/Prelude"
import { makeSessions } from "@hedgerow/storage-clickhouse/embedded/engine/Sessions"
import { Effect } from "effect"

/** An engine library that writes down its calls; connections are numbers. */
const makeNative = () => {
  const calls: Array<string> = []
  let opened = 0
  const nothing = { bytes: new Uint8Array(0), elapsed: 0, rowsRead: 0, bytesRead: 0 }
  const native: Native = {
    CreateConnection: () => {
      opened += 1
      calls.push(`open ${opened}`)
      return opened as unknown as NativeConnection
    },
    CloseConnection: (connection) => void calls.push(`close ${String(connection)}`),
    QueryAsyncConnection: (connection, sql) => {
      calls.push(`${String(connection)}: ${sql}`)
      return Promise.resolve(nothing)
    },
    InsertRawAsyncConnection: () => Promise.reject(new Error("no inserts here"))
  }
  return { native, calls, taken: () => calls.splice(0) }
}

const around = (
  settings: Readonly<Record<string, string>>,
  params: Readonly<Record<string, string>> = {},
  database?: string
): Surroundings => ({
  database,
  settings: new Map(Object.entries(settings)),
  params: new Map(Object.entries(params))
})

const make = Effect.gen(function*() {
  const { native, taken } = makeNative()
  const sessions = yield* makeSessions({ native, directory: "/data", kept: 2, memory: 1_000_000 })
  const use = (surroundings: Surroundings, wanted: { readonly tag?: string; readonly leavesNothing?: boolean } = {}) =>
    Effect.map(
      sessions.using(
        { tag: wanted.tag, surroundings, leavesNothing: wanted.leavesNothing !== false },
        () => Effect.void
      ),
      taken
    )
  return { native, sessions, taken, use }
})

it.effect("a session is used again, and hears of a statement only the settings and values that differ", () =>
  Effect.gen(function*() {
    const { use } = yield* make
    const usual = { a: "1", log_comment: "one" }
    assert.deepStrictEqual(yield* use(around(usual, {}, "db")), ["open 1", "1: SET a = '1'; USE `db`"])
    assert.deepStrictEqual(yield* use(around({ ...usual, log_comment: "two" }, {}, "db")), [])
    assert.deepStrictEqual(yield* use(around({ a: "2", b: "it's" }, { p: "\\" }, "db")), [
      "1: SET a = '2', b = 'it\\'s', param_p = '\\\\'"
    ])
    assert.deepStrictEqual(yield* use(around({ a: "2" }, { p: "\\" }, "db")), ["1: SET b = DEFAULT"])
    assert.deepStrictEqual(yield* use(around({ a: "2", log_comment: "x" }, { p: "q" }, "db"), { tag: "t" }), [
      "1: SET log_comment = 'x', query_cache_tag = 't', param_p = 'q'"
    ])
    assert.deepStrictEqual(yield* use(around({ a: "2" }, { p: "q" }, "db")), [
      "1: SET log_comment = DEFAULT, query_cache_tag = DEFAULT"
    ])
  }).pipe(Effect.scoped))

it.effect("a session that holds a value or a database of its own serves no statement without it", () =>
  Effect.gen(function*() {
    const { taken, use } = yield* make
    yield* use(around({}, { p: "1" }))
    assert.deepStrictEqual(yield* use(around({})), ["open 2"])
    yield* use(around({}, { p: "1", q: "2" }))
    assert.deepStrictEqual(yield* use(around({}, {}, "db")), ["2: USE `db`"])
    assert.deepStrictEqual((yield* use(around({}))).slice(0, 2), ["open 3", "close 1"])
    assert.deepStrictEqual(taken(), [])
  }).pipe(Effect.scoped))

it.effect("a session is closed after a failure, a spoilt statement and one that leaves something behind", () =>
  Effect.gen(function*() {
    const { sessions, taken, use } = yield* make
    const surroundings = around({})
    const wanted = { tag: undefined, surroundings, leavesNothing: true }
    yield* Effect.exit(sessions.using(wanted, () => Effect.die("broken")))
    yield* sessions.using(wanted, (_, spoil) => spoil)
    assert.deepStrictEqual(taken(), ["open 1", "close 1", "open 2", "close 2"])
    assert.deepStrictEqual(yield* use(surroundings, { leavesNothing: false }), ["open 3", "close 3"])
    yield* use(surroundings)
    assert.deepStrictEqual(yield* use(surroundings), [])
  }).pipe(Effect.scoped))
