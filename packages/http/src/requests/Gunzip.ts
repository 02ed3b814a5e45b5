import { Effect, Stream } from "effect"
import type { ApiError } from "../errors/ApiError.ts"
import { bodyTooLarge, malformedBody } from "../errors/RequestErrors.ts"

/** Whether bytes begin as a gzip stream does. */
export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

interface Unpacked {
  readonly chunks: Array<Uint8Array>
  readonly length: number
}

const join = ({ chunks, length }: Unpacked): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** Unpacks gzip; a broken stream is 400. It stops with 413 as soon as more than `limit` bytes came out. */
export const gunzip = (
  bytes: Uint8Array<ArrayBuffer>,
  limit: number
): Effect.Effect<Uint8Array<ArrayBuffer>, ApiError> =>
  Stream.fromReadableStream({
    evaluate: () => new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")),
    onError: () => malformedBody("The request body is not valid gzip.")
  }).pipe(
    Stream.runFoldEffect(
      (): Unpacked => ({ chunks: [], length: 0 }),
      ({ chunks, length }, chunk) => {
        chunks.push(chunk)
        const total = length + chunk.length
        return total > limit ? Effect.fail(bodyTooLarge(limit)) : Effect.succeed({ chunks, length: total })
      }
    ),
    Effect.map(join)
  )
