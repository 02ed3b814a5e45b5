import react from "@vitejs/plugin-react"
import { relative } from "node:path"
import { fileURLToPath } from "node:url"
import { defineConfig, type Plugin } from "vite"

const root = fileURLToPath(new URL(".", import.meta.url))
const repository = fileURLToPath(new URL("../..", import.meta.url))

/** Writes which sources are in the build, which is fresh as long as none of them changes, and which packages of others. */
const listInputs: Plugin = {
  name: "list-inputs",
  generateBundle() {
    const files = [...this.getModuleIds()]
      .map((id) => id.replace(/\?.*$/, ""))
      .filter((id) => id.startsWith(repository) && !id.includes("node_modules"))
      .map((id) => relative(repository, id))
    const packages = [...this.getModuleIds()].flatMap((id) =>
      /^\0?(\/.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? []
    )
    this.emitFile({
      type: "asset",
      fileName: "packages.json",
      source: JSON.stringify([...new Set(packages)].sort().map((folder) => relative(repository, folder)))
    })
    this.emitFile({ type: "asset", fileName: "inputs.json", source: JSON.stringify([...new Set(files)].sort()) })
  }
}

/** The lint of the house wants named exports, and Vite a default one. */
const config = defineConfig({
  root,
  base: "/console/",
  plugins: [react(), listInputs],
  // The server puts the nonce of an answer there.
  html: { cspNonce: "__NONCE__" },
  build: {
    outDir: "dist/site",
    emptyOutDir: true,
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: "manifest.json",
    chunkSizeWarningLimit: 1_200
  },
  server: { proxy: { "/api": "http://127.0.0.1:8000", "/_health": "http://127.0.0.1:8000" } }
})

// oxlint-disable-next-line import/no-default-export
export default config
