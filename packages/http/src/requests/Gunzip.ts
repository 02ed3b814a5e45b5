import { Effect, Stream } from "effect"
import type { ApiError } from "../errors/ApiError.ts"
import { bodyTooLarge, malformedBody } from "../errors/RequestErrors.ts"
import { BodyMeter } from "./BodyRoom.ts"

/** Whether bytes begin as a gzip stream does. */
export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

interface Chunks {
  readonly chunks: Array<Uint8Array>
  readonly length: number
}

const join = ({ chunks, length }: Chunks): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

/** All bytes of a stream, counted by the `BodyMeter`; 413 as soon as there are more than `limit`. */
export const collectBytes = (
  stream: Stream.Stream<Uint8Array, ApiError>,
  limit: number
): Effect.Effect<Uint8Array<ArrayBuffer>, ApiError> =>
  Effect.flatMap(BodyMeter, (take) =>
    Stream.runFoldEffect(
      stream,
      (): Chunks => ({ chunks: [], length: 0 }),
      ({ chunks, length }, chunk) => {
        const total = length + chunk.length
        if (total > limit) return Effect.fail(bodyTooLarge(limit))
        chunks.push(chunk)
        return Effect.as(take(chunk.length), { chunks, length: total })
      }
    )).pipe(Effect.map(join))

/** Unpacks gzip; a broken stream is 400. It stops with 413 as soon as more than `limit` bytes came out. */
export const gunzip = (
  bytes: Uint8Array<ArrayBuffer>,
  limit: number
): Effect.Effect<Uint8Array<ArrayBuffer>, ApiError> =>
  collectBytes(
    Stream.fromReadableStream({
      evaluate: () => new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")),
      onError: () => malformedBody("The request body is not valid gzip.")
    }),
    limit
  )
