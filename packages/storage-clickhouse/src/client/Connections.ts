import { type ClickHouseClient, ClickHouseLogLevel, createClient } from "@clickhouse/client"
import { Effect, Redacted, type Scope } from "effect"
import { Agent } from "node:http"
import { connect as connectSocket, type Socket } from "node:net"

/** Where to connect, and how often at once. */
export interface ConnectionOptions {
  readonly url: Redacted.Redacted
  readonly socketPath: string | undefined
  readonly maxConnections?: number
}

/** The client of statements, and one of its own for what must get through when all connections are taken. */
export interface Connections {
  readonly work: ClickHouseClient
  readonly control: ClickHouseClient
}

/** Every connection leads to one unix socket, whatever the URL says. */
class SocketAgent extends Agent {
  readonly #path: string

  constructor(path: string, maxSockets: number) {
    super({ keepAlive: true, maxSockets })
    this.#path = path
  }

  override createConnection(): Socket {
    return connectSocket(this.#path)
  }
}

/** Statements end by their own time limits; the client's silence limit must never come first. */
const noTimeout = 2_147_483_647

const connect = (options: ConnectionOptions, connections: number) => {
  const agent = options.socketPath === undefined
    ? {}
    : { http_agent: new SocketAgent(options.socketPath, connections) }
  return createClient({
    url: Redacted.value(options.url),
    application: "hedgerow",
    max_open_connections: connections,
    request_timeout: noTimeout,
    log: { level: ClickHouseLogLevel.OFF },
    ...agent
  })
}

const scoped = (options: ConnectionOptions, connections: number): Effect.Effect<ClickHouseClient, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => connect(options, connections)),
    (client) => Effect.promise(() => client.close())
  )

/** Opens the clients; they are closed with the scope. */
export const openConnections = (options: ConnectionOptions): Effect.Effect<Connections, never, Scope.Scope> =>
  Effect.all({ work: scoped(options, options.maxConnections ?? 10), control: scoped(options, 2) })
