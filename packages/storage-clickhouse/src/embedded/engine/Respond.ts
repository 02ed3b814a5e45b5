import * as Effect from "effect/Effect"
import { randomBytes, randomUUID } from "node:crypto"
import type { ServerResponse } from "node:http"
import { pipeline, type Writable } from "node:stream"
import { createGzip } from "node:zlib"
import { type EngineError, statusOf } from "./EngineError.ts"
import type { Asked } from "./Request.ts"

/** The totals of a statement, as the header `X-ClickHouse-Summary` carries them. */
export type Summary = Readonly<Record<string, string>>

const contentType = (format: string): string => {
  if (format.startsWith("JSON")) return "application/json; charset=UTF-8"
  if (format.startsWith("CSV")) return "text/csv; charset=UTF-8"
  return /^(?:TabSeparated|TSV)/.test(format) ? "text/tab-separated-values; charset=UTF-8" : "text/plain; charset=UTF-8"
}

const commonHeaders = (asked: Pick<Asked, "queryId"> | undefined) => ({
  "X-ClickHouse-Server-Display-Name": "hedgerow",
  "X-ClickHouse-Timezone": "UTC",
  "X-ClickHouse-Query-Id": asked?.queryId ?? randomUUID()
})

/** Writes and waits until the reader has room for more; a reader that went away interrupts the fiber. */
export const write = (out: Writable, bytes: Uint8Array): Effect.Effect<void> =>
  Effect.callback((resume) => {
    if (out.write(bytes)) resume(Effect.void)
    else out.once("drain", () => resume(Effect.void))
  })

/** An answer that has begun. */
export interface Begun {
  readonly out: Writable
  /** Ends the answer with an error, where its readers look for one. */
  readonly fail: (error: EngineError) => void
}

const headOf = (asked: Asked, format: string, summary: Summary) => ({
  ...commonHeaders(asked),
  "Content-Type": contentType(format),
  "X-ClickHouse-Format": format,
  "X-ClickHouse-Summary": JSON.stringify(summary)
})

/** Sends the head of an answer and returns the writer of its body. */
export const begin = (response: ServerResponse, asked: Asked, format: string, summary: Summary): Begun => {
  const tag = randomBytes(8).toString("hex")
  response.writeHead(200, {
    ...headOf(asked, format, summary),
    "X-ClickHouse-Exception-Tag": tag,
    ...asked.acceptsGzip ? { "Content-Encoding": "gzip" } : {}
  })
  const gzip = asked.acceptsGzip ? createGzip() : undefined
  if (gzip !== undefined) pipeline(gzip, response, () => undefined)
  const out = gzip ?? response
  return {
    out,
    fail: ({ message }) => {
      const length = Buffer.byteLength(message) + 1
      out.end(`\r\n__exception__\r\n${tag}\r\n${message}\n${length} ${tag}\r\n__exception__\r\n`)
    }
  }
}

/** The most bytes of an answer that leaves with its head as one text, which takes one write. */
const smallAnswer = 16_384

/** Sends a complete answer, which cannot fail any more. */
export const sendWhole = (
  response: ServerResponse,
  asked: Asked,
  { bytes, format, summary }: { readonly bytes: Uint8Array; readonly format: string; readonly summary: Summary }
): void => {
  if (asked.acceptsGzip) {
    begin(response, asked, format, summary).out.end(bytes)
    return
  }
  response.writeHead(200, { ...headOf(asked, format, summary), "Content-Length": bytes.length })
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (body.length <= smallAnswer) response.end(body.toString("latin1"), "latin1")
  else response.end(body)
}

/** Answers an error before anything of an answer was sent. */
export const refuse = (response: ServerResponse, error: EngineError, asked?: Asked): void => {
  const body = Buffer.from(`${error.message}\n`)
  response.writeHead(statusOf(error.code), {
    ...commonHeaders(asked),
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Length": body.length,
    "X-ClickHouse-Exception-Code": String(error.code)
  })
  response.end(body)
}
