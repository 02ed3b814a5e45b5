import { type DataExport, fileStemOf } from "@hedgerow/core/exports/DataExport"
import type { ByteRange, DataExports } from "@hedgerow/core/exports/DataExports"
import { mediaTypes } from "@hedgerow/core/files/MediaTypes"
import { DateTime, Effect, Stream } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import parseRange from "range-parser"
import { savedAs } from "../results/FileName.ts"
import { hasFile } from "../scripts/StaticFile.ts"

/** The part of a file that a request names; undefined for the whole, `unsatisfiable` for one that it does not have. */
const rangeOf = (
  { headers }: HttpServerRequest.HttpServerRequest,
  size: number,
  etag: string
): ByteRange | undefined | "unsatisfiable" => {
  const { "if-range": condition, range } = headers
  if (range === undefined || (condition !== undefined && condition !== etag)) return undefined
  const parsed = parseRange(size, range)
  if (parsed === -1) return "unsatisfiable"
  const [first, ...others] = parsed === -2 || parsed.type !== "bytes" ? [] : parsed
  // Several ranges at once may be answered with the whole (RFC 9110, 14.2).
  return first === undefined || others.length > 0 ? undefined : { from: first.start, to: first.end + 1 }
}

/** The seconds until the file is removed. */
const secondsLeft = ({ expires_at }: DataExport, now: DateTime.Utc): number =>
  Math.max(0, Math.floor((DateTime.toEpochMillis(expires_at) - DateTime.toEpochMillis(now)) / 1000))

/** A file that is removed while it is sent is cut off, so that nobody takes a part for the whole. */
const cutOff = Effect.andThen(Effect.logWarning("A download was cut off, as its export was removed"), Effect.interrupt)

/** The finished file of an export, or the part of it that is asked for, a piece at a time. */
export const downloadResponse = Effect.fnUntraced(function*(
  request: HttpServerRequest.HttpServerRequest,
  exports: DataExports["Service"],
  asked: DataExport
) {
  const etag = `"${asked.content}"`
  const common = {
    etag,
    "accept-ranges": "bytes",
    "cache-control": `private, max-age=${secondsLeft(asked, yield* DateTime.now)}`
  }
  if (hasFile(request, etag)) return HttpServerResponse.empty({ status: 304, headers: common })
  const range = rangeOf(request, asked.bytes, etag)
  if (range === "unsatisfiable") {
    return HttpServerResponse.empty({ status: 416, headers: { ...common, "content-range": `bytes */${asked.bytes}` } })
  }
  const { from, to } = range ?? { from: 0, to: asked.bytes }
  const part = range === undefined ? {} : { "content-range": `bytes ${from}-${to - 1}/${asked.bytes}` }
  return HttpServerResponse.stream(
    exports.content(asked, { from, to }).pipe(Stream.catchTag("ExportGone", () => Stream.fromEffect(cutOff))),
    {
      status: range === undefined ? 200 : 206,
      contentType: mediaTypes[asked.format],
      contentLength: to - from,
      headers: { ...common, ...part, ...savedAs(fileStemOf(asked), asked.format) }
    }
  )
})
