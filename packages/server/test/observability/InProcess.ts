import * as NodeServices from "@effect/platform-node/NodeServices"
import { ServerConfig } from "@hedgerow/server/config/ServerConfig"
import * as Server from "@hedgerow/server/serving/Server"
import { ConfigProvider, Effect, Layer } from "effect"
import { TestConsole } from "effect/testing"
import { parsePrinted } from "../ServerProcess.ts"

/** Settings read from these variables alone. */
export const settings = (env: Readonly<Record<string, string>>) =>
  Effect.provideService(ServerConfig, ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))

/** A whole server on memory within this process, until the scope closes; answers where it listens. */
export const startServer = Effect.fnUntraced(function*(env: Readonly<Record<string, string>> = {}) {
  const config = yield* settings({ HEDGEROW_STORAGE: "memory", HEDGEROW_PORT: "0", ...env })
  const printed = yield* Effect.gen(function*() {
    yield* Layer.build(Server.layer(config))
    return (yield* TestConsole.logLines).map(String).join("\n")
  }).pipe(Effect.provide([NodeServices.layer, TestConsole.layer]))
  const url = new URL(parsePrinted(printed).baseUrl)
  return `http://127.0.0.1:${url.port}`
})
