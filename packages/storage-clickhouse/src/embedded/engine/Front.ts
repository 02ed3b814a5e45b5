import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import { timingSafeEqual } from "node:crypto"
import { chmodSync, rmSync } from "node:fs"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { readBody } from "./Body.ts"
import type { Engine } from "./Engine.ts"
import { EngineError, engineError } from "./EngineError.ts"
import { readRequest } from "./Request.ts"
import { refuse } from "./Respond.ts"
import { serve } from "./Statements.ts"

/** The place to listen: a unix socket that the file system guards, or a loopback port that a password guards. */
export type Listen =
  | { readonly socketPath: string }
  | { readonly password: string; readonly port: number }

const passwordOf = ({ headers }: IncomingMessage): string => {
  const key = headers["x-clickhouse-key"]
  if (typeof key === "string") return key
  const basic = Buffer.from((headers.authorization ?? "").replace(/^Basic /i, ""), "base64").toString("utf8")
  return basic.slice(basic.indexOf(":") + 1)
}

const isAllowed = (listen: Listen, request: IncomingMessage): boolean => {
  if ("socketPath" in listen) return true
  const given = Buffer.from(passwordOf(request))
  const wanted = Buffer.from(listen.password)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

const handle = Effect.fnUntraced(function*(
  engine: Engine,
  listen: Listen,
  request: IncomingMessage,
  response: ServerResponse
) {
  if (!isAllowed(listen, request)) {
    return yield* engineError(516, "AUTHENTICATION_FAILED", "The embedded engine serves its own server only")
  }
  const path = (request.url ?? "/").split("?")[0]
  if (path !== "/" && path !== "/ping") {
    response.writeHead(404).end()
    return
  }
  const asked = path === "/ping" ? undefined : readRequest(request, yield* readBody(request))
  if (asked instanceof EngineError) return yield* asked
  if (asked === undefined || asked.sql.trim() === "") response.end("Ok.\n")
  else yield* serve(engine, response, asked)
})

const answered = (response: ServerResponse, effect: Effect.Effect<unknown, EngineError>): Effect.Effect<void> =>
  effect.pipe(
    Effect.asVoid,
    Effect.catchCause((cause) =>
      Effect.sync(() => {
        const error = Cause.squash(cause)
        if (response.headersSent || Cause.hasInterrupts(cause)) response.destroy()
        else refuse(response, error instanceof EngineError ? error : engineError(1_001, "STD_EXCEPTION", String(error)))
      })
    )
  )

const listening = (server: Server, listen: Listen): Effect.Effect<number, Error> =>
  Effect.callback((resume) => {
    server.once("error", (error) => resume(Effect.fail(error)))
    server.once("listening", () => {
      if ("socketPath" in listen) chmodSync(listen.socketPath, 0o600)
      resume(Effect.succeed("socketPath" in listen ? 0 : (server.address() as AddressInfo).port))
    })
    if ("socketPath" in listen) {
      rmSync(listen.socketPath, { force: true })
      server.listen(listen.socketPath)
    } else server.listen(listen.port, "127.0.0.1")
  })

/** Serves the engine over HTTP until the scope ends, and answers its port (0 on a unix socket). */
export const openFront = Effect.fnUntraced(function*(engine: Engine, listen: Listen) {
  const run = yield* FiberSet.makeRuntime<never>()
  // Clients close idle connections: one that the server closed could be taken for a statement in the same moment.
  const server = createServer({ maxHeaderSize: 4 * 1024 * 1024, keepAliveTimeout: 0, requestTimeout: 0 })
  server.on("request", (request, response) => {
    const fiber = run(answered(response, handle(engine, listen, request, response)))
    response.once("close", () => fiber.interruptUnsafe())
  })
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      server.close()
      server.closeIdleConnections()
    })
  )
  return yield* listening(server, listen)
})
