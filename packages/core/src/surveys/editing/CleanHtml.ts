import { Result } from "effect"
import { fromHtml } from "hast-util-from-html"
import { sanitize, type Schema } from "hast-util-sanitize"
import { toHtml } from "hast-util-to-html"

/** Texts with HTML have at most this many characters. */
export const maxHtmlLength = 20_000

/**
 * The most tags in a text, and the most of them that are open at a time: a reader of HTML opens again what was left open
 * with each block that follows, so that a short text can come to millions of elements.
 */
const maxTags = 500
const maxOpen = 24

const tags =
  "a abbr acronym area article aside b bdi bdo blockquote br caption center cite code col colgroup data dd del details "
  + "dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li map mark nav ol p pre "
  + "q rp rt rtc ruby s samp small span strike strong sub summary sup table tbody td th thead time tr tt u ul var wbr"

const ofCells = ["align", "bgColor", "colSpan", "headers", "noWrap", "rowSpan", "scope", "vAlign"]

/** The HTML allowed in surveys: elements that show text and pictures, none that runs code. */
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
  // Links do not reveal the page they stand on to the page they lead to.
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

const withoutEnd = new Set(["area", "br", "col", "hr", "img", "input", "link", "meta", "wbr"])

/** The number of tags in a text, and the most of them that are open at a time. */
const weightOf = (text: string): { readonly tags: number; readonly open: number } => {
  const openBy = new Map<string, number>()
  let [tags, open, most] = [0, 0, 0]
  for (const [, slash, tag = ""] of text.matchAll(/<(\/?)([a-z][^\s/>]*)/gi)) {
    tags++
    const name = tag.toLowerCase()
    const known = openBy.get(name) ?? 0
    if (withoutEnd.has(name) || slash === "/" && known === 0) continue
    const step = slash === "/" ? -1 : 1
    openBy.set(name, known + step)
    open += step
    most = Math.max(most, open)
  }
  return { tags, open: most }
}

/** The number of tags in a text that is read as HTML; undefined where they are too many or nested too deeply. */
export const htmlTags = (text: string): number | undefined => {
  if (!hasHtml(text)) return 0
  const { open, tags } = weightOf(text)
  return text.length > maxHtmlLength || tags > maxTags || open > maxOpen ? undefined : tags
}

/**
 * A text without what could run in a page that shows it: well-formed HTML of harmless elements, other texts as they are.
 * Undefined of HTML that is more than may be read.
 */
export const cleanHtml = (text: string): string | undefined => {
  if (!hasHtml(text)) return text
  return htmlTags(text) === undefined ? undefined : Result.getOrUndefined(Result.try(() => cleaned(text)))
}
