import { assert, describe, it } from "@effect/vitest"
import { describeBadSetting, findBadSettings } from "@hedgerow/server/config/BadSettings"
import { ConfigProvider, Effect } from "effect"
import type { Readable } from "node:stream"
import { text } from "node:stream/consumers"
import { parsePrinted, runServer, stopServer } from "../ServerProcess.ts"
import { startServer } from "./InProcess.ts"
import { parsePrometheus } from "./PrometheusText.ts"

const readAll = async (stream: Readable | null): Promise<string> => stream === null ? "" : text(stream)

const asEntries = (output: string): ReadonlyArray<Record<string, unknown>> =>
  output.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line) as Record<string, unknown>)

describe("a server process", () => {
  it("logs JSON lines to standard error, by --log-level, and never a key", async () => {
    const server = runServer(["serve", "--log-level", "debug"], {
      HEDGEROW_STORAGE: "memory",
      HEDGEROW_LOG_LEVEL: "Error"
    })
    const streams = Promise.all([readAll(server.process.stdout), readAll(server.process.stderr)])
    await server.ready
    const { baseUrl, key } = parsePrinted(server.output())
    const headers = { authorization: `Bearer ${key}`, "x-request-id": "mine", "content-type": "application/json" }
    await fetch(`${baseUrl}/api/projects/1/?api_key=${key}`, { headers })
    await fetch(`${baseUrl}/api/${key}/`, { headers: { cookie: key, "user-agent": key } })
    await fetch(`${baseUrl}/api/projects/1/query/`, { method: "POST", headers, body: `{"${key}": ` })
    assert.strictEqual(await stopServer(server), 0)
    const [printed, logged] = await streams
    assert.match(printed, /^Hedgerow is ready/)
    const entries = asEntries(logged)
    assert.isAtLeast(entries.filter(({ message }) => message === "Request").length, 3)
    assert.isTrue(entries.some((entry) => entry["request_id"] === "mine" && entry["level"] === "debug"))
    assert.notInclude(logged, key)
  })

  it("is quiet at the usual level, and pretty when asked", async () => {
    const server = runServer(["serve"], { HEDGEROW_STORAGE: "memory", HEDGEROW_LOG_FORMAT: "pretty" })
    const logged = readAll(server.process.stderr)
    await server.ready
    await fetch(`${parsePrinted(server.output()).baseUrl}/_health`)
    assert.strictEqual(await stopServer(server), 0)
    assert.notInclude(await logged, "Request")
  })

  it("hides secrets in the words it ends with", async () => {
    const password = "correct-horse"
    const server = runServer(["serve"], {
      HEDGEROW_STORAGE: "memory",
      HEDGEROW_HOST: `postgres://me:${password}@h`,
      HEDGEROW_LOG_LEVEL: "None"
    })
    assert.strictEqual(await server.exited, 1)
    assert.include(server.output(), "hedgerow: ")
    assert.notInclude(server.output(), password)
  })

  const bad: ReadonlyArray<readonly [string, string]> = [
    ["HEDGEROW_LOG_FORMAT", "xml"],
    ["HEDGEROW_SLOW_REQUEST", "soon"],
    ["HEDGEROW_METRICS", "perhaps"],
    ["HEDGEROW_OTLP_URL", "collector:4318"],
    ["HEDGEROW_OTLP_SIGNALS", "traces,feelings"],
    ["HEDGEROW_OTLP_PROTOCOL", "grpc"],
    ["HEDGEROW_OTLP_HEADERS", "correct-horse"]
  ]
  for (const [name, value] of bad) {
    it.effect(`names a bad ${name}`, () =>
      Effect.gen(function*() {
        const provider = ConfigProvider.fromEnv({ env: { [name]: value } })
        const found = yield* Effect.provideService(findBadSettings, ConfigProvider.ConfigProvider, provider)
        assert.deepStrictEqual(found.map((one) => one.name), [name])
        assert.notInclude(found.map(describeBadSetting).join(), "correct-horse")
      }))
  }
})

it.live("two servers of one process count apart", () =>
  Effect.gen(function*() {
    const one = yield* startServer()
    const other = yield* startServer()
    const countOf = (baseUrl: string) =>
      Effect.promise(async () => {
        const families = parsePrometheus(await (await fetch(`${baseUrl}/metrics`)).text())
        const samples = families.get("hedgerow_http_requests_total")?.samples ?? []
        return samples.find(({ labels }) => labels["route"] === "/_health")?.value
      })
    for (let i = 0; i < 3; i++) yield* Effect.promise(() => fetch(`${one}/_health`))
    assert.deepStrictEqual([yield* countOf(one), yield* countOf(other)], [3, undefined])
  }).pipe(Effect.scoped))
