import { RandomBytes } from "@hedgerow/core/shared/RandomBytes"
import { errorResponse } from "@hedgerow/http/errors/ApiError"
import { notFound } from "@hedgerow/http/errors/RequestErrors"
import { escapeHtml } from "@hedgerow/http/pages/PageText"
import { takesHtml } from "@hedgerow/http/pages/TakesHtml"
import { clientUrl } from "@hedgerow/http/requests/ClientUrl"
import { hasFile, takesCoding } from "@hedgerow/http/scripts/StaticFile"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import { join } from "node:path"
import { promisify } from "node:util"
import { brotliDecompress } from "node:zlib"
import { packageDirectory } from "../storage/CacheDirectory.ts"
import { type ConsoleFile, makeConsoleFiles } from "./ConsoleFiles.ts"

const unpack = promisify(brotliDecompress)

/** The folder of the console that builds put into this package. */
const consoleFolder = (): string => join(packageDirectory(), "dist/web")

/** The console loads scripts and styles of this server only; styles that it makes itself carry the nonce of the page. */
const policyOf = (nonce: string): string =>
  `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; `
  + "font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
  + "frame-ancestors 'none'"

const commonHeaders = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "same-origin",
  "x-frame-options": "DENY"
}

/** The pages of the console, whose addresses the browser takes apart. */
const pages = ["/login", "/setup", "/reset-password", "/invite", "/oidc", "/account", "/project/*"] as const

const filesPath = "/console/*"

/** The paths of the console but for `/`, which others have without it. */
export const consolePaths = [...pages, filesPath] as const

/** A file below `assets/` has a hash of its contents in its name, and so never changes. */
const cachingOf = (name: string): string =>
  name.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache"

const pathOf = (url: string): string => url.split("?", 1)[0] ?? ""

/** A file in a coding that the client takes; each coding has an etag of its own. */
const fileAnswer = Effect.fnUntraced(function*(request: HttpServerRequest, file: ConsoleFile) {
  const coding = takesCoding(request, "br") ? "br" : takesCoding(request, "gzip") ? "gzip" : undefined
  const etag = `"${file.hash}${coding === undefined ? "" : `-${coding}`}"`
  const headers = { ...commonHeaders, "cache-control": cachingOf(file.name), etag, vary: "Accept-Encoding" }
  if (hasFile(request, etag)) return HttpServerResponse.empty({ status: 304, headers })
  const body = coding === undefined
    ? yield* Effect.flatMap(file.packed("br"), (packed) => Effect.promise(() => unpack(packed)))
    : yield* file.packed(coding === "br" ? "br" : "gz")
  return HttpServerResponse.uint8Array(body, {
    contentType: file.contentType,
    headers: { ...headers, ...coding === undefined ? {} : { "content-encoding": coding } }
  })
})

/** The path under which clients reach the server, without a slash at its end. */
const baseOf = Effect.fnUntraced(function*(request: HttpServerRequest) {
  const { pathname } = yield* clientUrl(request)
  const own = pathOf(request.url)
  return pathname.endsWith(own) ? pathname.slice(0, pathname.length - own.length) : ""
})

/** The page that all addresses have. It is never kept, as its nonce is of use only once. */
const pageAnswer = Effect.fnUntraced(function*(request: HttpServerRequest, file: ConsoleFile) {
  const nonce = Buffer.from((yield* RandomBytes)(16)).toString("base64")
  const base = yield* baseOf(request)
  const html = new TextDecoder().decode(
    yield* Effect.flatMap(file.packed("br"), (packed) => Effect.promise(() => unpack(packed)))
  )
  const body = html
    .replaceAll("__NONCE__", nonce)
    .replaceAll("__BASE__", escapeHtml(base))
    .replaceAll(/(href|src)="\/(?=console\/|docs")/g, `$1="${escapeHtml(base)}/`)
  return HttpServerResponse.text(body, {
    contentType: file.contentType,
    headers: {
      ...commonHeaders,
      "cache-control": "no-store",
      "content-security-policy": policyOf(nonce),
      vary: "Accept"
    }
  })
})

/** A page in place of one that is not there. */
type Page = (request: HttpServerRequest) => Effect.Effect<HttpServerResponse.HttpServerResponse>

/**
 * The console of a folder at `/`, made when the package is built. Where there is none, `/` is the given page, and the
 * other paths are 404.
 */
export const layerOf = (folder: string, startPage: Page) =>
  HttpRouter.use(Effect.fnUntraced(function*(router) {
    const find = yield* makeConsoleFiles(folder)
    const page = (otherwise: Page) =>
      Effect.fnUntraced(function*(request: HttpServerRequest) {
        if (!takesHtml(request)) return errorResponse(notFound)
        const index = yield* find("index.html")
        return yield* Option.isSome(index) ? pageAnswer(request, index.value) : otherwise(request)
      })
    const nothing = () => Effect.succeed(errorResponse(notFound))
    yield* router.add("GET", "/", page(startPage))
    for (const path of pages) yield* router.add("GET", path, page(nothing))
    yield* router.add(
      "GET",
      filesPath,
      Effect.fnUntraced(function*(request: HttpServerRequest) {
        const name = pathOf(request.url).slice("/console/".length)
        const file = name === "index.html" ? Option.none() : yield* find(name)
        return Option.isSome(file) ? yield* fileAnswer(request, file.value) : errorResponse(notFound)
      })
    )
  }))

/** The console of this package. */
export const layer = (startPage: Page) => layerOf(consoleFolder(), startPage)
