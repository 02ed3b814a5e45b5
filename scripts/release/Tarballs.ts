import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"
import { globSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { type Manifest, type Package, packages, run, tarballOf } from "./Packages.ts"

/** What no package contains: sources, maps, tests and examples, and what the compiler keeps for itself. */
const unwanted = /\.tsbuildinfo$|\.map$|\.log$|(^|\/)(\.test|tests?|examples?|src|bundle|node_modules)\/|(?<!\.d)\.ts$/

const listed = (tarball: string): ReadonlyArray<string> =>
  run("tar", ["-tzf", tarball]).trim().split("\n").map((file) => file.replace(/^package\//, ""))

/** The built files of a package's sources, each with its types. */
const builtOf = (directory: string): ReadonlyArray<string> => {
  const sources = globSync(["src/**/*.ts", "tools/**/*.ts"], { cwd: directory })
  return sources.map((file) => join("dist", file.startsWith("tools/") ? file : relative("src", file)))
    .flatMap((file) => [file.replace(/\.ts$/, ".js"), file.replace(/\.ts$/, ".d.ts")])
}

/** The package of the program is a bundle, not built file by file. */
const programFiles = [
  "dist/hedgerow.mjs",
  "dist/clickhouse-engine.mjs",
  "dist/picture-worker.mjs",
  "dist/picture-files/resvg.wasm",
  "dist/api-viewer.js",
  "dist/site/index.html.br",
  "dist/web/manifest.json",
  "dist/posthog-js/dist/array.js",
  "dist/THIRD-PARTY-LICENSES.txt"
]

const contentFaults = ({ directory, manifest }: Package, files: ReadonlyArray<string>): ReadonlyArray<string> => {
  const built = new Set(manifest.name === "hedgerow" ? programFiles : builtOf(directory))
  const missing = [...built, "LICENSE", "README.md"].filter((file) => !files.includes(file))
  const stale = manifest.name === "hedgerow"
    ? []
    : files.filter((file) => /^dist\/(?!picture-files\/|site\/|posthog-js\/|web\/)/.test(file) && !built.has(file))
  return [
    ...missing.map((file) => `lacks ${file}`),
    ...stale.map((file) => `has ${file}, which no source gives`),
    ...files.filter((file) => unwanted.test(file)).map((file) => `has ${file}, which no user needs`)
  ]
}

/** The packages are modules: ways to resolve that know no `exports`, or that load CommonJS, do not concern them. */
const isForeign = (problem: object): boolean =>
  "resolutionKind" in problem && ["node10", "node16-cjs"].includes(String(problem.resolutionKind))

const typeFaults = async (data: Uint8Array): Promise<ReadonlyArray<string>> => {
  const checked = await checkPackage(createPackageFromTarballData(data))
  if (checked.types === false) return []
  return checked.problems.filter((problem) => !isForeign(problem)).map((problem) => `attw: ${JSON.stringify(problem)}`)
}

const publintFaults = async (data: Uint8Array, manifest: Manifest): Promise<ReadonlyArray<string>> => {
  const tarball = new Uint8Array(data).buffer
  const { messages } = await publint({ pack: { tarball }, strict: true })
  return messages.map((message) => `publint: ${formatMessage(message, { ...manifest }) ?? message.code}`)
}

/** The faults of the tarballs in a folder: their files, and what publint and "are the types wrong" find. */
export const tarballFaults = async (folder: string): Promise<ReadonlyArray<string>> => {
  const faults = packages.map(async (one) => {
    const tarball = tarballOf(folder, one.manifest)
    const data = new Uint8Array(readFileSync(tarball))
    const found = [
      ...contentFaults(one, listed(tarball)),
      ...await publintFaults(data, one.manifest),
      ...one.manifest.name === "hedgerow" ? [] : await typeFaults(data)
    ]
    return found.map((fault) => `${one.manifest.name} ${fault}`)
  })
  return (await Promise.all(faults)).flat()
}
