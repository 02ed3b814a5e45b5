import { micromark } from "micromark"

/** Pictures stay links: a page asks no other host for anything. */
const withoutImages = { disable: { null: ["labelStartImage"] } }

/** The headings of texts stand below those of the page and of its tiles. */
const lowered = (html: string): string =>
  html.replaceAll(
    /<(\/?)h([1-6])>/g,
    (_, slash: string, level: string) => `<${slash}h${Math.min(6, Number(level) + 2)}>`
  )

/** A text in Markdown as HTML: HTML in it is shown as text, and links lead to `http`, `https` and `mailto` alone. */
export const markdownHtml = (text: string): string => lowered(micromark(text, { extensions: [withoutImages] }))
