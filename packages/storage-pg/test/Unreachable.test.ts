import { PgConnection } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { EventStoreUnavailable } from "@hedgerow/core/events/EventStore"
import { PgDatabase } from "@hedgerow/storage-pg"
import { isOversized, isUnreachable } from "@hedgerow/storage-pg/database/Unreachable"
import { queryFailure } from "@hedgerow/storage-pg/query/QueryFailures"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { createServer } from "node:net"
import pg from "pg"

const one = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT 1`)

const withCode = (code: string) => Object.assign(new Error("said the server"), { code })

/** As the SQL client reports what it has no name for. */
const ofClient = (cause: unknown) =>
  new SqlError.SqlError({ reason: new SqlError.UnknownError({ cause, message: "failed", operation: "query" }) })

/** The states of PostgreSQL while it starts, stops, crashes, has no room, or ends a connection. */
const notNow = [
  "08000 08001 08003 08004 08006 08P01",
  "57P01 57P02 57P03 57P04 57P05",
  "53000 53100 53200 53300 53400",
  "28000 28P01 3D000 58000 58030 58P01 25P03 25P04 25006"
].flatMap((codes) => codes.split(" "))

const refusals = ["22012", "23505", "23503", "40001", "40P01", "42601", "42P01", "55P03", "57014", "25P02", "XX000", ""]

const brokenWays = [
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ECONNABORTED"].map(withCode),
  ...["ENOENT", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "EMFILE"].map((code) =>
    Object.assign(withCode(code), { syscall: code === "ENOTFOUND" ? "getaddrinfo" : "connect" })
  ),
  ...[
    "Connection terminated",
    "Connection terminated unexpectedly",
    "Connection terminated due to connection timeout",
    "Client has encountered a connection error and is not queryable",
    "timeout exceeded when trying to connect",
    "Cannot use a pool after calling end on the pool"
  ].map((text) => new Error(text))
]

describe("isUnreachable", () => {
  it.each(notNow)("is so by SQLSTATE %s, from either client", (code) => {
    assert.isTrue(isUnreachable(ofClient(withCode(code))))
    assert.isTrue(isUnreachable(Object.assign(new pg.DatabaseError("said the server", 1, "error"), { code })))
    assert.isTrue(isUnreachable(new EventStoreUnavailable({ cause: withCode(code) })))
  })

  it.each(refusals)("is not so by SQLSTATE %s", (code) => {
    assert.isFalse(isUnreachable(ofClient(withCode(code))))
    assert.isFalse(isUnreachable(withCode(code)))
  })

  it.each(brokenWays)("is so by a way there that broke: %s", (cause) => {
    assert.isTrue(isUnreachable(cause))
    assert.isTrue(isUnreachable(ofClient(cause)))
    assert.isTrue(isUnreachable(new AggregateError([cause], "all addresses failed")))
  })

  it("is not so by what has nothing to do with it", () => {
    const itself: Error & { cause?: unknown } = new Error("goes round")
    itself.cause = itself
    for (const error of [new Error("nonsense"), Object.assign(withCode("ENOENT"), { syscall: "open" }), itself, null]) {
      assert.isFalse(isUnreachable(error))
    }
  })

  it.live("knows a database that is not there, goes away, or hangs up, and one that refuses", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const at = (url: string) => {
        const database = PgDatabase.PgDatabase.layer({ url: Redacted.make(url) })
        return Effect.flip(Effect.provide(one, Layer.fresh(PgDatabase.layerClient).pipe(Layer.provide(database))))
      }
      assert.isTrue(isUnreachable(yield* at("postgres://nobody@127.0.0.1:1/none")))
      assert.isTrue(isUnreachable(yield* at("postgres://nobody@localhost/none?host=/nowhere")))
      const port = yield* Effect.acquireRelease(
        Effect.callback<{ readonly number: number; readonly close: () => void }>((resume) => {
          const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1", () => {
            const address = server.address()
            const number = typeof address === "object" && address !== null ? address.port : 0
            resume(Effect.succeed({ number, close: () => server.close() }))
          })
        }),
        ({ close }) => Effect.sync(close)
      )
      assert.isTrue(isUnreachable(yield* at(`postgres://nobody@127.0.0.1:${port.number}/none`)))
      const cut = sql`SELECT pg_terminate_backend(pg_backend_pid())`
      assert.isTrue(isUnreachable(yield* Effect.flip(cut)))
      assert.isFalse(isUnreachable(yield* Effect.flip(sql`SELECT * FROM nowhere`)))
      assert.isFalse(isUnreachable(yield* Effect.flip(sql`SELECT 1 / 0`)))
    }).pipe(Effect.scoped, Effect.provide(PgTest.layer)))
})

it.live("a row that is larger than the driver takes is too large an answer, and no storage that is away", () =>
  Effect.gen(function*() {
    const { url } = yield* PgDatabase.PgDatabase
    const connection = yield* PgConnection.make({ url, maxMessageSize: 100_000 })
    const fits = yield* connection.query("SELECT repeat('x', 90000) AS x", [])
    assert.lengthOf(fits.rows, 1)
    const error = yield* Effect.flip(connection.query("SELECT repeat('x', 110000) AS x", []))
    assert.isFalse(isUnreachable(error))
    assert.deepInclude(queryFailure(error, 1), { _tag: "QueryTooLarge", limit: "answer" })
    const later = yield* Effect.flip(connection.query("SELECT 1", []))
    assert.isFalse(isUnreachable(later) && isOversized(later))
  }).pipe(Effect.scoped, Effect.provide(PgTest.layer)))
