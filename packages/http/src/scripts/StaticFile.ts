import { type HttpServerRequest, HttpServerResponse } from "effect/http"

/** A file that is sent as it is, with its compressed form made beforehand. */
export interface StaticFile {
  readonly contentType: string
  readonly body: Uint8Array
  readonly zipped: Uint8Array
  /** In quotation marks, as the header has it. */
  readonly etag: string
}

type Headers = Readonly<Record<string, string>>

const takesGzip = (accepted: string | undefined): boolean =>
  accepted !== undefined && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted)

/** The file in the encoding that the client takes, or 304 where the client has it. `headers` are added. */
export const fileResponse = (
  request: HttpServerRequest.HttpServerRequest,
  { body, contentType, etag, zipped }: StaticFile,
  headers: Headers
): HttpServerResponse.HttpServerResponse => {
  const common = { ...headers, etag, vary: "Accept-Encoding" }
  if (request.headers["if-none-match"]?.includes(etag) === true) {
    return HttpServerResponse.empty({ status: 304, headers: common })
  }
  return takesGzip(request.headers["accept-encoding"])
    ? HttpServerResponse.uint8Array(zipped, { contentType, headers: { ...common, "content-encoding": "gzip" } })
    : HttpServerResponse.uint8Array(body, { contentType, headers: common })
}
