import { errorResponse } from "@hedgerow/http/errors/ApiError"
import { notFound } from "@hedgerow/http/errors/RequestErrors"
import { escapeHtml } from "@hedgerow/http/pages/PageText"
import { takesHtml } from "@hedgerow/http/pages/TakesHtml"
import { clientUrl } from "@hedgerow/http/requests/ClientUrl"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type * as Layer from "effect/Layer"
import { pageHeaders } from "./ApiDocs.ts"

/** The first request, as somebody pastes it into a shell. */
const firstRequest = (base: URL): string =>
  `curl -s '${new URL("api/projects/@current/query/", base).href}' \\
  -H 'Authorization: Bearer phx_…' -H 'Content-Type: application/json' \\
  -d '{"refresh":"force_blocking","query":{"kind":"ServiceSqlQuery","query":"SELECT event, count() FROM events GROUP BY event"}}'`

const link = (base: URL, path: string, text: string): string =>
  `<a href="${escapeHtml(new URL(path, base).href)}">${text}</a>`

const page = (base: URL): string =>
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hedgerow</title>
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 3rem auto; padding: 0 1rem }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 1rem; background: #8881 }
</style>
</head>
<body>
<h1>Hedgerow</h1>
<p>This is the server of a product-analytics API: SDKs send events, SQL answers, feature flags decide.</p>
<ul>
<li>${
    link(base, "guides/", "The guides")
  } show how to send events, ask questions, decide by flags, ask users and compare.</li>
<li>${link(base, "docs", "The API page")} lists every request, with its fields and an example.</li>
<li>${link(base, "openapi.json", "openapi.json")} is the same for programs.</li>
</ul>
<h2>The first request</h2>
<p>The first start of the server prints a personal API key (<code>phx_…</code>). It goes in here:</p>
<pre><code>${escapeHtml(firstRequest(base))}</code></pre>
</body>
</html>
`

/** A small page at `/` for browsers. Other clients get the 404 of a path that is not there. */
export const startPage = (request: HttpServerRequest) =>
  takesHtml(request)
    ? Effect.map(clientUrl(request), (url) =>
      HttpServerResponse.text(page(new URL("./", url)), {
        contentType: "text/html; charset=utf-8",
        headers: { ...pageHeaders, vary: "Accept" }
      }))
    : Effect.succeed(errorResponse(notFound))

/** The page alone, of a server without the console. */
export const layer: Layer.Layer<never, never, HttpRouter.HttpRouter> = HttpRouter.add("GET", "/", startPage)
