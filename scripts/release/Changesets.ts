import { spawnSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { packages } from "./Packages.ts"

const names = new Set(packages.map(({ manifest }) => manifest.name))
const versions = new Set(packages.map(({ manifest }) => manifest.version))

const git = (...args: ReadonlyArray<string>): string => spawnSync("git", args, { encoding: "utf8" }).stdout.trim()

/**
 * Whether the sources differ from those of the commit that gave the packages their version, or that version its section
 * in the changelog; yes where there is no git.
 */
const isChanged = (): boolean => {
  const made = git(
    "log",
    "-1",
    "--format=%H",
    "-G\"version\":|^## ",
    "--",
    "packages/core/package.json",
    "CHANGELOG.md"
  )
  return made === "" || git("diff", "--name-only", made, "--", ":(glob)packages/*/src/**") !== ""
}

/** The packages a changeset names, each with its kind of change. */
const readChangeset = (file: string): ReadonlyArray<readonly [name: string, bump: string]> => {
  const head = /^---\n(.*?)\n---\n/s.exec(readFileSync(file, "utf8"))?.[1] ?? ""
  return [...head.matchAll(/^"(.+)": (\w+)$/gm)].map(([, name = "", bump = ""]) => [name, bump] as const)
}

const faultsOf = (file: string): ReadonlyArray<string> => {
  const bumps = readChangeset(file)
  const unknown = bumps.filter(([name]) => !names.has(name)).map(([name]) => `${file} names ${name}, no package`)
  const odd = bumps.filter(([, bump]) => !["patch", "minor", "major"].includes(bump)).map(([, bump]) =>
    `${file} says ${bump}`
  )
  return bumps.length === 0 ? [`${file} names no package`] : [...unknown, ...odd]
}

/** The faults of versions and changesets: packages have one version, and a change since it has a changeset. */
export const changesetFaults = (): ReadonlyArray<string> => {
  const changesets = globSync(".changeset/*.md")
  return [
    ...changesets.flatMap(faultsOf),
    ...versions.size > 1 ? [`The packages have different versions: ${[...versions].join(", ")}`] : [],
    ...changesets.length === 0 && isChanged()
      ? ["packages/*/src has changed: add a changeset (pnpm exec changeset)"]
      : []
  ]
}
