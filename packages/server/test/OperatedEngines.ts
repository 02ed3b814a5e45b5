import { NodeServices } from "@effect/platform-node"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import * as EmbeddedClickHouse from "@hedgerow/storage-clickhouse/embedded/EmbeddedClickHouse"
import { PgDatabase } from "@hedgerow/storage-pg"
import { Effect, Exit, Layer, Redacted, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { openPostgres } from "./OperatedPostgres.ts"
import { queryClient } from "./QueryClient.ts"
import { baseUrlOf } from "./ServerClient.ts"
import { makeDataDir, parsePrinted, type RunningServer, runServer } from "./ServerProcess.ts"

/** A query over as many pairs as the square of `size`, with one number as its result. */
export const slow = (marker: number, size = 14_000) =>
  `select count() from numbers(${size}) a cross join numbers(${size}) b `
  + `where (a.number * b.number) % 7 = ${marker % 7} and a.number != ${1_000_000 + marker}`

/** Hours of work. */
export const endless = slow(3, 900_000)

/** A query of ClickHouse that reads that number of rows one by one. */
export const reading = (rows: number) => `select sum(cityHash64(number)) from numbers(${rows})`

/** Hours of work. */
export const endlessReading = reading(1_000_000_000_000)

/** The number of pairs with the remainder, computed from the remainders of the two. */
export const pairs = (marker: number, size = 14_000): number => {
  const remainders = Array.from({ length: 7 }, (_, rest) => rest)
  const numbers = remainders.map((rest) => Math.floor((size - 1 - rest) / 7) + 1)
  return remainders.flatMap((a) =>
    remainders.map((b) => a * b % 7 === marker % 7 ? (numbers[a] ?? 0) * (numbers[b] ?? 0) : 0)
  )
    .reduce((sum, count) => sum + count, 0)
}

const makeClickHouse = (directory: string, scope: Scope.Scope) =>
  EmbeddedClickHouse.make({ directory, durable: false, transport: "loopback" }).pipe(
    Scope.provide(scope),
    Effect.provide(NodeServices.layer),
    Effect.runPromise
  )

/** The number of `endlessReading` that ClickHouse runs, by its own list. */
const runningInClickHouse = (url: Redacted.Redacted): Promise<number> =>
  Effect.flatMap(ClickHouse, ({ query }) =>
    query({
      sql: "SELECT count() FROM system.processes WHERE query ILIKE '%cityHash64%' AND query NOT ILIKE '%processes%'",
      logComment: "looking"
    })).pipe(
      Effect.map(({ rows }) => Number(rows[0]?.[0])),
      Effect.provide(ClickHouse.layer({ url })),
      Effect.runPromise
    )

/** Works on the PostgreSQL at an address. */
export const onPostgres = <A, E>(url: string, work: Effect.Effect<A, E, SqlClient.SqlClient>): Promise<A> =>
  work.pipe(
    Effect.provide(PgDatabase.layerClient.pipe(
      Layer.provide(PgDatabase.PgDatabase.layer({ url: Redacted.make(url) }))
    )),
    Effect.orDie,
    Effect.runPromise
  )

/** The number of queries over pairs that PostgreSQL runs, by its own list. */
const runningInPostgres = (url: string): Promise<number> =>
  onPostgres(
    url,
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) =>
        sql<{ readonly count: number }>`SELECT count(*)::int4 AS count FROM pg_stat_activity
      WHERE state = 'active' AND query ILIKE '%cross join%' AND pid <> pg_backend_pid()`
    ).pipe(Effect.map(([row]) => row?.count ?? 0))
  )

/** A PostgreSQL as an operator has it, a ClickHouse unless events are in PostgreSQL too, and servers that share them. */
export const openWorld = async (events: "clickhouse" | "postgres" = "clickhouse") => {
  const data = makeDataDir()
  const scope = Scope.makeUnsafe()
  const engine = events === "clickhouse" ? await makeClickHouse(`${data.path}/clickhouse`, scope) : undefined
  const postgres = await openPostgres(`${data.path}/postgres`)
  const servers: Array<RunningServer> = []
  const start = async (env: Readonly<Record<string, string>> = {}, program?: string): Promise<RunningServer> => {
    const settings = {
      HEDGEROW_STORAGE: "external",
      HEDGEROW_DATABASE_URL: postgres.url,
      ...engine === undefined ? {} : { HEDGEROW_CLICKHOUSE_URL: `${Redacted.value(engine.url)}/hedgerow` },
      HEDGEROW_QUERY_TIMEOUT: "10 minutes",
      ...env
    }
    const server = runServer(["serve"], settings, program)
    servers.push(server)
    await server.ready
    return server
  }
  const first = await start()
  const { key, token } = parsePrinted(first.output())
  return {
    first,
    key,
    token,
    start,
    postgres,
    clientOf: (server: RunningServer) => queryClient({ baseUrl: baseUrlOf(server.output()), key }),
    /** The number of endless queries that the engine itself lists as running: in ClickHouse those that read. */
    running: () => engine === undefined ? runningInPostgres(postgres.url) : runningInClickHouse(engine.url),
    killEngine: async () => {
      if (engine !== undefined) process.kill(await Effect.runPromise(engine.pid), "SIGKILL")
    },
    close: async () => {
      for (const server of servers) server.process.kill("SIGKILL")
      await Promise.all(servers.map(({ exited }) => exited))
      await postgres.stop()
      await Effect.runPromise(Scope.close(scope, Exit.void))
      data.remove()
    }
  }
}
