import { assert, describe, it } from "@effect/vitest"
import { startFlagServer } from "./FlagServer.ts"
import { parsePrinted, runServer, stopServer } from "./ServerProcess.ts"

/** Reads a stream until its text holds what is looked for; answers all text, or what came before its end. */
const readUntil = async (reader: ReadableStreamDefaultReader<string>, wanted: string): Promise<string> => {
  let text = ""
  while (!text.includes(wanted)) {
    const part = await reader.read()
    if (part.done) return text
    text += part.value
  }
  return text
}

const open = async (url: string, token: string, key: string, signal?: AbortSignal) => {
  const response = await fetch(`${url}/flags/definitions/stream?token=${token}`, {
    headers: { authorization: `Bearer ${key}` },
    ...(signal === undefined ? undefined : { signal })
  })
  assert.strictEqual(response.status, 200)
  assert.strictEqual(response.headers.get("content-type"), "text/event-stream")
  const body = response.body?.pipeThrough(new TextDecoderStream())
  if (body === undefined) throw new Error("the answer has no body")
  return body.getReader()
}

describe("the stream of definitions over a socket", () => {
  it("brings an edit without a poll", async () => {
    const server = await startFlagServer()
    const leaving = new AbortController()
    try {
      const reader = await open(server.url, server.token, server.key, leaving.signal)
      const first = await readUntil(reader, "\"flags\":[]")
      assert.match(first, /^retry: \d+\n\n/)
      await server.create({ key: "beta", _should_create_usage_dashboard: false })
      const second = await readUntil(reader, "\"key\":\"beta\"")
      assert.match(second, /id: [0-9a-f]{32}\nevent: definitions\ndata: \{/)
    } finally {
      leaving.abort()
      await server.stop()
    }
  })

  it("does not keep a stopping server alive", async () => {
    const server = runServer(["serve"], { HEDGEROW_STORAGE: "memory" })
    await server.ready
    const { baseUrl, key, token } = parsePrinted(server.output())
    const reader = await open(baseUrl, token, key)
    await readUntil(reader, "\"flags\":[]")
    const exit = stopServer(server)
    assert.strictEqual(await readUntil(reader, "nothing comes any more").then((text) => text.includes("data")), false)
    assert.strictEqual(await exit, 0)
  })
})
