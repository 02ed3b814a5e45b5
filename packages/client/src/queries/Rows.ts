import { HedgerowError } from "../requests/HedgerowError.ts"

/** The lines of a text that comes in pieces. Leaving the loop ends the request, and so the query. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ""
  try {
    for (;;) {
      const { done, value } = await reader.read()
      const lines = (rest + decoder.decode(value, { stream: !done })).split("\n")
      rest = lines.pop() ?? ""
      yield* lines
      if (done) break
    }
    if (rest !== "") yield rest
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/** The rows of an answer in lines of JSON. An error after the first row is the last line: it is thrown. */
export async function* rowsOf<Row>(response: Response): AsyncGenerator<Row, void, undefined> {
  if (response.body === null) return
  for await (const line of linesOf(response.body)) {
    const row = JSON.parse(line)
    if ("$error" in row) throw new HedgerowError(200, row.$error)
    yield row
  }
}
