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

const codings = {
  br: /\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i,
  gzip: /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i
}

/** Whether a client takes answers of this coding. */
export const takesCoding = ({ headers }: HttpServerRequest.HttpServerRequest, coding: keyof typeof codings): boolean =>
  codings[coding].test(headers["accept-encoding"] ?? "")

/** Whether a client has the file with this etag. */
export const hasFile = ({ headers }: HttpServerRequest.HttpServerRequest, etag: string): boolean =>
  headers["if-none-match"]?.includes(etag) === true

/** The file in the encoding that the client takes, or 304 where the client has it. `headers` are added. */
export const fileResponse = (
  request: HttpServerRequest.HttpServerRequest,
  { body, contentType, etag, zipped }: StaticFile,
  headers: Headers
): HttpServerResponse.HttpServerResponse => {
  const common = { ...headers, etag, vary: "Accept-Encoding" }
  if (hasFile(request, etag)) return HttpServerResponse.empty({ status: 304, headers: common })
  return takesCoding(request, "gzip")
    ? HttpServerResponse.uint8Array(zipped, { contentType, headers: { ...common, "content-encoding": "gzip" } })
    : HttpServerResponse.uint8Array(body, { contentType, headers: common })
}
