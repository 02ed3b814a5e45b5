import { Result } from "effect"
import { connect, type NetConnectOpts, Socket } from "node:net"

const port = 5432

const read = (text: string): NetConnectOpts => {
  const url = new URL(text)
  const host = url.searchParams.get("host") ?? decodeURIComponent(url.hostname.replace(/^\[(.*)\]$/, "$1"))
  const number = Number(url.searchParams.get("port") ?? (url.port === "" ? port : url.port))
  if (host.startsWith("/")) return { path: `${host}/.s.PGSQL.${number}` }
  return { host: host === "" ? "localhost" : host, port: number, noDelay: true }
}

/**
 * The address on which the server of a URL listens, read as both drivers do: parameters win over the parts before them.
 * The drivers report the faults of a URL before they connect.
 */
export const addressOf = (text: string): NetConnectOpts =>
  Result.getOrElse(Result.try(() => read(text)), () => ({ host: "localhost", port }))

/** The connections to a server, so that all of them can be cut at once. */
export class Sockets {
  readonly #address: NetConnectOpts
  readonly #open = new Set<Socket>()

  constructor(address: NetConnectOpts) {
    this.#address = address
  }

  /** A new connection, or one that fails at once for this reason. */
  readonly connect = (refusal: Error | undefined): Socket =>
    refusal === undefined ? this.keep(connect(this.#address)) : new Socket().destroy(refusal)

  /** Cuts this one with the others. */
  readonly keep = (socket: Socket): Socket => {
    this.#open.add(socket)
    socket.once("close", () => this.#open.delete(socket))
    return socket
  }

  /** Breaks all connections; the statements that wait on them fail. */
  readonly cut = (reason: Error): void => {
    for (const socket of this.#open) socket.destroy(reason)
  }
}
