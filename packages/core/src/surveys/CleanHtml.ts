import { Result } from "effect"
import { fromHtml } from "hast-util-from-html"
import { sanitize, type Schema } from "hast-util-sanitize"
import { toHtml } from "hast-util-to-html"

/** Texts with HTML have at most so many characters: what reads them takes time for each. */
export const maxHtmlLength = 20_000

const tags =
  "a abbr acronym area article aside b bdi bdo blockquote br caption center cite code col colgroup data dd del details "
  + "dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li map mark nav ol p pre "
  + "q rp rt rtc ruby s samp small span strike strong sub summary sup table tbody td th thead time tr tt u ul var wbr"

const ofCells = ["align", "bgColor", "colSpan", "headers", "noWrap", "rowSpan", "scope", "vAlign"]

/** What may stand in the HTML of a survey: what shows text and pictures, and nothing that runs. */
const allowed: Schema = {
  tagNames: tags.split(" "),
  strip: ["script", "style", "title", "template", "noscript", "iframe", "object", "svg", "math", "textarea"],
  attributes: {
    "*": ["style", "lang", "title", "width", "height"],
    a: ["href", "hrefLang", "target"],
    bdo: ["dir"],
    blockquote: ["cite"],
    del: ["cite", "dateTime"],
    img: ["align", "alt", "src"],
    ins: ["cite", "dateTime"],
    ol: ["start", "type"],
    q: ["cite"],
    table: ["align", "bgColor", "border", "cellPadding", "cellSpacing", "summary"],
    td: ofCells,
    th: ofCells,
    tr: ["align", "bgColor", "vAlign"]
  },
  // Links do not tell the page they lead to where they stand.
  required: { a: { rel: ["noopener"] } },
  protocols: {
    href: ["http", "https", "mailto", "tel"],
    src: ["http", "https"],
    cite: ["http", "https"]
  }
}

const markup = /<[a-z!/?]/i

/** Whether a text has anything that is read as HTML. */
export const hasHtml = (text: string): boolean => markup.test(text)

const cleaned = (text: string): string =>
  toHtml(sanitize(fromHtml(text, { fragment: true }), allowed), { characterReferences: { useNamedReferences: true } })

/**
 * A text without what could run in a page that shows it: well-formed HTML of harmless elements, other texts as they are.
 * Undefined of HTML that is too long, or too deep to be read.
 */
export const cleanHtml = (text: string): string | undefined => {
  if (!hasHtml(text)) return text
  return text.length > maxHtmlLength ? undefined : Result.getOrUndefined(Result.try(() => cleaned(text)))
}
