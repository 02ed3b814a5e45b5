import { Effect } from "effect"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"

/** The requests to the fake. */
export interface AskedModel {
  readonly path: string
  readonly authorization: string | undefined
  readonly headers: IncomingMessage["headers"]
  readonly body: { readonly model: string; readonly messages: ReadonlyArray<{ role: string; content: string }> }
}

/** The answer of the fake; undefined is never. */
export type Answering = (response: ServerResponse) => void

/** An answer as chat completions give it. */
export const saying = (content: string): Answering => (response) =>
  response.setHeader("content-type", "application/json").end(
    JSON.stringify({ id: "1", choices: [{ index: 0, message: { role: "assistant", content } }] })
  )

/** A server on loopback that speaks as much of OpenAI's protocol as a draft needs, and remembers what it was asked. */
export const fakeModel = Effect.acquireRelease(
  Effect.promise(async () => {
    const asked: Array<AskedModel> = []
    const arrived: Array<() => void> = []
    let answer: Answering = saying("SELECT 1")
    const server = createServer((request, response) => {
      const pieces: Array<Buffer> = []
      request.on("data", (piece: Buffer) => pieces.push(piece))
      request.on("end", () => {
        const { authorization } = request.headers
        const body = JSON.parse(Buffer.concat(pieces).toString("utf8"))
        asked.push({ path: request.url ?? "", authorization, headers: request.headers, body })
        arrived.splice(0).forEach((notify) => notify())
        answer(response)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    return {
      server,
      asked,
      baseUrl: `http://127.0.0.1:${port}/v1`,
      answerWith: (next: Answering) => {
        answer = next
      },
      arrival: () => new Promise<void>((resolve) => arrived.push(resolve))
    }
  }),
  ({ server }) =>
    Effect.promise(() => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    })
)
