import { Effect, Redacted, type Scope } from "effect"
import { Agent, request } from "node:http"
import { Agent as SecureAgent, request as secureRequest, type RequestOptions } from "node:https"
import { connect as connectSocket, type Socket } from "node:net"
import { urlToHttpOptions } from "node:url"

/** Where to connect, and how often at once. */
export interface ConnectionOptions {
  readonly url: Redacted.Redacted
  readonly socketPath: string | undefined
  readonly maxConnections?: number
}

/** Connections to one place, which requests share. */
export interface Pool {
  readonly request: typeof request
  /** The place, the agent that keeps the connections, and who asks. */
  readonly options: RequestOptions
}

/** The connections of statements, and some of their own for what must get through when all others are taken. */
export interface Connections {
  readonly work: Pool
  readonly control: Pool
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

const agentOf = (socketPath: string | undefined, isSecure: boolean, connections: number): Agent => {
  if (socketPath !== undefined) return new SocketAgent(socketPath, connections)
  return isSecure ? new SecureAgent(pooled(connections)) : new Agent(pooled(connections))
}

const openPool = (
  { socketPath, url }: ConnectionOptions,
  connections: number
): Effect.Effect<Pool, never, Scope.Scope> => {
  const place = new URL(Redacted.value(url))
  const isSecure = socketPath === undefined && place.protocol === "https:"
  const { auth, hostname, port, protocol } = urlToHttpOptions(place)
  return Effect.acquireRelease(
    Effect.sync(() => agentOf(socketPath, isSecure, connections)),
    (agent) => Effect.sync(() => agent.destroy())
  ).pipe(
    Effect.map((agent) => ({
      request: isSecure ? secureRequest : request,
      options: { protocol, hostname, port, auth, agent, method: "POST" }
    }))
  )
}

/** Requests that a process has open at once. */
export const defaultConnections = 24

/** Opens the connections; they are closed with the scope. */
export const openConnections = (options: ConnectionOptions): Effect.Effect<Connections, never, Scope.Scope> =>
  Effect.all({ work: openPool(options, options.maxConnections ?? defaultConnections), control: openPool(options, 2) })
