import { atOnce, runSteps } from "@hedgerow/sql/types/Steps"
import { Context, Effect, Result } from "effect"
import type { ApiError } from "../errors/ApiError.ts"
import { bodyTooLarge, malformedBody } from "../errors/RequestErrors.ts"
import { decodeUtf8 } from "../requests/DecodeUtf8.ts"
import { gunzip, isGzip } from "../requests/Gunzip.ts"
import { decodeBase64 } from "./Base64.ts"

/** The most bytes of a capture body, before and after it is unpacked; more is 413. */
export class MaxCaptureBytes extends Context.Reference<number>(
  "@hedgerow/http/capture/CaptureBody/MaxCaptureBytes",
  { defaultValue: () => 20 * 1024 * 1024 }
) {}

/**
 * The most bytes of capture bodies in memory, packed and unpacked, until their requests are answered; a request that
 * finds no room is 503. One alone always finds room.
 */
export class MaxCaptureBytesHeld extends Context.Reference<number>(
  "@hedgerow/http/capture/CaptureBody/MaxCaptureBytesHeld",
  { defaultValue: () => 64 * 1024 * 1024 }
) {}

/** The most characters of a form, and of text in base64: they are unpacked at once. */
export const maxPackedChars = 4 * 1024 * 1024

/** The most fields of a form. */
const maxFields = 100

/** Whether bytes that are no UTF-8 are refused instead of replaced. */
export class RequiresUtf8 extends Context.Reference<boolean>(
  "@hedgerow/http/capture/CaptureBody/RequiresUtf8",
  { defaultValue: () => false }
) {}

/** The part of a request that describes its body's packing. */
export interface PackedBody {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly contentType: string | undefined
  readonly contentEncoding: string | undefined
  /** The query parameter `compression`. */
  readonly compression: string | undefined
}

/** A body of more bytes is decoded in steps, between which others have their turn. */
const longBody = 128 * 1024

const textOf = (bytes: Uint8Array): Effect.Effect<string, ApiError> =>
  Effect.flatMap(RequiresUtf8, (fatal) => {
    const read = Result.mapError(() => malformedBody("The request body is not valid UTF-8."))
    return bytes.length > longBody
      ? Effect.flatMap(runSteps(() => decodeUtf8(bytes, fatal)), (text) => Effect.fromResult(read(text)))
      : Effect.fromResult(read(atOnce(decodeUtf8(bytes, fatal))))
  })

const unpackBytes = (bytes: Uint8Array<ArrayBuffer>): Effect.Effect<string, ApiError> =>
  isGzip(bytes)
    ? Effect.flatMap(MaxCaptureBytes, (limit) => Effect.flatMap(gunzip(bytes, limit), textOf))
    : textOf(bytes)

const looksLikeJson = (text: string): boolean => /^\s*[[{]/.test(text)

/** Unpacks text that is JSON, or base64 of JSON, or base64 of gzipped JSON; other text is left for the JSON parser. */
const unpackText = (text: string, declaredBase64: boolean): Effect.Effect<string, ApiError> => {
  if (looksLikeJson(text)) return Effect.succeed(text)
  if (text.length > maxPackedChars) return Effect.fail(bodyTooLarge(maxPackedChars))
  const decoded = decodeBase64(text)
  if (decoded === undefined) {
    return declaredBase64 ? Effect.fail(malformedBody("The request body is not valid base64.")) : Effect.succeed(text)
  }
  const unpacked = unpackBytes(decoded)
  if (declaredBase64) return unpacked
  const guessed = isGzip(decoded) ? unpacked : Effect.orElseSucceed(unpacked, () => text)
  return Effect.map(guessed, (found) => looksLikeJson(found) ? found : text)
}

const knownEncodings: ReadonlySet<string> = new Set(["", "identity", "gzip", "x-gzip"])

const refusedPacking = (contentEncoding: string, compression: string): ApiError | undefined => {
  if (compression === "lz64") {
    return malformedBody("Compression \"lz64\" is not supported; send gzip, base64 or plain JSON.")
  }
  return knownEncodings.has(contentEncoding)
    ? undefined
    : malformedBody(`Content encoding "${contentEncoding}" is not supported; send gzip or plain JSON.`)
}

/** Whether the character comes more than `limit` times. */
const hasMore = (text: string, character: string, limit: number): boolean => {
  let count = 0
  for (let at = text.indexOf(character); at !== -1 && count <= limit; at = text.indexOf(character, at + 1)) count++
  return count > limit
}

const isForm = (contentType: string, text: string): boolean =>
  text.startsWith("data=")
  || (contentType.startsWith("application/x-www-form-urlencoded") && !looksLikeJson(text) && text.includes("="))

/**
 * The JSON text of a capture request, and the token beside it in a form. Gzip is known by its first bytes, independent
 * of the headers, base64 by its look or by `compression=base64`, a form by its media type or its `data=`; bytes that
 * are no UTF-8 are replaced, unless `RequiresUtf8`.
 */
export const unpackCaptureBody = Effect.fnUntraced(function*(body: PackedBody) {
  const compression = body.compression?.toLowerCase() ?? ""
  const refused = refusedPacking(body.contentEncoding?.trim().toLowerCase() ?? "", compression)
  if (refused !== undefined) return yield* refused
  const text = yield* unpackBytes(body.bytes)
  if (!isForm(body.contentType?.trim().toLowerCase() ?? "", text)) {
    return { text: yield* unpackText(text, compression === "base64"), token: undefined }
  }
  if (text.length > maxPackedChars) return yield* bodyTooLarge(maxPackedChars)
  if (hasMore(text, "&", maxFields - 1)) return yield* malformedBody(`A form may have ${maxFields} fields.`)
  const form = new URLSearchParams(text)
  return {
    text: yield* unpackCaptureData(form.get("data") ?? "", form.get("compression") ?? compression),
    token: form.get("api_key") ?? form.get("token") ?? undefined
  }
})

/** The JSON text of a decoded `data` field or parameter. */
export const unpackCaptureData = (data: string, compression: string): Effect.Effect<string, ApiError> => {
  const refused = refusedPacking("", compression.toLowerCase())
  return refused === undefined ? unpackText(data, compression.toLowerCase() === "base64") : Effect.fail(refused)
}
