import { micromark } from "micromark"

/** Pictures stay links: a page asks no other host for anything. */
const withoutImages = { disable: { null: ["labelStartImage"] } }

const heading = /<(\/?)h([1-6])>/g

/** The headings of a text stand below that of the page, the largest of them beside those of tiles, and skip no level. */
const lowered = (html: string): string => {
  const levels = [...new Set(Array.from(html.matchAll(heading), ([, , level = ""]) => level))].toSorted()
  return html.replaceAll(
    heading,
    (_, slash: string, level: string) => `<${slash}h${Math.min(6, levels.indexOf(level) + 2)}>`
  )
}

/** A text in Markdown as HTML: HTML in it is shown as text, and links lead to no scripts. */
export const markdownHtml = (text: string): string => lowered(micromark(text, { extensions: [withoutImages] }))
