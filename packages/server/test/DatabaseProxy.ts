import { Effect } from "effect"
import { connect, createServer, type Socket } from "node:net"

/** A way to a database, in the hands of a test. */
export interface DatabaseProxy {
  readonly url: string
  /** Connections stay, new ones are taken, and nothing comes through. */
  readonly fallSilent: () => void
  /** Connections are cut and new ones refused, as while the database restarts. */
  readonly goAway: () => void
  readonly comeBack: () => void
}

const linkTo = (target: URL, client: Socket): Socket => {
  const host = target.searchParams.get("host")
  const port = Number(target.port === "" ? "5432" : target.port)
  const server = host === null ? connect(port, target.hostname) : connect(`${host}/.s.PGSQL.${port}`)
  client.on("close", () => server.destroy())
  server.on("close", () => client.destroy())
  return server
}

const startProxy = (target: URL, started: (proxy: DatabaseProxy) => void): void => {
  const sockets = new Set<Socket>()
  let isSilent = false
  const proxy = createServer((client) => {
    const server = linkTo(target, client)
    for (const [from, to] of [[client, server], [server, client]] as const) {
      sockets.add(from)
      from.on("data", (chunk) => isSilent || to.write(chunk))
      from.on("error", () => undefined)
      from.on("close", () => sockets.delete(from))
    }
  })
  proxy.listen(0, "127.0.0.1", () => {
    const address = proxy.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    const url = new URL(target)
    url.searchParams.delete("host")
    url.hostname = "127.0.0.1"
    url.port = String(port)
    started({
      url: url.toString(),
      fallSilent: () => {
        isSilent = true
      },
      goAway: () => {
        proxy.close()
        for (const socket of sockets) socket.destroy()
      },
      comeBack: () => {
        if (!proxy.listening) proxy.listen(port, "127.0.0.1")
      }
    })
  })
}

/** A way to the database at a URL; it ends with the scope. */
export const openProxy = (target: URL) =>
  Effect.acquireRelease(
    Effect.callback<DatabaseProxy>((resume) => startProxy(target, (proxy) => resume(Effect.succeed(proxy)))),
    ({ goAway }) => Effect.sync(goAway)
  )
