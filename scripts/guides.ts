/** The guides as a site: built from `docs/`, checked, and compressed into the package of the server, which serves it. */
import { spawnSync } from "node:child_process"
import { existsSync, globSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { brotli, copyServed, filesOf, putCompressed } from "./served-files.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const site = join(root, "site")
const built = join(site, "dist")

/** Where the server looks for the site. */
const served = join(root, "packages/server/dist/site")

const inputs = [
  "*.md",
  "{docs,bench}/**/*.{md,svg}",
  "packages/*/README.md",
  "site/*.*",
  "site/.vitepress/**/*.*",
  "scripts/{guides,served-files}.ts",
  "pnpm-lock.yaml"
]

const isFresh = (): boolean => {
  const stamp = join(served, "index.html.br")
  if (!existsSync(stamp)) return false
  const { mtimeMs } = statSync(stamp)
  return globSync(inputs, { cwd: root, exclude: (path) => path.includes("node_modules") })
    .every((file) => statSync(join(root, file)).mtimeMs < mtimeMs)
}

/** The file that an address of the site means. */
const fileAt = (address: string): string => {
  const path = address.replace(/^\/guides\//, "")
  if (path === "" || path.endsWith("/")) return `${path}index.html`
  return /\.\w+$/.test(path) ? path : `${path}.html`
}

/** The links of the built pages that lead to no file, or to no heading, of the site. */
const deadLinks = (): ReadonlyArray<string> => {
  const files = new Set(filesOf(built))
  const pages = new Map(
    [...files].filter((file) => file.endsWith(".html")).map((file) => [file, readFileSync(join(built, file), "utf8")])
  )
  const idsOf = (html: string) => new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = ""]) => id))
  const ids = new Map([...pages].map(([file, html]) => [file, idsOf(html)]))
  return [...pages].flatMap(([page, html]) =>
    [...new Set([...html.matchAll(/\s(?:href|src)="(\/guides\/[^"]*|#[^"]*)"/g)].map(([, link = ""]) => link))]
      .filter((link) => {
        const [address = "", anchor] = link.split("#")
        const file = address === "" ? page : fileAt(address)
        const hasAnchor = anchor === undefined || ids.get(file)?.has(decodeURIComponent(anchor)) === true
        return !files.has(file) || !hasAnchor
      })
      .map((link) => `${page}: ${link}`)
  )
}

/** Builds the site when it is missing or older than a page. */
export const ensureGuides = (): void => {
  if (isFresh()) return
  const vitepress = join(site, "node_modules/vitepress/bin/vitepress.js")
  const { status, stderr, stdout } = spawnSync(process.execPath, [vitepress, "build", site], { encoding: "utf8" })
  if (status !== 0) throw new Error(`The guides cannot be built:\n${stdout}\n${stderr}`)
  const dead = deadLinks()
  if (dead.length > 0) throw new Error(`Links of the guides that lead nowhere:\n${dead.join("\n")}`)
  putCompressed({ from: built, to: served, names: filesOf(built), codings: { ".br": brotli(9) } })
}

/** Copies the site into a folder of a package that serves it. */
export const copyGuides = (folder: string): void => {
  ensureGuides()
  copyServed(served, folder)
}
