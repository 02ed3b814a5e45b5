import { createHash } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { defineConfig, type MarkdownOptions, type Plugin } from "vitepress"
import { anchorOf, linkFrom, menu, others, places, root, sourceAt } from "./pages.ts"

const base = "/guides/"

/** What a page runs before it is drawn. It becomes a file, so that the server's policy needs no scripts in pages. */
const early = /<script id="check-[a-z-]+">([^]*?)<\/script>/g

const earlyOf = (html: string) => {
  const text = [...html.matchAll(early)].map(([, script = ""]) => script.trim()).join(";\n")
  return { text, file: `assets/early.${createHash("sha256").update(text).digest("hex").slice(0, 8)}.js` }
}

type Markdown = Parameters<NonNullable<MarkdownOptions["config"]>>[0]

/** Sends the links of a page, which are those of the repository, to where the site has what they lead to. */
const placeLinks = (markdown: Markdown): void => {
  markdown.core.ruler.push("place_links", ({ env, tokens }) => {
    const page = sourceAt(env.relativePath)
    for (const parts of tokens.map(({ children }) => children ?? [])) {
      for (const [at, token] of parts.entries()) {
        const url = token.type === "link_open" ? token.attrGet("href") : null
        if (url === null) continue
        const { address, title } = linkFrom(page, url)
        token.attrSet("href", address)
        const text = parts[at + 1]
        // A page that is named by its file has its title on the site.
        if (title !== undefined && text !== undefined && /^[\w-]+\.md$/.test(text.content)) text.content = title
      }
    }
  })
}

/** Pages lie outside of this package: what they are compiled to finds Vue here. */
const vueOfThisPackage = {
  name: "vue-of-this-package",
  enforce: "pre",
  resolveId(id: string) {
    return /^vue(\/|$)/.test(id) ? this.resolve(id, import.meta.filename, { skipSelf: true }) : undefined
  }
} satisfies Plugin

export default defineConfig({
  title: "Hedgerow",
  description: "Guides of Hedgerow, a product-analytics API: a server, a library and a test harness",
  lang: "en",
  base,
  srcDir: root,
  srcExclude: [...others],
  outDir: "dist",
  cacheDir: "node_modules/.cache/vitepress",
  rewrites: places,
  cleanUrls: true,
  metaChunk: true,
  head: [["link", { rel: "icon", href: "data:," }]],
  // Another one puts a style into the page while it changes, which the server's policy refuses.
  appearance: { disableTransition: false },
  markdown: {
    html: false,
    anchor: { slugify: anchorOf },
    headers: { slugify: anchorOf },
    config: placeLinks
  },
  vite: { plugins: [vueOfThisPackage] },
  themeConfig: {
    nav: [
      { text: "Server", link: "/server" },
      { text: "Library", link: "/embedding" },
      { text: "Test harness", link: "/testing" },
      { text: "All guides", link: "/all" }
    ],
    sidebar: menu(),
    outline: [2, 3],
    externalLinkIcon: true,
    search: { provider: "local", options: { detailedView: false } },
    docFooter: { prev: false, next: false }
  },
  transformHtml: (html) => {
    const { file, text } = earlyOf(html)
    writeFileSync(join(import.meta.dirname, "../dist", file), text)
    return html.replaceAll(early, "").replace("</title>", `</title>\n<script src="${base}${file}"></script>`)
  }
})
