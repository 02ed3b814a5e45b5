import { ApiError } from "./ApiError.ts"
import { attrOf } from "./ErrorBody.ts"

const refusal = (status: number, code: string, detail: string, headers?: Record<string, string>): ApiError =>
  new ApiError({
    status,
    body: { type: "invalid_request", code, detail, attr: null },
    ...(headers === undefined ? undefined : { headers })
  })

/** 404: nothing has this path or id. */
export const notFound: ApiError = refusal(404, "not_found", "Not found.")

/** 405 with the methods the path has. */
export const methodNotAllowed = (method: string, allow: string): ApiError =>
  refusal(405, "method_not_allowed", `Method "${method}" not allowed.`, { allow })

/** 405: the record exists and stays; a change marks it as deleted. */
export const hardDeleteRefused: ApiError = refusal(
  405,
  "method_not_allowed",
  "Hard delete of this model is not allowed. Use a patch API call to set \"deleted\" to true",
  { allow: "GET, HEAD, OPTIONS, PATCH" }
)

/** 400: the body is no JSON. */
export const malformedJson = (reason: string): ApiError => refusal(400, "parse_error", `JSON parse error - ${reason}`)

/** 400: the body is JSON, of more than `limit` levels. */
export const nestedTooDeeply = (limit: number): ApiError =>
  malformedJson(`The value is nested more than ${limit} levels deep.`)

/** 400: the body has more JSON values than are parsed. */
export const tooManyJsonValues = (limit: number): ApiError => malformedJson(`The body has more than ${limit} values.`)

/** A longer path is left out: it consists of names that the client chose. */
const longestAttr = 400

/** 400: the body is JSON, with a number at `path` that 64-bit floats cannot hold. */
export const numberOverflow = (path: ReadonlyArray<string | number>): ApiError => {
  const detail = "JSON parse error - A number is beyond the range of 64-bit floats."
  const attr = attrOf(path)
  return new ApiError({
    status: 400,
    body: {
      type: "invalid_request",
      code: "parse_error",
      detail,
      attr: (attr?.length ?? 0) > longestAttr ? null : attr
    }
  })
}

/** 400: the body could not be read or unpacked. */
export const malformedBody = (detail: string): ApiError => refusal(400, "parse_error", detail)

/** 400: a field of a request for flags has the wrong type; `expected` is the right one. */
export const malformedFlagsRequest = (field: string, expected: string): ApiError => {
  const detail = `The field "${field}" must be ${expected}.`
  return new ApiError({ status: 400, body: { type: "validation_error", code: "invalid_input", detail, attr: field } })
}

/** 400: a request for flags names no subject. */
export const missingDistinctId: ApiError = new ApiError({
  status: 400,
  body: {
    type: "validation_error",
    code: "missing_distinct_id",
    detail: "The distinct_id field is missing from the request. Please include an identifier of the user.",
    attr: "distinct_id"
  }
})

const tokenRefusal = (code: string, detail: string): ApiError =>
  new ApiError({ status: 401, body: { type: "authentication_error", code, detail, attr: null } })

/** 401: a request of an SDK carries no project token. */
export const missingToken: ApiError = tokenRefusal(
  "not_authenticated",
  "API key is missing. Please send the project token as `token` or `api_key`."
)

/** 401: no project has the token of a request of an SDK. */
export const unknownToken: ApiError = tokenRefusal(
  "authentication_failed",
  "API key is invalid or expired. Please check the project token and try again."
)

/** 401: a request of an SDK for surveys carries no project token. */
export const missingSurveyToken: ApiError = tokenRefusal(
  "missing_api_key",
  "API key not provided. You can find your project API key in your project settings."
)

/** 401: no project has the token of a request of an SDK for surveys. */
export const unknownSurveyToken: ApiError = tokenRefusal(
  "invalid_api_key",
  "Project API key invalid. You can find your project API key in your project settings."
)

/** 400: the address of a survey's page has no id of a survey. */
export const invalidSurveyAddress: ApiError = refusal(400, "invalid_input", "Invalid request.")

/** 402: the project has used up what it may ask of flags. */
export const flagQuotaUsedUp: ApiError = new ApiError({
  status: 402,
  body: {
    type: "quota_limited",
    code: "payment_required",
    detail: "You have exceeded your feature flag request quota",
    attr: null
  }
})

/** 413: the body has more than `limitBytes`. The connection closes, since the rest of the body is not read. */
export const bodyTooLarge = (limitBytes: number): ApiError =>
  refusal(413, "request_too_large", `Request body is larger than the limit of ${limitBytes} bytes.`, {
    connection: "close"
  })

/** 415: the body's media type is not one the route reads. */
export const unsupportedMediaType = (mediaType: string): ApiError =>
  refusal(415, "unsupported_media_type", `Unsupported media type "${mediaType}" in request.`)

/** 429 with the time after which a retry may succeed. */
export const throttled = (seconds: number): ApiError =>
  new ApiError({
    status: 429,
    body: {
      type: "throttled_error",
      code: "throttled",
      detail: `Request was throttled. Expected available in ${seconds} seconds.`,
      attr: null,
      extra: { hint: "Send it again after the seconds that `Retry-After` names, and less often.", retryable: true }
    },
    headers: { "retry-after": String(seconds) }
  })

/** 500: has no word of the cause, which is in the log. */
export const serverError: ApiError = new ApiError({
  status: 500,
  body: {
    type: "server_error",
    code: "error",
    detail: "A server error occurred.",
    attr: null,
    extra: {
      hint: "Nothing in the request is known to be wrong: tell whoever runs the server, whose log has the cause.",
      retryable: false
    }
  }
})

/** 503: not now; a retry after `seconds` may succeed. */
export const unavailable = (detail: string, seconds: number): ApiError =>
  new ApiError({
    status: 503,
    body: {
      type: "server_error",
      code: "error",
      detail,
      attr: null,
      extra: { hint: "Send it again after the seconds that `Retry-After` names.", retryable: true }
    },
    headers: { "retry-after": String(seconds) }
  })

/** 503: the storage cannot be reached. */
export const storageDown: ApiError = unavailable("The storage cannot be reached right now.", 5)

/** 501: the request needs work in the background, and the application that the API is embedded in does none. */
export const workersMissing = (detail: string): ApiError =>
  new ApiError({
    status: 501,
    body: {
      type: "server_error",
      code: "background_work_off",
      detail,
      attr: null,
      extra: {
        hint:
          "Whoever embeds Hedgerow leaves `workers` out, or sets it to `elsewhere` where another process does the work.",
        retryable: false
      }
    }
  })
