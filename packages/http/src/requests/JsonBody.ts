import { atOnce, runSteps, type Steps } from "@hedgerow/sql/types/Steps"
import { ByteSize, Context, Effect, Result, Stream } from "effect"
import { HttpIncomingMessage, type HttpServerError, type HttpServerRequest } from "effect/http"
import type { ApiError } from "../errors/ApiError.ts"
import {
  bodyTooLarge,
  malformedBody,
  malformedJson,
  nestedTooDeeply,
  numberOverflow,
  tooManyJsonValues,
  unsupportedMediaType
} from "../errors/RequestErrors.ts"
import { BodyMeter } from "./BodyCapacity.ts"
import { collectBytes } from "./CollectBytes.ts"
import { decodeUtf8 } from "./DecodeUtf8.ts"
import { gunzip, isGzip } from "./Gunzip.ts"
import { pathOfOverflow, shapeFault } from "./JsonShape.ts"

/** The most bytes of a JSON body; more is 413. */
export class MaxJsonBytes extends Context.Reference<number>(
  "@hedgerow/http/requests/MaxJsonBytes",
  { defaultValue: () => 10 * 1024 * 1024 }
) {}

/** A body that nests deeper is refused: its readers may follow it down. */
export const maxJsonDepth = 500

/** A body with more values, those within others included, is refused before it is parsed. */
export const maxJsonValues = 250_000

/** After each pass over a body of more bytes other requests get their turn. */
const longBody = 128 * 1024

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

/** As `readBytes`, counted by the `BodyMeter`. Only once: the request does not keep the body. */
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

function* boundedText(text: string): Steps<Result.Result<string, ApiError>> {
  const fault = yield* shapeFault(text, { levels: maxJsonDepth, values: maxJsonValues })
  if (fault === undefined) return Result.succeed(text)
  return Result.fail(fault === "levels" ? nestedTooDeeply(maxJsonDepth) : tooManyJsonValues(maxJsonValues))
}

/** The result of the steps; in those of a body of that many bytes others have their turn where it is long. */
const inTurns = <A>(bytes: number, steps: () => Steps<Result.Result<A, ApiError>>): Effect.Effect<A, ApiError> =>
  // What fails and succeeds at once takes no step of the fiber.
  bytes > longBody
    ? Effect.flatMap(runSteps(steps), Effect.fromResult)
    : Effect.suspend(() => Effect.fromResult(atOnce(steps())))

/** The text, or 400 when it has more levels than `maxJsonDepth` or more values than `maxJsonValues`: parsing takes long then. */
export const requireBounded = (text: string): Effect.Effect<string, ApiError> =>
  inTurns(text.length, () => boundedText(text))

/** A body's JSON text, and its value. */
export interface SentJson {
  readonly text: string
  readonly value: unknown
}

const parseText = (text: string): Result.Result<SentJson, ApiError> =>
  Result.try({
    try: (): SentJson => ({ text, value: JSON.parse(text) }),
    catch: (cause) => malformedJson(messageOf(cause))
  })

const requireFinite = (sent: SentJson): Result.Result<SentJson, ApiError> => {
  const overflow = pathOfOverflow(sent.value)
  return overflow === undefined ? Result.succeed(sent) : Result.fail(numberOverflow(overflow))
}

/** The value, or 400 when it is no JSON or cannot be kept as it was sent: nested too deeply, or with a number that overflows. */
function* parse(bytes: Uint8Array): Steps<Result.Result<SentJson, ApiError>> {
  const decoded = yield* decodeUtf8(bytes, true)
  if (Result.isFailure(decoded)) return Result.fail(malformedJson(`Invalid UTF-8: ${messageOf(decoded.failure)}`))
  yield
  const text = yield* boundedText(decoded.success)
  yield
  const parsed = Result.flatMap(text, parseText)
  yield
  return Result.flatMap(parsed, requireFinite)
}

const nothing: SentJson = { text: "", value: {} }

/**
 * The JSON body, unpacked when it is gzip; an empty one is `{}`. Too large is 413, another media type 415, malformed,
 * nested deeper than `maxJsonDepth`, with more than `maxJsonValues` values or a number beyond 64-bit floats 400.
 */
export const readSentJson: (request: HttpServerRequest.HttpServerRequest) => Effect.Effect<SentJson, ApiError> = Effect
  .fnUntraced(function*(request) {
    const limit = yield* MaxJsonBytes
    const bytes = yield* readBytes(request, limit)
    if (bytes.length === 0) return nothing
    const mediaType = mediaTypeOf(request)
    if (!isJson(mediaType)) return yield* unsupportedMediaType(mediaType)
    const plain = isGzip(bytes) ? yield* gunzip(bytes, limit) : bytes
    return yield* inTurns(plain.length, () => parse(plain))
  })

/** The value of the JSON body, as `readSentJson` reads it. */
export const readJson = (request: HttpServerRequest.HttpServerRequest): Effect.Effect<unknown, ApiError> =>
  Effect.map(readSentJson(request), ({ value }) => value)
