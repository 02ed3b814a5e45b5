import { Effect } from "effect"
import { Z_OK, Z_STREAM_END, zlibInflate, zlibInflateInit2, zlibInflateReset, ZStream } from "pako"
import type { ApiError } from "../errors/ApiError.ts"
import { bodyTooLarge, malformedBody } from "../errors/RequestErrors.ts"
import { BodyMeter } from "./BodyCapacity.ts"
import { joined } from "./CollectBytes.ts"

/** Whether bytes begin as a gzip stream does. */
export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

/** zlib's name for gzip alone, with a window of any size. */
const gzipAlone = 31

/** A step reads at most this many bytes, and writes at most this many. */
const bytesOfStep = 64 * 1024

/** The most members of a body: each costs more than its bytes do. */
const maxMembers = 10_000

/** After this many steps other requests get their turn. */
const stepsOfTurn = 4

/** Unpacks the next bytes; undefined: the stream is broken, or ends too soon. */
const step = (stream: ZStream): { readonly chunk: Uint8Array; readonly isMember: boolean } | undefined => {
  stream.avail_in = Math.min(bytesOfStep, stream.input.length - stream.next_in)
  stream.next_out = 0
  stream.avail_out = bytesOfStep
  const status = zlibInflate(stream, 0)
  if (status !== Z_OK && status !== Z_STREAM_END) return undefined
  return { chunk: stream.output.slice(0, stream.next_out), isMember: status === Z_STREAM_END }
}

const streamOf = (bytes: Uint8Array): ZStream => {
  const stream = new ZStream()
  stream.input = bytes
  stream.output = new Uint8Array(bytesOfStep)
  zlibInflateInit2(stream, gzipAlone)
  return stream
}

/**
 * Unpacks gzip: all members, one after the other (RFC 1952). What follows the last one and begins no other is padding,
 * which zlib leaves out, too. A broken member is 400, and so are more than `maxMembers`. It stops with 413 as soon as more
 * than `limit` bytes came out.
 */
export const gunzip: (
  bytes: Uint8Array<ArrayBuffer>,
  limit: number
) => Effect.Effect<Uint8Array<ArrayBuffer>, ApiError> = Effect.fnUntraced(function*(bytes, limit) {
  const take = yield* BodyMeter
  const stream = streamOf(bytes)
  const chunks: Array<Uint8Array> = []
  let [length, members] = [0, 0]
  for (let steps = 1;; steps++) {
    const done = step(stream)
    if (done === undefined) return yield* malformedBody("The request body is not valid gzip.")
    length += done.chunk.length
    if (length > limit) return yield* bodyTooLarge(limit)
    yield* take(done.chunk.length)
    chunks.push(done.chunk)
    if (done.isMember) {
      if (!isGzip(bytes.subarray(stream.next_in))) return joined(chunks, length)
      if (++members === maxMembers) return yield* malformedBody(`A gzip body may have at most ${maxMembers} members.`)
      zlibInflateReset(stream)
    }
    if (steps % stepsOfTurn === 0) yield* Effect.yieldNow
  }
})
