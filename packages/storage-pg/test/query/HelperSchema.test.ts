import { assert, describe, it } from "@effect/vitest"
import { QueryEngine } from "@hedgerow/core/query/QueryEngine"
import { PgDatabase } from "@hedgerow/storage-pg"
import * as PgQueryEngine from "@hedgerow/storage-pg/query/PgQueryEngine"
import { helperSet, install } from "@hedgerow/storage-pg/query/server/HelperSchema"
import { queryHelpers } from "@hedgerow/storage-pg/query/server/QueryFunctions"
import { SmallPlans as P } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Duration, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"

const client = Layer.fresh(PgDatabase.layerClient)

/** A release whose only function answers with its number. */
const release = (number: number) =>
  helperSet("hedgerow", [`CREATE FUNCTION hg_release() RETURNS int4 LANGUAGE sql IMMUTABLE RETURN ${number}`])

const schemas = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string }>`SELECT nspname AS name FROM pg_namespace
    WHERE starts_with(nspname, 'hedgerow_functions_') ORDER BY 1`
  return rows.map(({ name }) => name)
})

const answerOf = Effect.fnUntraced(function*(schema: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql.unsafe<{ answer: number }>(`SELECT "${schema}".hg_release() AS answer`)
  return row?.answer
})

/** One session, so that what is set in it counts for everything. */
const oneSession = Layer.unwrap(Effect.map(
  PgDatabase.PgDatabase,
  ({ url }) =>
    Layer.fresh(PgDatabase.layerClient).pipe(Layer.provide(PgDatabase.PgDatabase.layer({ url, maxConnections: 1 })))
))

const inOneSession = <A, E>(test: Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.provide(test, Layer.provide(oneSession, PgTest.layerEmpty))

const execute = (statement: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement))

/** The refusal to create the functions for a role without rights. */
const refusal = Effect.fnUntraced(function*(set: ReturnType<typeof release>) {
  const failure = yield* Effect.flip(install(set))
  return failure._tag === "QueryFunctionsMissing" ? failure : yield* Effect.die(failure)
})

/** Roles belong to the whole server: each test has one of its own, and takes it away. */
const withRole = <A, E>(role: string, test: (role: string) => Effect.Effect<A, E, SqlClient.SqlClient>) =>
  Effect.acquireUseRelease(
    Effect.as(execute(`CREATE ROLE ${role}`), role),
    test,
    () =>
      Effect.orDie(
        Effect.forEach(["RESET ROLE", `DROP OWNED BY ${role}`, `DROP ROLE ${role}`], execute, { discard: true })
      )
  )

describe("the functions of queries", () => {
  it.effect("of two releases stand side by side", () =>
    inOneSession(Effect.gen(function*() {
      const [one, two] = [release(1), release(2)]
      yield* install(one)
      yield* install(two)
      yield* install(one)
      assert.deepStrictEqual(yield* schemas, [one.schema, two.schema].toSorted())
      assert.deepStrictEqual([yield* answerOf(one.schema), yield* answerOf(two.schema)], [1, 2])
    })))

  it.effect("are created once by servers that start at the same time, and none starts without them", () =>
    Effect.gen(function*() {
      yield* Effect.all(
        Array.from({ length: 6 }, () =>
          Effect.gen(function*() {
            yield* install(release(3))
            assert.strictEqual(yield* answerOf(release(3).schema), 3)
          }).pipe(Effect.provide(client))),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(yield* Effect.provide(schemas, client), [release(3).schema])
    }).pipe(Effect.provide(PgTest.layerEmpty)))

  it.effect("are there whole or not at all", () =>
    inOneSession(Effect.gen(function*() {
      const [good = ""] = release(4).statements
      yield* Effect.flip(install(helperSet("hedgerow", [good, "CREATE FUNCTION nothing"])))
      assert.deepStrictEqual(yield* schemas, [])
    })))

  it.effect("need the right to create a schema only where they are missing", () =>
    inOneSession(withRole("guest", (role) =>
      Effect.gen(function*() {
        yield* execute(`SET ROLE ${role}`)
        const { message, reason } = yield* refusal(release(5))
        assert.strictEqual(reason, "denied")
        assert.include(message, `TO "${role}"`)
        assert.include(message, release(5).schema)
        yield* execute("RESET ROLE")
        yield* install(release(5))
        yield* execute(`SET ROLE ${role}`)
        yield* install(release(5))
        assert.strictEqual(yield* answerOf(release(5).schema), 5)
      }))))

  it.effect("cannot be put into a database that takes no changes", () =>
    inOneSession(Effect.gen(function*() {
      yield* execute("SET default_transaction_read_only = on")
      assert.strictEqual((yield* refusal(release(6))).reason, "read-only")
      yield* execute("SET default_transaction_read_only = off")
      yield* install(release(6))
      yield* execute("SET default_transaction_read_only = on")
      yield* install(release(6))
    })))

  it.effect("are not taken from a stranger", () =>
    inOneSession(withRole("stranger", (role) =>
      Effect.gen(function*() {
        yield* execute(`CREATE SCHEMA "${release(7).schema}" AUTHORIZATION ${role}`)
        assert.strictEqual((yield* refusal(release(7))).reason, "foreign")
      }))))

  it.effect("of releases that nobody has started for a month are removed by a new one", () =>
    inOneSession(Effect.gen(function*() {
      const [old, used, next] = [release(8), release(9), release(10)]
      yield* install(old)
      yield* install(used)
      yield* TestClock.adjust("20 days")
      yield* install(used)
      yield* TestClock.adjust("11 days")
      yield* install(used)
      assert.lengthOf(yield* schemas, 2, "nothing is removed but by a new release")
      yield* install(next)
      assert.deepStrictEqual(yield* schemas, [used.schema, next.schema].toSorted())
    })))
})

describe("queries", () => {
  const engine = Layer.provideMerge(PgQueryEngine.layer, PgTest.layer)
  const addition = P.dateCall("add", "year", "UTC", [P.literal(0, P.instant), P.number(500)], P.nullable(P.instant))
  const answer = Effect.flatMap(
    QueryEngine,
    (engine) => engine.run(P.select([addition]), { timeout: Duration.seconds(20) })
  )

  it.effect("put them back when somebody has removed them", () =>
    Effect.gen(function*() {
      const { schema } = queryHelpers("hedgerow")
      yield* answer
      yield* execute(`DROP SCHEMA "${schema}" CASCADE`)
      assert.deepStrictEqual((yield* answer).rows, [[null]])
      assert.deepStrictEqual(yield* schemas, [schema])
    }).pipe(Effect.provide(engine)))
})
