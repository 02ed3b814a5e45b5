import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Context, Effect, Scope } from "effect"
import type { IncomingMessage, ServerResponse } from "node:http"
import { type Embedded, Hedgerow } from "../composition/Hedgerow.ts"

/** A request of Express and Connect, which cut its `url` where they mount something. */
interface Mounted extends IncomingMessage {
  readonly originalUrl?: string
}

/**
 * A listener of `node:http`, and a middleware of Connect and Express: `next` gets what lies outside the prefix, and without
 * it that is 404. Answers are streamed, and a request whose connection closes is cancelled, its query too. It reads
 * bodies itself: mount it before parsers of bodies.
 */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void

// Every failure of an answer becomes a response: its type is unknown to Node's server.
// @effect-diagnostics anyUnknownInErrorContext:off
/** The handler of an embedding for the web servers of Node. */
export const nodeHandler = ({ context }: Pick<Embedded, "context">): NodeHandler => {
  const { answer, serves } = Context.get(context, Hedgerow)
  const handle = Effect.runSync(
    Effect.flatMap(Scope.make(), (scope) => NodeHttpServer.makeHandler(answer, { scope }))
  )
  return (request: Mounted, response, next) => {
    const url = request.originalUrl ?? request.url ?? "/"
    if (next !== undefined && !serves(url)) return next()
    request.url = url
    handle(request, response)
  }
}
