import {
  type ClickHouseClient,
  ClickHouseError,
  ClickHouseLogLevel,
  type ClickHouseSettings,
  createClient
} from "@clickhouse/client"
import { NodeServices } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import * as EmbeddedClickHouse from "@hedgerow/storage-clickhouse/embedded/EmbeddedClickHouse"
import { Cause, Context, Effect, Fiber, FileSystem, Layer, Redacted, Schedule, Stream } from "effect"
import { Readable } from "node:stream"

/** The engine on a loopback port, and its URL: all that a client from outside knows. */
class Outside extends Context.Service<Outside, { readonly url: string; readonly client: ClickHouseClient }>()(
  "@hedgerow/storage-clickhouse/test/embedded/HttpFront.test/Outside"
) {}

const open = (url: string, settings: ClickHouseSettings = {}) =>
  Effect.acquireRelease(
    Effect.sync(() =>
      createClient({
        url,
        clickhouse_settings: settings,
        compression: { request: true, response: true },
        log: { level: ClickHouseLogLevel.OFF }
      })
    ),
    (client) => Effect.promise(() => client.close())
  )

const outside = Layer.effect(
  Outside,
  Effect.gen(function*() {
    const fs = yield* FileSystem.FileSystem
    const directory = yield* fs.makeTempDirectoryScoped({ prefix: "hedgerow-clickhouse-" })
    const engine = yield* EmbeddedClickHouse.make({ directory, transport: "loopback", durable: false })
    const url = Redacted.value(engine.url)
    return { url, client: yield* open(url) }
  })
).pipe(Layer.provide(NodeServices.layer))

