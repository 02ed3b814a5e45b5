import type { IncomingMessage, ServerResponse } from "node:http"
import type { Embedded } from "../composition/Hedgerow.ts"
import { nodeHandler } from "./NodeHandler.ts"

/** The part of a Fastify instance that the plugin uses. */
export interface FastifyLike {
  readonly removeAllContentTypeParsers: () => void
  readonly addContentTypeParser: (
    contentType: string,
    parser: (request: unknown, payload: unknown, done: (error: Error | null) => void) => void
  ) => unknown
  readonly all: (
    path: string,
    handler: (
      request: { readonly raw: IncomingMessage },
      reply: { readonly raw: ServerResponse; readonly hijack: () => unknown }
    ) => void
  ) => unknown
}

/**
 * A plugin of Fastify, to be registered with the prefix that the embedding has:
 * `app.register(fastifyPlugin(hedgerow), { prefix: "/analytics" })`. Parsers of bodies outside of it stay as they are.
 */
export const fastifyPlugin = (embedded: Pick<Embedded, "context">) => {
  const handle = nodeHandler(embedded)
  return (app: FastifyLike, _options: unknown, done: () => void): void => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser("*", (_request, _payload, parsed) => parsed(null))
    for (const path of ["/", "/*"]) {
      app.all(path, (request, reply) => {
        reply.hijack()
        handle(request.raw, reply.raw)
      })
    }
    done()
  }
}
