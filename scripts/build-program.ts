/** Builds the package `hedgerow` for `pnpm pack`: the program in one bundle, what it serves, and all licences. */
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { bundleInto } from "./bundle.ts"
import { copyConsole, packagesOfConsole } from "./console.ts"
import { copyGuides } from "./guides.ts"
import { copyPictureFiles } from "./pictures.ts"
import { copyPosthogJs } from "./posthog-js.ts"

const dist = fileURLToPath(new URL("../packages/hedgerow/dist", import.meta.url))
const manifest = fileURLToPath(new URL("../packages/server/package.json", import.meta.url))
const root = fileURLToPath(new URL("..", import.meta.url))

/** The directory of the npm package that a file belongs to. */
const packageOf = (file: string): string | undefined => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0]

/** The licences of a package: its files that are called so, or the name that its manifest has. */
const licenceOf = (directory: string): string => {
  const { license, name, version } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8")) as Record<
    string,
    string
  >
  const texts = readdirSync(directory, { withFileTypes: true })
    .filter((file) => file.isFile() && /^(licen[cs]e|copying|notice)/i.test(file.name))
    .map((file) => readFileSync(join(directory, file.name), "utf8").trim())
  return [`${name} ${version} (${license})`, ...texts].join("\n\n")
}

/** Copies the viewer of the API's page, which the bundle leaves out. */
const copyViewer = (file: string): void => {
  const from = new URL(
    "./internal/httpApiScalar.js",
    pathToFileURL(createRequire(manifest).resolve("effect/http-api/HttpApiScalar"))
  )
  copyFileSync(from, file)
}

const files = await bundleInto(dist, { sourcemap: false })
copyPosthogJs(join(dist, "posthog-js"))
copyPictureFiles(join(dist, "picture-files"))
copyGuides(join(dist, "site"))
copyConsole(join(dist, "web"))
copyViewer(join(dist, "api-viewer.js"))

const bundled = files.flatMap((file) => packageOf(join(root, file)) ?? [])
const shown = packagesOfConsole().map((directory) => join(root, directory))
const packages = [...new Set([...bundled, ...shown])].filter((directory) => existsSync(join(directory, "package.json")))
const licences = [...new Set(packages.map(licenceOf))].sort()
writeFileSync(
  join(dist, "THIRD-PARTY-LICENSES.txt"),
  `The program contains these packages.\n\n${licences.join(`\n\n${"=".repeat(80)}\n\n`)}\n`
)
