import { errorResponse } from "@hedgerow/http/errors/ApiError"
import { notFound } from "@hedgerow/http/errors/RequestErrors"
import { takesHtml } from "@hedgerow/http/pages/TakesHtml"
import { hasFile, takesCoding } from "@hedgerow/http/scripts/StaticFile"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import { createHash } from "node:crypto"
import { join } from "node:path"
import { promisify } from "node:util"
import { brotliDecompress, gzip } from "node:zlib"
import { packageDirectory } from "../storage/CacheDirectory.ts"
import { type GuideFile, makeGuideFiles } from "./GuideFiles.ts"

const unpack = promisify(brotliDecompress)
const zip = promisify(gzip)

/** The folder of the site that builds put into this package. */
const guidesFolder = (): string => join(packageDirectory(), "dist/site")

/** Pages load scripts, styles and pictures of this server only; code and its colours have styles of their own. */
const pageHeaders = {
  "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    + "style-src-attr 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    + "frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY"
}

/** A file below `assets/` has a hash of its contents in its name, and so never changes. */
const cachingOf = (name: string): string =>
  name.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache"

/** The bytes of a file in a coding that the client takes: as they are stored, or repacked. */
const bodyFor = Effect.fnUntraced(function*(request: HttpServerRequest, packed: Uint8Array) {
  if (takesCoding(request, "br")) return [packed, { "content-encoding": "br" }] as const
  const plain = yield* Effect.promise(() => unpack(packed))
  return takesCoding(request, "gzip")
    ? [yield* Effect.promise(() => zip(plain, { level: 4 })), { "content-encoding": "gzip" }] as const
    : [plain, {}] as const
})

const answer = Effect.fnUntraced(
  function*(request: HttpServerRequest, { contentType, name, packed }: GuideFile, status: number) {
    const etag = `"${createHash("sha256").update(packed).digest("base64url").slice(0, 22)}"`
    const headers = { ...pageHeaders, "cache-control": cachingOf(name), etag, vary: "Accept-Encoding" }
    if (status === 200 && hasFile(request, etag)) return HttpServerResponse.empty({ status: 304, headers })
    const [body, coding] = yield* bodyFor(request, packed)
    return HttpServerResponse.uint8Array(body, { status, contentType, headers: { ...headers, ...coding } })
  }
)

const pathOf = (url: string): string => url.split("?", 1)[0] ?? ""

/** The path below `/guides`, without slashes at its ends. */
const pathBelow = (url: string): string => pathOf(url).replace(/^\/guides/, "").replaceAll(/^\/|\/$/g, "")

/** Where a page is, if not here: a page's scripts find it by its address, which ends with a slash only for a folder's. */
const elsewhere = (url: string, { name }: GuideFile): string | undefined => {
  const path = pathOf(url)
  const last = path.split("/").findLast((part) => part !== "") ?? ""
  const isFolder = name === "index.html" || name.endsWith("/index.html")
  if (isFolder === path.endsWith("/") || path.endsWith(name)) return undefined
  return isFolder ? `${last}/` : `../${last}`
}

/** The paths of the site, `/guides` itself included. */
export const guidesPath = "/guides/*"

/** The guides as a site at `/guides`, made when the package is built. Where there is none, its paths are 404. */
export const layerOf = (folder: string) =>
  HttpRouter.use(Effect.fnUntraced(function*(router) {
    const find = yield* makeGuideFiles(folder)
    const handle = Effect.fnUntraced(function*(request: HttpServerRequest) {
      const found = yield* find(pathBelow(request.url))
      if (Option.isSome(found)) {
        const place = elsewhere(request.url, found.value)
        return place === undefined
          ? yield* answer(request, found.value, 200)
          : HttpServerResponse.redirect(place, { status: 308, headers: pageHeaders })
      }
      const page = takesHtml(request) ? yield* find("404.html") : Option.none()
      return Option.isSome(page) ? yield* answer(request, page.value, 404) : errorResponse(notFound)
    })
    yield* router.add("GET", guidesPath, handle)
  }))

/** The site of this package. */
export const layer = layerOf(guidesFolder())
