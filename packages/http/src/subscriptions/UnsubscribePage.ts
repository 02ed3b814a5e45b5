import { pageOf } from "../pages/Page.ts"
import { escapeHtml } from "../pages/PageText.ts"

const style = `
:root { color-scheme: light }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: flex; align-items: center; justify-content: center; padding: 1.5rem;
  background: #f3f4f6; color: #1f2937; overflow-wrap: anywhere;
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif }
main { width: 100%; max-width: 30rem; padding: 2rem; background: #ffffff; border: 1px solid #e5e7eb; border-radius: 0.5rem }
h1 { margin: 0 0 0.75rem; font-size: 1.35rem; line-height: 1.3 }
p { margin: 0 0 1.25rem }
p:last-child { margin: 0 }
button { min-height: 2.75rem; padding: 0.5rem 1.25rem; border: 0; border-radius: 0.375rem; background: #194f81;
  color: #ffffff; font: inherit; font-weight: 600; cursor: pointer }
:focus-visible { outline: 3px solid #5aa3ec; outline-offset: 2px }
`

const page = (title: string, body: string): string =>
  pageOf({ language: "en", title, style, body: `<h1>${escapeHtml(title)}</h1>\n${body}` })

/** The page before anything is changed: mail programs open links by themselves, but press no button. */
export const askingPage = (email: string): string =>
  page(
    "Unsubscribe",
    `<p>No more mails of this subscription will be sent to <strong>${escapeHtml(email)}</strong>.</p>
<form method="post"><button type="submit">Unsubscribe</button></form>`
  )

/** The page after the address was removed. */
export const donePage = (email: string): string =>
  page(
    "You have unsubscribed",
    `<p>No more mails of this subscription will be sent to <strong>${escapeHtml(email)}</strong>.</p>`
  )

/** The page of a link that does not work. */
export const refusedPage = (reason: string): string => page("This link does not work", `<p>${escapeHtml(reason)}</p>`)

/** The headers of the pages: nothing is loaded, and the address with its token is told to nobody. */
export const pageHeaders: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  vary: "Accept"
}
