import { assert, layer } from "@effect/vitest"
import { ClickHouse, type Progress } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import { make } from "@hedgerow/storage-clickhouse/client/Client"
import { EmbeddedClickHouse } from "@hedgerow/storage-clickhouse/embedded/EmbeddedClickHouse"
import { Effect, Fiber, Layer, Metric, Redacted } from "effect"
import * as ClickHouseTest from "./ClickHouseTest.ts"
import { eventually } from "./embedded/Engines.ts"

const endless = "SELECT count() FROM numbers_mt(1000000000000) WHERE number % 7 = 1"

const countOf = (sql: string, params: Readonly<Record<string, unknown>> = {}) =>
  Effect.flatMap(
    ClickHouse,
    (clickhouse) => Effect.map(clickhouse.query({ sql, params }), ({ rows }) => Number(rows[0]?.[0]))
  )

const running = (comment: string) =>
  countOf("SELECT count() FROM system.processes WHERE Settings['log_comment'] = {comment:String}", { comment })

/** On a busy machine the engine's last count misses a block or two of some 65,000 numbers. */
const isNearly = (count: number, all: number) => {
  assert.isAtMost(count, all)
  assert.isAtLeast(count, all * 0.999)
}

layer(ClickHouseTest.engine, { excludeTestServices: true })("ClickHouse", (it) => {
  it.layer(ClickHouseTest.database)("with a database", (it) => {
    it.effect("answers columns with their types, and no number rounded", () =>
      Effect.gen(function*() {
        const clickhouse = yield* ClickHouse
        const answer = yield* clickhouse.query({
          sql: `SELECT toInt64('-9223372036854775808') AS i, toUInt64('18446744073709551615') AS u,
            [toUInt64('9007199254740993')] AS a, toDecimal64('12345678901.1234567', 7) AS d, 0.1 + 0.2 AS f, 0/0 AS nan,
            NULL AS n, (1, 'x') AS t, map('k', toInt64(1)) AS m, true AS b, 'a/b"c\\n' AS s`
        })
        assert.deepStrictEqual(answer.columns.map(({ type }) => type), [
          "Int64",
          "UInt64",
          "Array(UInt64)",
          "Decimal(18, 7)",
          "Float64",
          "Float64",
          "Nullable(Nothing)",
          "Tuple(UInt8, String)",
          "Map(String, Int64)",
          "Bool",
          "String"
        ])
        assert.deepStrictEqual(answer.columns.map(({ name }) => name).join(""), "iuadfnanntmbs")
        assert.deepStrictEqual(answer.rows, [[
          "-9223372036854775808",
          "18446744073709551615",
          ["9007199254740993"],
          "12345678901.1234567",
          0.30000000000000004,
          null,
          null,
          [1, "x"],
          { k: "1" },
          true,
          "a/b\"c\n"
        ]])
      }))

    it.effect("answers the columns of no rows, and both of two columns of one name", () =>
      Effect.gen(function*() {
        const clickhouse = yield* ClickHouse
        const none = yield* clickhouse.query({ sql: "SELECT 1 AS x, 'y' AS y WHERE 0" })
        assert.deepStrictEqual(none.columns, [{ name: "x", type: "UInt8" }, { name: "y", type: "String" }])
        assert.deepStrictEqual(none.rows, [])
        const twice = yield* clickhouse.query({ sql: "SELECT n, n FROM (SELECT 7 AS n)" })
        assert.deepStrictEqual(twice.rows, [[7, 7]])
      }))

    it.effect("binds every character, alone and in arrays longer than a URL", () =>
      Effect.gen(function*() {
        const clickhouse = yield* ClickHouse
        const texts = [
          ...Array.from({ length: 0x300 }, (_, code) => `<${String.fromCodePoint(code)}>`),
          "😀 \\' \\\\ \r\n",
          "\r\n--hedgerow\r\n"
        ]
        const many = Array.from({ length: 50_000 }, (_, n) => n)
        const answer = yield* clickhouse.query({
          sql: `SELECT {texts:Array(String)}, {all:String}, length({many:Array(UInt32)}), {none:Nullable(String)},
            {floats:Array(Float64)}, {nested:Array(Array(Nullable(String)))}, {yes:Bool}, {big:UInt64}`,
          params: {
            texts,
            all: texts.join(""),
            many,
            none: null,
            floats: [-0.5, 1e300, Number.POSITIVE_INFINITY],
            nested: [["it's", null], []],
            yes: true,
            big: 18_446_744_073_709_551_615n
          }
        })
        assert.deepStrictEqual(answer.rows, [[
          texts,
          texts.join(""),
          "50000",
          null,
          [-0.5, 1e300, null],
          [["it's", null], []],
          true,
          "18446744073709551615"
        ]])
      }))

    it.effect("reads half a million rows without holding up the process", () =>
      Effect.gen(function*() {
        const clickhouse = yield* ClickHouse
        let turns = 0
        const counting = yield* Effect.forkChild(
          Effect.forever(Effect.andThen(Effect.sleep("1 millis"), Effect.sync(() => turns += 1)))
        )
        const sql = "SELECT number, toString(number), number / 2 FROM numbers(500000)"
        const { rows, rowsRead } = yield* clickhouse.query({ sql })
        yield* Fiber.interrupt(counting)
        assert.strictEqual(rows.length, 500_000)
        assert.strictEqual(rowsRead, 500_000)
        assert.deepStrictEqual(rows[499_999], ["499999", "499999", 249_999.5])
        assert.isAbove(turns, 20)
      }))

    it.effect("reports how far a query is, forwards, up to everything it read", () =>
      Effect.gen(function*() {
        const clickhouse = yield* ClickHouse
        const reports: Array<Progress> = []
        const sql = "SELECT sum(number % 7) FROM numbers_mt(1500000000)"
        const answer = yield* clickhouse.query({ sql }, { onProgress: (progress) => void reports.push(progress) })
        isNearly(answer.rowsRead, 1_500_000_000)
        isNearly(answer.bytesRead, 8 * 1_500_000_000)
        assert.isAbove(reports.length, 1)
        assert.deepStrictEqual(
          reports.map(({ rowsRead }) => rowsRead).toSorted((a, b) => a - b),
          reports.map((r) => r.rowsRead)
        )
        assert.strictEqual(reports[0]?.estimatedRowsTotal, 1_500_000_000)
        assert.strictEqual(reports.at(-1)?.rowsRead, answer.rowsRead)
      }))

    it.effect("stops the engine's work when it is interrupted", () =>
      Effect.gen(function*() {
        const clickhouse = yield* ClickHouse
        const fiber = yield* Effect.forkChild(clickhouse.query({ sql: endless, logComment: "stopped" }))
        assert.isTrue(yield* eventually(Effect.map(running("stopped"), (count) => count === 1)))
        yield* Fiber.interrupt(fiber)
        assert.isTrue(yield* eventually(Effect.map(running("stopped"), (count) => count === 0)))
      }))

    it.effect("can be stopped by anybody who knows its comment", () =>
      Effect.gen(function*() {
        const clickhouse = yield* ClickHouse
        const fiber = yield* Effect.forkChild(Effect.flip(clickhouse.query({ sql: endless, logComment: "known" })))
        assert.isTrue(yield* eventually(Effect.map(running("known"), (count) => count === 1)))
        yield* clickhouse.command({
          sql: "KILL QUERY WHERE Settings['log_comment'] = {comment:String} ASYNC",
          params: { comment: "known" }
        })
        const error = yield* Fiber.join(fiber)
        assert.strictEqual(error._tag === "ClickHouseError" && error.code, 394)
      }))

    it.effect("fails with the engine's codes and words", () =>
      Effect.gen(function*() {
        const clickhouse = yield* ClickHouse
        const codeOf = (sql: string, settings: Readonly<Record<string, string | number>> = {}) =>
          Effect.map(
            Effect.flip(clickhouse.query({ sql, settings })),
            (error) => error._tag === "ClickHouseError" ? error.code : error._tag
          )
        assert.strictEqual(yield* codeOf("SELEC 1"), 62)
        assert.strictEqual(yield* codeOf("SELECT 1 FROM missing"), 60)
        assert.strictEqual(yield* codeOf(endless, { max_execution_time: 1 }), 159)
        const large = "SELECT groupArray(number) FROM numbers(100000000)"
        assert.strictEqual(yield* codeOf(large, { max_memory_usage: 10_000_000 }), 241)
        const error = yield* Effect.flip(clickhouse.query({ sql: "SELECT throwIf(1, 'these words')" }))
        assert.include(error.message, "these words")
      }))

    it.effect("inserts rows into columns of any name, once per token", () =>
      Effect.gen(function*() {
        const clickhouse = yield* ClickHouse
        yield* clickhouse.command({
          sql: `CREATE TABLE ${clickhouse.database}.\`odd \\\`name\` (\`a b\` UInt64, s String) ENGINE = MergeTree
            ORDER BY s SETTINGS non_replicated_deduplication_window = 10`
        })
        const insert = (rows: string, deduplicationToken: string) =>
          clickhouse.insert("odd `name", ["a b", "s"], [rows], { deduplicationToken })
        yield* insert("18446744073709551615\tit's \\\\ \\t ü\n", "first")
        yield* insert("18446744073709551615\tit's \\\\ \\t ü\n", "first")
        yield* insert("1\tz\n", "second")
        yield* insert("", "third")
        const { rows } = yield* clickhouse.query({ sql: "SELECT * FROM `odd \\`name` ORDER BY s" })
        assert.deepStrictEqual(rows, [["18446744073709551615", "it's \\ \t ü"], ["1", "z"]])
        const refused = yield* Effect.flip(insert("x\ty\n", "fourth"))
        assert.strictEqual(refused._tag === "ClickHouseError" && refused.code, 27)
      }))

    it.effect("counts its statements by how they ended", () =>
      Effect.gen(function*() {
        const clickhouse = yield* ClickHouse
        const ended = (outcome: string) =>
          Effect.map(Metric.snapshot, (metrics) =>
            metrics.find(({ attributes, id }) =>
              id === "hedgerow_clickhouse_statements_total" && attributes?.["kind"] === "query"
              && attributes["outcome"] === outcome
            ) !== undefined)
        yield* clickhouse.query({ sql: "SELECT 1" })
        yield* Effect.flip(clickhouse.query({ sql: "SELEC 1" }))
        assert.isTrue(yield* ended("ok"))
        assert.isTrue(yield* ended("error"))
      }))
  })

  it.effect("gives each use of the test layer a database of its own", () =>
    Effect.gen(function*() {
      const named = Effect.map(ClickHouse, ({ database }) => database).pipe(Effect.provide(ClickHouseTest.database))
      assert.notStrictEqual(yield* named, yield* named)
    }))

  it.effect("makes its database on every server of a cluster, and asks none of them when it is there", () =>
    Effect.gen(function*() {
      const { socketPath, url } = yield* EmbeddedClickHouse
      const { query } = yield* ClickHouse
      const database = String((yield* query({ sql: "SELECT currentDatabase()" })).rows[0]?.[0])
      // The embedded engine has no clusters, so a statement for all servers fails.
      const onCluster = (database: string) => Effect.scoped(make({ socketPath, url, database, cluster: "meadow" }))
      assert.strictEqual((yield* onCluster(database)).database, `\`${database}\``)
      assert.strictEqual((yield* Effect.flip(onCluster("missing")))._tag, "ClickHouseError")
    }).pipe(Effect.provide(ClickHouseTest.database)))

  it.effect("says when nobody is there", () =>
    Effect.gen(function*() {
      const nobody = ClickHouse.layer({ url: Redacted.make("http://127.0.0.1:9") })
      const error = yield* Effect.flip(Effect.scoped(Layer.build(nobody)))
      assert.strictEqual(error._tag, "ClickHouseUnavailable")
    }))
})
