import { Effect, Stream } from "effect"
import type { ApiError } from "../errors/ApiError.ts"
import { bodyTooLarge } from "../errors/RequestErrors.ts"
import { BodyMeter } from "./BodyCapacity.ts"

interface Chunks {
  readonly chunks: Array<Uint8Array>
  readonly length: number
}

/** The chunks as one, `length` bytes in all. */
export const joined = (chunks: ReadonlyArray<Uint8Array>, length: number): Uint8Array<ArrayBuffer> => {
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
    )).pipe(Effect.map(({ chunks, length }) => joined(chunks, length)))
