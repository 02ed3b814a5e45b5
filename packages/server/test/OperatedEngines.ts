import { NodeServices } from "@effect/platform-node"
import * as EmbeddedClickHouse from "@hedgerow/storage-clickhouse/EmbeddedClickHouse"
import { Effect, Exit, Redacted, Scope } from "effect"
import { openPostgres } from "./OperatedPostgres.ts"
import { queryClient } from "./QueryClient.ts"
import { baseUrlOf } from "./ServerClient.ts"
import { makeDataDir, parsePrinted, type RunningServer, runServer } from "./ServerProcess.ts"

/** A query over so many pairs as the square of `size`, and one number. */
export const slow = (marker: number, size = 14_000) =>
  `select count() from numbers(${size}) a cross join numbers(${size}) b `
  + `where (a.number * b.number) % 7 = ${marker % 7} and a.number != ${1_000_000 + marker}`

/** Hours of work. */
export const endless = slow(3, 900_000)

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

/** A PostgreSQL as an operator has it, a ClickHouse unless events are in PostgreSQL too, and servers that share them. */
export const openWorld = async (events: "clickhouse" | "postgres" = "clickhouse") => {
  const data = makeDataDir()
  const scope = Scope.makeUnsafe()
  const engine = events === "clickhouse" ? await makeClickHouse(`${data.path}/clickhouse`, scope) : undefined
  const postgres = await openPostgres(`${data.path}/postgres`)
  const servers: Array<RunningServer> = []
  const start = async (): Promise<RunningServer> => {
    const server = runServer(["serve"], {
      HEDGEROW_STORAGE: "external",
      HEDGEROW_DATABASE_URL: postgres.url,
      ...engine === undefined ? {} : { HEDGEROW_CLICKHOUSE_URL: `${Redacted.value(engine.url)}/hedgerow` },
      HEDGEROW_QUERY_TIMEOUT: "10 minutes"
    })
    servers.push(server)
    await server.ready
    return server
  }
  const first = await start()
  const { key } = parsePrinted(first.output())
  return {
    first,
    start,
    postgres,
    clientOf: (server: RunningServer) => queryClient({ baseUrl: baseUrlOf(server.output()), key }),
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
