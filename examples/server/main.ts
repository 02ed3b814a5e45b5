/** The server of `npx hedgerow` inside a program of yours, with settings of your own: started, asked, stopped. */
import { NodeServices } from "@effect/platform-node"
import { ServerConfig } from "@hedgerow/server/config/ServerConfig"
import { run } from "@hedgerow/server/serving/RunServer"
import { ConfigProvider, Effect, Fiber } from "effect"
import assert from "node:assert/strict"
import { setTimeout } from "node:timers/promises"

const key = "phx_a_key_of_twenty_letters"
const settings = ConfigProvider.fromUnknown({
  HEDGEROW: { STORAGE: "memory", PORT: "8017", BOOTSTRAP_PROJECT_NAME: "Shop", BOOTSTRAP_PERSONAL_API_KEY: key }
})
const server = Effect.runFork(
  Effect.flatMap(ServerConfig, run).pipe(
    Effect.provideService(ConfigProvider.ConfigProvider, settings),
    Effect.provide(NodeServices.layer)
  )
)

const project = (): Promise<Response> =>
  fetch("http://127.0.0.1:8017/api/projects/@current/", { headers: { authorization: `Bearer ${key}` } })
    .catch(() => setTimeout(100).then(project)) // it does not listen yet
assert.equal((await (await project()).json() as { readonly name: string }).name, "Shop")

await Effect.runPromise(Fiber.interrupt(server))
