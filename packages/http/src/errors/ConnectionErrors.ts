import { ApiError } from "./ApiError.ts"
import type { ErrorType } from "./ErrorBody.ts"
import type { ErrorCase } from "./ErrorCase.ts"

const connectionError = (
  when: string,
  status: number,
  type: ErrorType,
  code: string,
  detail: string,
  headers?: Readonly<Record<string, string>>
): ErrorCase<ApiError> => ({
  when,
  error: new ApiError({
    status,
    body: { type, code, detail, attr: null },
    ...(headers === undefined ? undefined : { headers })
  })
})

/** A name that may stand in a text and in a setting. */
const plainHost = /^(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:.]+\])$/i

/** The longest name of a host. */
const longestHost = 253

/** The text for a request whose `Host` has this name, with the setting that allows it. */
const hostText = (name: string): string =>
  plainHost.test(name) && name.length <= longestHost
    ? `This server does not answer for the Host ${name}. HEDGEROW_ALLOWED_HOSTS=${name} allows it, and so does a `
      + "HEDGEROW_PUBLIC_URL with that host."
    : "This server does not answer for that Host. HEDGEROW_ALLOWED_HOSTS lists further ones."

const close = { connection: "close" }
const soon = { "retry-after": "1" }

/** The answers that a listening server gives by itself, before a request reaches the routes. */
export const connectionErrors = {
  malformed: connectionError(
    "the bytes on the connection are no HTTP request",
    400,
    "invalid_request",
    "parse_error",
    "The request is not valid HTTP.",
    close
  ),
  missingHost: connectionError(
    "an HTTP/1.1 request has no `Host` header",
    400,
    "invalid_request",
    "missing_host",
    "The request has no Host header.",
    close
  ),
  severalHosts: connectionError(
    "an HTTP/1.1 request has more than one `Host` header",
    400,
    "invalid_request",
    "several_hosts",
    "The request has more than one Host header.",
    close
  ),
  otherHost: connectionError(
    "`Host` names another server: this one listens on this computer only, or `HEDGEROW_ALLOWED_HOSTS` is set",
    421,
    "invalid_request",
    "host_not_allowed",
    hostText("stats.example.com"),
    close
  ),
  noTunnel: connectionError(
    "a client asks for a tunnel (`CONNECT`)",
    405,
    "invalid_request",
    "method_not_allowed",
    "Method \"CONNECT\" not allowed.",
    { ...close, allow: "" }
  ),
  timedOut: connectionError(
    "the client sends its request too slowly",
    408,
    "invalid_request",
    "request_timeout",
    "The request took too long to arrive.",
    close
  ),
  unmetExpectation: connectionError(
    "the `Expect` header asks for something else than `100-continue`",
    417,
    "invalid_request",
    "expectation_failed",
    "Expectation failed."
  ),
  headersTooLarge: connectionError(
    "the request's headers are larger than `HEDGEROW_MAX_HEADER_SIZE`",
    431,
    "invalid_request",
    "headers_too_large",
    "The request's headers are too large.",
    close
  ),
  starting: connectionError(
    "the server listens but its routes are not ready",
    503,
    "server_error",
    "error",
    "The server is starting.",
    soon
  ),
  stopping: connectionError(
    "the server ends, and finishes requests for 20 seconds: this one came later, or took longer",
    503,
    "server_error",
    "error",
    "The server is stopping.",
    soon
  )
} as const satisfies Readonly<Record<string, ErrorCase<ApiError>>>

/** The answer to a request for a host that the server does not answer for. */
export const hostNotAllowed = (name: string): ApiError => {
  const { error } = connectionErrors.otherHost
  return new ApiError({ ...error, body: { ...error.body, detail: hostText(name) } })
}
