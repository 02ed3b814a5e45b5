import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type Server } from "node:http"
import type { AddressInfo } from "node:net"

/** One request and what it was answered with. */
export interface Exchange {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly status: number
  readonly answered: IncomingHttpHeaders
}

/** Listens on a free port of this machine and answers the base URL. */
export const listen = (server: Server): Promise<string> =>
  new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })

/** Stops at once: connections that a browser keeps are cut. */
export const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

const bytesOf = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/**
 * Hands every request on to the server as it came and its answer back, and remembers both. Preflights and the bytes of
 * bodies are seen here; a browser shows neither to a test.
 */
export const startRelay = async (target: string) => {
  const exchanges: Array<Exchange> = []

  const forward = (asked: IncomingMessage, body: Buffer): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const method = asked.method ?? "GET"
      request(`${target}${asked.url}`, { method, headers: asked.headers }, resolve).once("error", reject).end(body)
    })

  const server = createServer(async (asked, response) => {
    const body = await bytesOf(asked)
    const answer = await forward(asked, body)
    const answered = await bytesOf(answer)
    const url = new URL(asked.url ?? "/", target)
    exchanges.push({
      method: asked.method ?? "GET",
      path: url.pathname,
      query: url.searchParams,
      headers: asked.headers,
      body,
      status: answer.statusCode ?? 0,
      answered: answer.headers
    })
    response.writeHead(answer.statusCode ?? 502, answer.headers).end(answered)
  })

  const url = await listen(server)
  return {
    url,
    exchanges,
    /** The requests that were sent to this path, preflights aside. */
    sentTo: (path: string) => exchanges.filter((exchange) => exchange.path === path && exchange.method !== "OPTIONS"),
    stop: () => close(server)
  }
}

export type Relay = Awaited<ReturnType<typeof startRelay>>
