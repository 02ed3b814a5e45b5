import { afterEach, assert, it } from "@effect/vitest"
import { parsePrinted, type RunningServer, runServer, stopServer } from "./ServerProcess.ts"

let server: RunningServer | undefined

afterEach(async () => {
  if (server !== undefined) await stopServer(server)
})

/** It holds 400,000 values at once, about 80 MB. */
const distinct = "select count() from (select distinct concat(repeat('x', 100), toString(number)) from numbers(400000))"

/** The answer of a server with such a heap. */
const answerWith = async (heapMegabytes: number, settings: Readonly<Record<string, string>> = {}) => {
  const heap = `--max-old-space-size=${heapMegabytes}`
  server = runServer(["serve"], { HEDGEROW_STORAGE: "memory", NODE_OPTIONS: heap, ...settings })
  await server.ready
  const { baseUrl, key } = parsePrinted(server.output())
  const response = await fetch(`${baseUrl}/api/projects/1/query/`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ query: { kind: "HogQLQuery", query: distinct } })
  })
  const { code, results } = (await response.json()) as Readonly<Record<string, unknown>>
  return response.status === 200 ? results : `${response.status} ${String(code)}`
}

it("one query of memory storage holds an eighth of the heap that the process has, unless a setting states more", async () => {
  assert.strictEqual(await answerWith(256), "400 query_too_large")
  await stopServer(server as RunningServer)
  assert.deepStrictEqual(await answerWith(256, { HEDGEROW_QUERY_MEMORY: "100 MiB" }), [[400_000]])
  await stopServer(server as RunningServer)
  assert.deepStrictEqual(await answerWith(2_048), [[400_000]])
})
