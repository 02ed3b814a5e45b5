import * as Effect from "effect/Effect"
import type { IncomingMessage } from "node:http"
import { pipeline, type Transform } from "node:stream"
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from "node:zlib"
import { type EngineError, engineError } from "./EngineError.ts"

/** The most bytes of one request, decompressed: an insert is held in memory until it runs, so that it stays one block. */
export const largestBody = 512 * 1024 * 1024

const decompressors: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress
}

const tooLarge = engineError(307, "TOO_MANY_BYTES", `A request takes at most ${largestBody} bytes`)

const unreadable = (cause: Error): EngineError =>
  engineError(354, "ZLIB_INFLATE_FAILED", `The body cannot be read: ${cause.message}`)

/** Collects and decompresses the body of a request. */
export const readBody = (request: IncomingMessage): Effect.Effect<Buffer, EngineError> =>
  Effect.callback((resume) => {
    const encoding = request.headers["content-encoding"]
    const decompressor = encoding === undefined ? undefined : decompressors[encoding]
    if (encoding !== undefined && encoding !== "identity" && decompressor === undefined) {
      return resume(Effect.fail(engineError(48, "NOT_IMPLEMENTED", `Unknown content encoding ${encoding}`)))
    }
    const chunks: Array<Buffer> = []
    let size = 0
    const source = decompressor === undefined
      ? request
      : pipeline(request, decompressor(), (error) => error && resume(Effect.fail(unreadable(error))))
    source.on("data", (chunk: Buffer) => {
      size += chunk.length
      if (size > largestBody) resume(Effect.fail(tooLarge))
      else chunks.push(chunk)
    })
    source.on("error", (error) => resume(Effect.fail(unreadable(error))))
    source.on("end", () => resume(Effect.succeed(Buffer.concat(chunks))))
  })