const attempt = <A>(run: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, Cause.UnknownError> =>
  Effect.tryPromise((signal) => run(signal))

const rowsOf = (client: ClickHouseClient, query: string, params: Record<string, unknown> = {}) =>
  attempt(() =>
    client.query({ query, query_params: params, format: "JSONCompactEachRow" })
      .then((set) => set.json<ReadonlyArray<unknown>>())
  )

const codeOf = (run: () => Promise<unknown>) =>
  Effect.map(Effect.flip(Effect.asVoid(attempt(run))), ({ cause }) => {
    assert.instanceOf(cause, ClickHouseError)
    return cause.code
  })

/** The statements that run now, by their comments. */
const running = (client: ClickHouseClient, comment: string) =>
  Effect.map(
    rowsOf(client, "SELECT query_id FROM system.processes WHERE Settings['log_comment'] = {comment:String}", {
      comment
    }),
    (rows) => rows.length
  )

/** Asks as any program may, without a client. */
const ping = (origin: string, password: string): Promise<Response> =>
  fetch(`${origin}/ping`, { headers: { "x-clickhouse-key": password } })

const endless = "SELECT count() FROM numbers(1000000000000) WHERE number % 7 = 1"

const until = (client: ClickHouseClient, comment: string, count: number) =>
  running(client, comment).pipe(
    Effect.repeat({ while: (now) => now !== count, times: 100, schedule: Schedule.spaced("20 millis") })
  )

layer(outside, { excludeTestServices: true })("the embedded engine, to a client from outside", (it) => {
  it.effect("announces no end of idle connections: one could end while a statement is sent on it", () =>
    Effect.gen(function*() {
      const { origin, password } = new URL((yield* Outside).url)
      const { headers } = yield* Effect.promise(() => ping(origin, password))
      assert.strictEqual(headers.get("connection"), "keep-alive")
      assert.isNull(headers.get("keep-alive"))
    }))

  it.effect("answers a ping, and every format of rows alike", () =>
    Effect.gen(function*() {
      const { client } = yield* Outside
      assert.isTrue((yield* attempt(() => client.ping())).success)
      assert.isTrue((yield* attempt(() => client.ping({ select: true }))).success)
      const query = "SELECT number AS n, toString(number) AS s FROM numbers(2)"
      const objects = [{ n: 0, s: "0" }, { n: 1, s: "1" }]
      const each = yield* attempt(() => client.query({ query, format: "JSONEachRow" }).then((set) => set.json()))
      const json = yield* attempt(() => client.query({ query, format: "JSON" }).then((set) => set.json()))
      const compact = yield* attempt(() => client.query({ query, format: "JSONCompact" }).then((set) => set.json()))
      const text = yield* attempt(() => client.query({ query, format: "TabSeparated" }).then((set) => set.text()))
      assert.deepStrictEqual(each, objects)
      assert.deepStrictEqual(json.data, objects)
      assert.deepStrictEqual(json.meta, [{ name: "n", type: "UInt64" }, { name: "s", type: "String" }])
      assert.strictEqual(json.statistics?.rows_read, 2)
      assert.deepStrictEqual(compact.data, [[0, "0"], [1, "1"]])
      assert.strictEqual(text, "0\t0\n1\t1\n")
    }))

  it.effect("binds values of every kind, in the URL and in a form", () =>
    Effect.gen(function*() {
      const { client } = yield* Outside
      const texts = ["it's", "back\\slash", "tab\tline\nreturn\r", "ünïcödé 😀", "\\N", "'); DROP TABLE x; --", ""]
      const query = "SELECT {s:String}, {a:Array(String)}, {n:Nullable(UInt8)}, {i:Int64}, {m:Map(String, UInt8)}"
      for (const text of texts) {
        const params = { s: text, a: texts, n: null, i: 9007199254740993n, m: { "it's": 1 } }
        const wanted = [text, texts, null, "9007199254740993", { "it's": 1 }]
        for (const multipart of [false, true]) {
          const rows = yield* attempt(() =>
            client.query({
              query,
              query_params: params,
              format: "JSONCompactEachRow",
              use_multipart_params: multipart,
              clickhouse_settings: { output_format_json_quote_64bit_integers: 1 }
            }).then((set) => set.json())
          )
          assert.deepStrictEqual(rows, [wanted])
        }
      }
      assert.strictEqual(yield* codeOf(() => client.query({ query: "SELECT {unknown:String}" })), "456")
    }))

  it.effect("inserts values and streams, and takes a repeated token once", () =>
    Effect.gen(function*() {
      const { client } = yield* Outside
      yield* attempt(() =>
        client.command({
          query: `CREATE TABLE inserted (n UInt64, s String) ENGINE = MergeTree ORDER BY n
            SETTINGS non_replicated_deduplication_window = 100`
        })
      )
      const values = [{ n: 1, s: "a\tb'c\\" }, { n: 2, s: "ü" }]
      const inserted = yield* attempt(() => client.insert({ table: "inserted", values, format: "JSONEachRow" }))
      assert.strictEqual(inserted.summary?.written_rows, "2")
      const stream = () => Readable.from(Array.from({ length: 5_000 }, (_, n) => [n + 10, `s${n}`]))
      const table = "inserted"
      const format = "JSONCompactEachRow"
      const clickhouse_settings = { insert_deduplication_token: "once" }
      for (const _ of [1, 2]) {
        yield* attempt(() => client.insert({ table, values: stream(), format, clickhouse_settings }))
      }
      assert.deepStrictEqual(yield* rowsOf(client, "SELECT count(), uniqExact(s) FROM inserted"), [[5_002, 5_002]])
      assert.deepStrictEqual(yield* rowsOf(client, "SELECT s FROM inserted WHERE n < 3 ORDER BY n"), [["a\tb'c\\"], [
        "ü"
      ]])
      const bad = () => client.insert({ table, values: [{ n: "x" }], format: "JSONEachRow" })
      assert.strictEqual(yield* codeOf(bad), "27")
    }))

  it.effect("answers errors with ClickHouse's own codes", () =>
    Effect.gen(function*() {
      const { client } = yield* Outside
      const refused = (query: string, clickhouse_settings: ClickHouseSettings = {}) =>
        codeOf(() => client.query({ query, clickhouse_settings }).then((set) => set.text()))
      assert.strictEqual(yield* refused("SELEC 1"), "62")
      assert.strictEqual(yield* refused("SELECT 1 FROM missing"), "60")
      assert.strictEqual(yield* refused(endless, { max_execution_time: 1 }), "159")
      const large = "SELECT groupArray(number) FROM numbers(100000000)"
      assert.strictEqual(yield* refused(large, { max_memory_usage: "10000000" }), "241")
      assert.strictEqual(yield* refused("SELECT 1", { unheard_of: "1" }), "115")
      assert.strictEqual(yield* codeOf(() => client.command({ query: "CREATE TABLE inserted (n" })), "62")
    }))

  it.effect("reports an error that comes after the first rows", () =>
    Effect.gen(function*() {
      const { client } = yield* Outside
      const query = "SELECT throwIf(number = 1500000) FROM numbers(2000000) SETTINGS max_block_size = 10000"
      const set = yield* attempt(() => client.query({ query, format: "JSONCompactEachRow" }))
      let rows = 0
      const error = yield* Stream.fromAsyncIterable(set.stream(), (cause) => new Cause.UnknownError(cause)).pipe(
        Stream.runForEach((some) => Effect.sync(() => rows += some.length)),
        Effect.flip
      )
      assert.isAbove(rows, 0)
      assert.instanceOf(error.cause, ClickHouseError)
      assert.strictEqual(error.cause.code, "395")
    }))

  it.effect("keeps settings, values and databases of one statement from all others", () =>
    Effect.gen(function*() {
      const { client, url } = yield* Outside
      yield* attempt(() => client.command({ query: "CREATE DATABASE apart" }))
      const apart = yield* open(`${url}/apart`, { max_block_size: "111" })
      const query = "SELECT currentDatabase(), toUInt32(getSetting('max_block_size')), {n:UInt32}"
      yield* Effect.forEach(Array.from({ length: 60 }, (_, n) => n), (n) =>
        Effect.gen(function*() {
          assert.deepStrictEqual(yield* rowsOf(apart, query, { n }), [["apart", 111, n]])
          assert.deepStrictEqual(yield* rowsOf(client, query, { n }), [["default", 65_409, n]])
        }), { concurrency: 20 })
    }))

  it.effect("streams half a million rows", () =>
    Effect.gen(function*() {
      const { client } = yield* Outside
      const query = "SELECT number, toString(number) FROM numbers(500000)"
      const set = yield* attempt(() => client.query({ query, format: "JSONCompactEachRow" }))
      const pieces = set.stream<readonly [number, string]>()
      const sum = yield* Stream.fromAsyncIterable(pieces, (cause) => new Cause.UnknownError(cause)).pipe(
        Stream.runFold(() => 0, (sum, rows) => rows.reduce((sum, row) => sum + row.json()[0], sum))
      )
      assert.strictEqual(sum, 500_000 * 499_999 / 2)
    }))

  it.effect("stops a statement whose client goes before the answer", () =>
    Effect.gen(function*() {
      const { client } = yield* Outside
      const clickhouse_settings = { log_comment: "silent" }
      const asked = yield* Effect.forkChild(
        attempt((signal) => client.query({ query: endless, abort_signal: signal, clickhouse_settings }))
      )
      assert.strictEqual(yield* until(client, "silent", 1), 1)
      yield* Fiber.interrupt(asked)
      assert.strictEqual(yield* until(client, "silent", 0), 0)
    }))

  it.effect("stops a statement whose client goes in the middle of the answer", () =>
    Effect.gen(function*() {
      const { client } = yield* Outside
      const query = "SELECT number, toString(number) FROM numbers(1000000000000)"
      const clickhouse_settings = { log_comment: "talking" }
      const set = yield* attempt(() => client.query({ query, format: "JSONCompactEachRow", clickhouse_settings }))
      assert.strictEqual(yield* running(client, "talking"), 1)
      set.close()
      assert.strictEqual(yield* until(client, "talking", 0), 0)
    }))

  it.effect("is killed by another statement", () =>
    Effect.gen(function*() {
      const { client } = yield* Outside
      const clickhouse_settings = { log_comment: "to be killed" }
      const code = yield* Effect.forkChild(codeOf(() => client.query({ query: endless, clickhouse_settings })))
      assert.strictEqual(yield* until(client, "to be killed", 1), 1)
      const query = "KILL QUERY WHERE Settings['log_comment'] = {comment:String} ASYNC"
      yield* attempt(() => client.command({ query, query_params: { comment: "to be killed" } }))
      assert.strictEqual(yield* Fiber.join(code), "394")
    }))

  it.effect("lets nobody in without the password", () =>
    Effect.gen(function*() {
      const { url } = yield* Outside
      const stranger = new URL(url)
      stranger.password = "guess"
      const client = yield* open(stranger.toString())
      assert.strictEqual(yield* codeOf(() => client.query({ query: "SELECT 1" })), "516")
      stranger.username = ""
      stranger.password = ""
      const nobody = yield* open(stranger.toString())
      assert.strictEqual(yield* codeOf(() => nobody.command({ query: "SELECT 1" })), "516")
    }))
})
