/** Copies what the server serves of posthog-js, so that users need not install all of it. */
import { isScript } from "@hedgerow/server/scripts/ScriptNames"
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const server = fileURLToPath(new URL("../packages/server/package.json", import.meta.url))

/** Writes the scripts with their licence and their version into a folder, laid out as the package is. */
export const copyPosthogJs = (folder: string): void => {
  const manifest = createRequire(server).resolve("posthog-js/package.json")
  const { license, name, version } = JSON.parse(readFileSync(manifest, "utf8")) as Record<string, string>
  const from = dirname(manifest)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, "dist"), { recursive: true })
  for (const script of readdirSync(join(from, "dist")).filter(isScript)) {
    copyFileSync(join(from, "dist", script), join(folder, "dist", script))
  }
  // As a `LICENSE` it would keep the repository's own one out of the package.
  copyFileSync(join(from, "LICENSE"), join(folder, "COPYING"))
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ name, version, license })}\n`)
}
