import { type ClickHouseClient, ClickHouseLogLevel, createClient } from "@clickhouse/client"
import { Effect, Redacted, type Scope } from "effect"
import { Agent } from "node:http"
import { Agent as SecureAgent } from "node:https"
import { connect as connectSocket, type Socket } from "node:net"

/** The address to connect to, and the number of connections. */
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

/**
 * An idle connection is closed after this time, long before a server would: the connection that it closes could just be
 * in use again.
 */
const idleMillis = 2_500

const pooled = (connections: number) => ({ keepAlive: true, maxSockets: connections, timeout: idleMillis })

/** Every connection leads to one unix socket, for any URL. */
class SocketAgent extends Agent {
  readonly #path: string

  constructor(path: string, connections: number) {
    super(pooled(connections))
    this.#path = path
  }

  override createConnection(): Socket {
    return connectSocket(this.#path)
  }
}

/** Statements end by their own time limits; the client's silence limit must never come first. */
const noTimeout = 2_147_483_647

const agentOf = ({ socketPath, url }: ConnectionOptions, connections: number): Agent => {
  if (socketPath !== undefined) return new SocketAgent(socketPath, connections)
  return new URL(Redacted.value(url)).protocol === "https:"
    ? new SecureAgent(pooled(connections))
    : new Agent(pooled(connections))
}

/**
 * Node's agent closes idle connections, and never one in use. The client's own clock does not know whether a connection
 * is: after a request that was given up before it was sent it would close the connection under the next one.
 */
const connect = (options: ConnectionOptions, connections: number) =>
  createClient({
    url: Redacted.value(options.url),
    application: "hedgerow",
    max_open_connections: connections,
    request_timeout: noTimeout,
    log: { level: ClickHouseLogLevel.OFF },
    keep_alive: { enabled: true, idle_socket_ttl: 0 },
    http_agent: agentOf(options, connections)
  })

const scoped = (options: ConnectionOptions, connections: number): Effect.Effect<ClickHouseClient, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => connect(options, connections)),
    (client) => Effect.promise(() => client.close())
  )

/** Opens the clients; they are closed with the scope. */
export const openConnections = (options: ConnectionOptions): Effect.Effect<Connections, never, Scope.Scope> =>
  Effect.all({ work: scoped(options, options.maxConnections ?? 10), control: scoped(options, 2) })
