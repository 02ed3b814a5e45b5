import { fileResponse, type StaticFile } from "@hedgerow/http/scripts/StaticFile"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Schema from "effect/Schema"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { javascript, makeStaticFile } from "../scripts/StaticFiles.ts"
import { packageDirectory } from "../storage/CacheDirectory.ts"

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hedgerow API</title>
<link rel="icon" href="data:,">
</head>
<body>
<div id="api"></div>
<noscript>This page needs JavaScript. The description of the API is <a href="/openapi.json">/openapi.json</a>.</noscript>
<script src="/docs/page.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

/**
 * The viewer asks nobody else: no fonts, no assistants, no tracking. The light and the dark page follow the browser. Its words
 * for screen readers would make the page wider than a small screen.
 */
const start = `window.ui = Scalar.createApiReference("#api", {
  url: "/openapi.json",
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: "never",
  agent: { disabled: true },
  mcp: { disabled: true },
  customCss: "#api { overflow-x: clip }",
  authentication: { preferredSecurityScheme: "bearer" }
})
`

/** A page loads nothing from elsewhere, and talks to this server only. */
export const pageHeaders = {
  "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    + "img-src 'self' data:; font-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    + "frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
  "cache-control": "no-cache"
}

const Viewer = Schema.Struct({ javascript: Schema.String })

/** The viewer of the page: the copy that builds put into the program, or the module that `effect` carries. */
const findViewer = (): URL => {
  const copy = join(packageDirectory(), "dist/api-viewer.js")
  return existsSync(copy)
    ? pathToFileURL(copy)
    : new URL("./internal/httpApiScalar.js", import.meta.resolve("effect/http-api/HttpApiScalar"))
}

/** It is one module without imports. It is loaded by its place, so that it is no part of the program before. */
const loadViewer = Effect.suspend(() => {
  const { href } = findViewer()
  return Effect.promise((): Promise<unknown> => import(href))
}).pipe(Effect.flatMap(Schema.decodeUnknownEffect(Viewer)), Effect.orDie)

const makeAsset = (contentType: string, text: string): Effect.Effect<StaticFile> =>
  makeStaticFile(contentType, new TextEncoder().encode(text))

const plainAssets = Effect.map(
  Effect.all([makeAsset("text/html; charset=utf-8", page), makeAsset(javascript, start)]),
  ([page, start]) => ({ page, start })
)

const viewerAsset = Effect.flatMap(loadViewer, (viewer) => makeAsset(javascript, viewer.javascript))

/** The paths of the page and its parts. */
export const docsPaths = ["/docs", "/docs/page.js", "/docs/start.js"] as const

/** An interactive page of the API at `/docs`: encoded once, when it is first opened, and complete without a network. */
export const layer = HttpRouter.use(Effect.fnUntraced(function*(router) {
  const plain = yield* Effect.cached(Effect.uninterruptible(plainAssets))
  const viewer = yield* Effect.cached(Effect.uninterruptible(viewerAsset))
  const assets: Readonly<Record<typeof docsPaths[number], Effect.Effect<StaticFile>>> = {
    "/docs": Effect.map(plain, ({ page }) => page),
    "/docs/page.js": viewer,
    "/docs/start.js": Effect.map(plain, ({ start }) => start)
  }
  yield* Effect.forEach(
    docsPaths,
    (path) =>
      router.add(
        "GET",
        path,
        (request) => Effect.map(assets[path], (asset) => fileResponse(request, asset, pageHeaders))
      ),
    { discard: true }
  )
}))
