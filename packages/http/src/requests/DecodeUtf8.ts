import type { Steps } from "@hedgerow/sql/types/Steps"
import { Result } from "effect"

/** Bytes that are decoded in one step: what is no UTF-8 takes much longer than what is. */
const bytesAtOnce = 1024 * 1024

/**
 * The text of the bytes, in steps. With `fatal` bytes that are no UTF-8 fail with the decoder's error, otherwise they
 * are read as U+FFFD.
 */
export function* decodeUtf8(bytes: Uint8Array, fatal: boolean): Steps<Result.Result<string, unknown>> {
  const decoder = new TextDecoder("utf-8", { fatal })
  const pieces: Array<string> = []
  for (let start = 0; start < bytes.length; start += bytesAtOnce) {
    if (start > 0) yield
    const end = start + bytesAtOnce
    const piece = Result.try(() => decoder.decode(bytes.subarray(start, end), { stream: end < bytes.length }))
    if (Result.isFailure(piece)) return piece
    pieces.push(piece.success)
  }
  return Result.succeed(pieces.join(""))
}
