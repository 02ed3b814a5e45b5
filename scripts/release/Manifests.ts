import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type Manifest, type Package, packages, readManifest } from "./Packages.ts"

const { engines, repository } = readManifest("packages/core/package.json")

/** Peers stay ranges, so that a patch of another package does not break an install; our own packages share a version. */
const pinnedPeers = ({ peerDependencies = {} }: Manifest): ReadonlyArray<string> =>
  Object.entries(peerDependencies).filter(([name, range]) => !name.startsWith("@hedgerow/") && !/^[\^>]/.test(range))
    .map(([name, range]) => `asks for the peer ${name} by ${range}, no range`)

const said = (manifest: Manifest): ReadonlyArray<string> => [
  ...(manifest.keywords ?? []).length < 3 ? ["has fewer than three keywords"] : [],
  ...manifest.description === undefined ? ["has no description"] : [],
  ...manifest.license === "MIT" ? [] : ["has no licence"],
  ...manifest.engines?.["node"] === engines?.["node"] ? [] : ["asks for another Node than core"],
  ...manifest.scripts?.["prepack"] === undefined ? ["does not build what it packs (prepack)"] : []
]

const placed = ({ directory, manifest: { repository: own } }: Package): ReadonlyArray<string> =>
  own?.url === repository?.url && own?.directory === directory
    ? []
    : ["does not say where its sources are (repository)"]

/** A README shows its package at work: code stands in it, before its second heading. */
const shown = ({ directory }: Package): ReadonlyArray<string> => {
  const file = join(directory, "README.md")
  const [, first = ""] = existsSync(file) ? readFileSync(file, "utf8").split(/^#+ .*$/m) : []
  return first.includes("```") ? [] : ["has no README that begins with an example"]
}

/** The program's first sentence on an old Node names the version of the manifests. */
const entryFaults = (): ReadonlyArray<string> => {
  const [, major, minor] = /needed = \[(\d+), (\d+)\]/.exec(readFileSync("packages/server/src/main.ts", "utf8")) ?? []
  return engines?.["node"] === `>=${major}.${minor}` ? [] : ["packages/server/src/main.ts asks for another Node"]
}

/** The faults of manifests and READMEs. */
export const manifestFaults = (): ReadonlyArray<string> => [
  ...packages.flatMap((one) =>
    [...said(one.manifest), ...placed(one), ...pinnedPeers(one.manifest), ...shown(one)].map(
      (fault) => `${one.manifest.name} ${fault}`
    )
  ),
  ...entryFaults()
]
