import { spawnSync } from "node:child_process"
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

/** The parts of a manifest that releases depend on. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly description?: string
  readonly keywords?: ReadonlyArray<string>
  readonly repository?: { readonly url: string; readonly directory?: string }
  readonly license?: string
  readonly private?: boolean
  readonly engines?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
  readonly scripts?: Readonly<Record<string, string>>
}

/** A package of the repository. */
export interface Package {
  readonly directory: string
  readonly manifest: Manifest
}

export const readManifest = (file: string): Manifest => JSON.parse(readFileSync(file, "utf8"))

/** All packages that a release publishes. */
export const packages: ReadonlyArray<Package> = globSync("packages/*/package.json").sort().map((file) => ({
  directory: dirname(file),
  manifest: readManifest(file)
})).filter(({ manifest }) => manifest.private !== true)

/** The version of pnpm that guides and CI name. */
export const pnpm = ["-y", "pnpm@12.21.0"] as const

/** Runs a program to its end; a failure ends the check with its output. */
export const run = (
  program: string,
  args: ReadonlyArray<string>,
  cwd = ".",
  env: Readonly<Record<string, string>> = {}
): string => {
  const { error, status, stderr, stdout } = spawnSync(program, args, {
    cwd,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, ...env }
  })
  if (status === 0) return stdout
  console.error(`${[program, ...args].join(" ")} failed in ${cwd}:\n${stdout}\n${stderr}${error ?? ""}`)
  process.exit(1)
}

/** A folder outside the workspace for what a check makes, which ends with the check. */
export const makeFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "hedgerow-release-"))
  // The embedded PostgreSQL runs as another user where root installs.
  chmodSync(folder, 0o755)
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The tarball of a package in a folder. */
export const tarballOf = (folder: string, { name, version }: Manifest): string =>
  join(folder, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`)

/** Packs all packages into a folder, as publishing them does. */
export const packAll = (folder: string): void => {
  mkdirSync(folder, { recursive: true })
  run("npx", [...pnpm, "-r", "--filter", "./packages/*", "pack", "--silent", "--pack-destination", folder])
}
