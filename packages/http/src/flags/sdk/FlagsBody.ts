import { parseBody } from "@hedgerow/core/events/CaptureBody"
import { type JsonRecord, recordOf } from "@hedgerow/core/shared/JsonRecord"
import { Context, Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { MaxCaptureBytes, RequiresUtf8, unpackCaptureBody } from "../../capture/CaptureBody.ts"
import { answering } from "../../errors/ErrorTable.ts"
import { malformedBody } from "../../errors/RequestErrors.ts"
import { readBytes, requireBounded } from "../../requests/JsonBody.ts"

/** The most bytes of a request for flags, packed and unpacked; more is 413. */
export class MaxFlagsBytes extends Context.Reference<number>(
  "@hedgerow/http/flags/sdk/MaxFlagsBytes",
  { defaultValue: () => 1024 * 1024 }
) {}

/** The fields of a request for flags, and the project token that stood beside it in a form. */
export interface FlagsBody {
  readonly fields: JsonRecord
  readonly token: string | undefined
}

/**
 * Reads the body of a request for flags, packed in any of the ways that capture knows: gzip (by its first bytes),
 * base64, a form with `data=`, independent of the media type. It must hold an object; NaN and Infinity are read as
 * null.
 */
export const readFlagsBody = Effect.fnUntraced(
  function*(request: HttpServerRequest.HttpServerRequest, compression: string | undefined) {
    const limit = yield* MaxFlagsBytes
    const { text, token } = yield* unpackCaptureBody({
      bytes: yield* readBytes(request, limit),
      contentType: request.headers["content-type"],
      contentEncoding: request.headers["content-encoding"],
      compression
    }).pipe(Effect.provideService(MaxCaptureBytes, limit), Effect.provideService(RequiresUtf8, true))
    yield* requireBounded(text)
    const { value } = yield* Effect.fromResult(parseBody(text))
    const fields = recordOf(value)
    if (fields === undefined) return yield* malformedBody("The request body must be a JSON object.")
    return { fields, token } satisfies FlagsBody
  },
  answering
)
