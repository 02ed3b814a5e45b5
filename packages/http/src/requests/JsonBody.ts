import { ByteSize, Context, Effect, Stream } from "effect"
import { HttpIncomingMessage, type HttpServerError, type HttpServerRequest } from "effect/http"
import type { ApiError } from "../errors/ApiError.ts"
import {
  bodyTooLarge,
  malformedBody,
  malformedJson,
  nestedTooDeeply,
  numberOverflow,
  unsupportedMediaType
} from "../errors/RequestErrors.ts"
import { BodyMeter } from "./BodyRoom.ts"
import { collectBytes, gunzip, isGzip } from "./Gunzip.ts"
import { isDeeper, pathOfOverflow } from "./JsonShape.ts"

/** How many bytes a JSON body may have; more is 413. */
export class MaxJsonBytes extends Context.Reference<number>(
  "@hedgerow/http/requests/MaxJsonBytes",
  { defaultValue: () => 10 * 1024 * 1024 }
) {}

/** A body that nests deeper is refused: its readers may follow it down. */
export const maxJsonDepth = 500

const bodiless: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"])

const mediaTypeOf = (request: HttpServerRequest.HttpServerRequest): string =>
  (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? ""

const isJson = (mediaType: string): boolean =>
  mediaType === "" || mediaType === "application/json" || mediaType.endsWith("+json")

/** Whether the request may carry a body and declares it as JSON (or not at all). */
export const hasJsonBody = (request: HttpServerRequest.HttpServerRequest): boolean =>
  !bodiless.has(request.method) && isJson(mediaTypeOf(request))

const onReadError = (limit: number) => (error: HttpServerError.HttpServerError): ApiError =>
  error.reason._tag === "RequestParseError" && error.reason.reason === "BodyTooLarge"
    ? bodyTooLarge(limit)
    : malformedBody("The request body could not be read.")

const isBeyond = (request: HttpServerRequest.HttpServerRequest, limit: number): boolean =>
  Number(request.headers["content-length"]) > limit

/** The body's bytes, or 413 when there are more than `limit`; a declared length is believed before reading. */
export const readBytes = (
  request: HttpServerRequest.HttpServerRequest,
  limit: number
): Effect.Effect<Uint8Array<ArrayBuffer>, ApiError> => {
  if (isBeyond(request, limit)) return Effect.fail(bodyTooLarge(limit))
  return request.arrayBuffer.pipe(
    Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.fromInputUnsafe(limit)),
    Effect.mapBoth({ onFailure: onReadError(limit), onSuccess: (buffer) => new Uint8Array(buffer) })
  )
}

/** A body that declares no more is read at once; a larger one is measured piece by piece. */
const smallBody = 256 * 1024

/** As `readBytes`, and told to the `BodyMeter`. Only once: the request does not keep the body. */
export const readMeasuredBytes = (
  request: HttpServerRequest.HttpServerRequest,
  limit: number
): Effect.Effect<Uint8Array<ArrayBuffer>, ApiError> =>
  Effect.flatMap(BodyMeter, (take) => {
    if (Number(request.headers["content-length"]) <= smallBody) {
      return Effect.tap(readBytes(request, limit), (bytes) => take(bytes.length))
    }
    return isBeyond(request, limit) ? Effect.fail(bodyTooLarge(limit)) : collectBytes(
      Stream.mapError(request.stream, onReadError(limit)),
      limit
    )
  })

const messageOf = (cause: unknown): string => cause instanceof Error ? cause.message : String(cause)

/** The text, or 400 when it is nested deeper than `maxJsonDepth`: parsing takes long then. */
export const requireShallow = (text: string): Effect.Effect<string, ApiError> =>
  isDeeper(text, maxJsonDepth)
    ? Effect.fail(nestedTooDeeply(maxJsonDepth))
    : Effect.succeed(text)

const readText = (bytes: Uint8Array): Effect.Effect<string, ApiError> =>
  Effect.try({
    try: () => new TextDecoder("utf-8", { fatal: true }).decode(bytes),
    catch: (cause) => malformedJson(`Invalid UTF-8: ${messageOf(cause)}`)
  })

const parseText = (text: string): Effect.Effect<unknown, ApiError> =>
  Effect.try({
    try: (): unknown => JSON.parse(text),
    catch: (cause) => malformedJson(messageOf(cause))
  })

/** The value, or 400 when it is no JSON or cannot be kept as it was sent: nested too deeply, or with a number that overflows. */
const parse = Effect.fnUntraced(function*(bytes: Uint8Array) {
  const value = yield* parseText(yield* requireShallow(yield* readText(bytes)))
  const overflow = pathOfOverflow(value)
  return overflow === undefined ? value : yield* numberOverflow(overflow)
})

/**
 * The JSON body, unpacked when it is gzip; an empty one is `{}`. Too large is 413, another media type 415, malformed,
 * nested deeper than `maxJsonDepth` or with a number beyond 64-bit floats 400.
 */
export const readJson: (request: HttpServerRequest.HttpServerRequest) => Effect.Effect<unknown, ApiError> = Effect
  .fnUntraced(function*(request) {
    const limit = yield* MaxJsonBytes
    const bytes = yield* readBytes(request, limit)
    if (bytes.length === 0) return {}
    const mediaType = mediaTypeOf(request)
    if (!isJson(mediaType)) return yield* unsupportedMediaType(mediaType)
    return yield* parse(isGzip(bytes) ? yield* gunzip(bytes, limit) : bytes)
  })
