import type { HostedSurvey } from "@hedgerow/core/surveys/serving/HostedSurveys"
import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import * as Base64 from "effect/encoding/Base64"
import { pageOf } from "../../pages/Page.ts"
import { escapeHtml, scriptJson } from "../../pages/PageText.ts"
import { dataId, hostedScript, placeId } from "./HostedScript.ts"
import { hostedStyle } from "./HostedStyle.ts"

const page = (language: string, title: string, body: string): string =>
  pageOf({ language, title, style: hostedStyle, body })

/** The page of an external survey. The survey's own texts stand in it as text and as JSON alone. */
export const hostedPage = (
  { project, shown, survey }: HostedSurvey,
  version: string | undefined
): string =>
  page(
    survey.base_language,
    survey.name,
    `<h1>${escapeHtml(survey.name)}</h1>
<div id="${placeId}"><p role="status">Loading …</p></div>
<p class="closed">You can close this page.</p>
<noscript>This survey needs JavaScript.</noscript>
<script type="application/json" id="${dataId}">${
      scriptJson({ token: project.api_token, version, survey: shown })
    }</script>
<script>${hostedScript}</script>`
  )

/** A page with the reason for which there is no survey. */
export const refusalPage = (title: string, text: string): string =>
  page("en", title, `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>`)

const scriptHash = `'sha256-${Base64.encode(sha256(utf8ToBytes(hostedScript)))}'`

/**
 * The policy of a page. It has an origin of its own, apart from the server's: it cannot read the storage of the
 * server's other pages. Its one script may run and load the SDK, whose parts it loads in turn (`'self'` is for browsers
 * without `strict-dynamic`). Its texts may have pictures of anywhere, and style attributes.
 */
const policy = (isEmbeddable: boolean): string =>
  [
    "sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox",
    "default-src 'none'",
    `script-src ${scriptHash} 'strict-dynamic' 'self'`,
    "style-src 'unsafe-inline'",
    "img-src https: http: data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${isEmbeddable ? "*" : "'none'"}`
  ].join("; ")

/** The headers of a page; others may embed it where its survey allows it. */
export const hostedHeaders = (isEmbeddable: boolean): Readonly<Record<string, string>> => ({
  "content-security-policy": policy(isEmbeddable),
  ...(isEmbeddable ? undefined : { "x-frame-options": "DENY" }),
  "referrer-policy": "no-referrer",
  vary: "Accept"
})
