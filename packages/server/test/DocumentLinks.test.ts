import { assert, it } from "@effect/vitest"
import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"

const root = join(import.meta.dirname, "../../..")

const pages = globSync(["*.md", "bench/**/*.md", "docs/**/*.md", "examples/**/*.md", "packages/*/*.md"], {
  cwd: root,
  exclude: (path) => path.includes("node_modules")
}).map(normalize)

const withoutCode = (page: string): string =>
  readFileSync(join(root, page), "utf8").replaceAll(/^ *```[^]*?^ *```/gm, "").replaceAll(/`[^`\n]*`/g, "code")

/** The anchor that a heading of this text has on GitHub. */
const anchorOf = (heading: string): string =>
  heading.toLowerCase().replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").trim()
    .replaceAll(/\s/g, "-")

/** The anchors of a page's headings; a repeated one gets `-1`, `-2`, …. */
const anchorsOf = (page: string): ReadonlySet<string> => {
  const text = readFileSync(join(root, page), "utf8").replaceAll(/^ *```[^]*?^ *```/gm, "")
  const anchors = new Set<string>()
  const counts = new Map<string, number>()
  for (const [, heading = ""] of text.matchAll(/^#{1,6} +(.+)$/gm)) {
    const anchor = anchorOf(heading)
    const count = counts.get(anchor) ?? 0
    anchors.add(count === 0 ? anchor : `${anchor}-${count}`)
    counts.set(anchor, count + 1)
  }
  return anchors
}

interface Link {
  readonly page: string
  readonly url: string
  readonly target: string
  readonly anchor: string | undefined
}

/** The relative links of a page, with the path of each target from the root. */
const linksOf = (page: string): ReadonlyArray<Link> =>
  [...withoutCode(page).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, url = ""]) => {
    if (/^[a-z]+:/.test(url)) return []
    const [path = "", anchor] = url.split("#")
    return [{ page, url, anchor, target: path === "" ? page : normalize(join(dirname(page), path)) }]
  })

const links = pages.flatMap(linksOf)

const faultOf = ({ anchor, page, target, url }: Link): ReadonlyArray<string> => {
  if (!existsSync(join(root, target))) return [`${page}: ${url} does not exist`]
  const isKnown = anchor === undefined || !target.endsWith(".md") || anchorsOf(target).has(anchor)
  return isKnown ? [] : [`${page}: ${url} has no such heading`]
}

it("every relative link of a document leads to a file and a heading that exist", () => {
  assert.isAbove(links.length, 400)
  assert.deepStrictEqual(links.flatMap(faultOf), [])
})

it("docs/README.md lists every page of docs/", () => {
  const listed = new Set(linksOf("docs/README.md").map(({ target }) => target))
  const guides = pages.filter((page) => page.startsWith("docs/") && !page.startsWith("docs/decisions/"))
  assert.isAbove(guides.length, 40)
  assert.deepStrictEqual(guides.filter((page) => page !== "docs/README.md" && !listed.has(page)), [])
})
