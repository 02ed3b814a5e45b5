import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { fileURLToPath } from "node:url"

/** The root of the repository, with a slash at its end. */
export const root = fileURLToPath(new URL("../..", import.meta.url))

/** Where files that are no pages are read: the repository that manifests name. */
const { repository } = JSON.parse(readFileSync(join(root, "packages/core/package.json"), "utf8")) as {
  readonly repository: { readonly url: string }
}
const repositoryUrl = repository.url.replace(/^git\+/, "").replace(/\.git$/, "")

/** The place on the site of a page of the repository. */
const placeOf = (page: string): string => {
  if (page === "site/index.md") return "index.md"
  if (page === "docs/README.md") return "all.md"
  const place = page.replace(/^docs\//, "")
  return place.endsWith("README.md") ? place.replace(/README\.md$/, "index.md") : place
}

const sources = globSync([
  "site/index.md",
  "docs/**/*.md",
  "packages/*/README.md",
  "bench/*.md",
  "SECURITY.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md"
], { cwd: root, exclude: (path) => path.includes("node_modules") }).map(normalize)

/** The pages of the site: their files, with where each of them stands. */
export const places: Readonly<Record<string, string>> = Object.fromEntries(
  sources.map((page) => [page, placeOf(page)])
)

/** The other pages of the repository, which the site does not have. */
export const others: ReadonlyArray<string> = globSync("**/*.md", {
  cwd: root,
  exclude: (path) => path.includes("node_modules")
}).map(normalize).filter((page) => places[page] === undefined)

const sourcesByPlace = new Map(Object.entries(places).map(([page, place]) => [place, page]))

/** The page of the repository that stands at a place. */
export const sourceAt = (place: string): string => sourcesByPlace.get(place) ?? place

/** The title of a page: its first heading. */
export const titleOf = (page: string): string =>
  /^# (.+)$/m.exec(readFileSync(join(root, page), "utf8"))?.[1]?.replaceAll("`", "") ?? page

/** The address of a place: `capture.md` is `/capture`, `decisions/index.md` is `/decisions/`. */
const addressOf = (place: string): string => `/${place.replace(/(?:(^|\/)index)?\.md$/, "$1")}`

const isRelative = (url: string): boolean => !/^([a-z]+:|\/|#)/.test(url)

interface Link {
  readonly address: string
  /** Of the page that it leads to. */
  readonly title?: string
}

/**
 * The address on the site of a link that a page of the repository has: that of the page it leads to, or of the file in
 * the repository. A link that leads nowhere ends the build.
 */
export const linkFrom = (page: string, url: string): Link => {
  if (!isRelative(url)) return { address: url }
  const [path = "", anchor] = url.split("#")
  const target = normalize(join(dirname(page), decodeURI(path)))
  const hash = anchor === undefined ? "" : `#${anchor}`
  const place = places[target]
  if (place !== undefined) return { address: `${addressOf(place)}${hash}`, title: titleOf(target) }
  if (!existsSync(join(root, target))) throw new Error(`${page}: ${url} leads to ${target}, which does not exist`)
  return { address: `${repositoryUrl}/blob/main/${target}${hash}` }
}

/** The anchor of a heading, as repositories make it, so that links work in both. */
export const anchorOf = (heading: string): string =>
  heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, "").trim().replaceAll(/\s/g, "-")

/** The menu: the sections of `docs/README.md`, with every page that they link. */
export const menu = () => {
  const [, ...sections] = readFileSync(join(root, "docs/README.md"), "utf8").split(/^## /m)
  return sections.map((section) => {
    const [text = "", ...lines] = section.split("\n")
    const targets = [...lines.join("\n").matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, url = ""]) =>
      normalize(join("docs", url))
    )
    const pages = [...new Set(targets)].flatMap((page) => {
      const place = places[page]
      return place === undefined ? [] : [{ text: titleOf(page), link: addressOf(place) }]
    })
    return { text, collapsed: false, items: pages }
  })
}
