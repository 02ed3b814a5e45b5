/**
 * Fails when @hedgerow/client does not follow docs/openapi.json, when its entry for promises is larger than it may be, or
 * when that entry needs any other package.
 */
import { build } from "esbuild"
import { readFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import { clientSources } from "./client/ClientSources.ts"

/** The most bytes of the bundled and minified entry, compressed. */
const mostBytes = 15_000

const document: unknown = JSON.parse(readFileSync("docs/openapi.json", "utf8"))
const stale = Object.entries(await clientSources(document)).filter(([name, text]) =>
  readFileSync(name, "utf8") !== text
)

const { metafile, outputFiles } = await build({
  entryPoints: ["packages/client/src/index.ts"],
  bundle: true,
  format: "esm",
  minify: true,
  metafile: true,
  write: false
})
const foreign = Object.keys(metafile.inputs).filter((file) => !file.startsWith("packages/client/src/"))
const bytes = outputFiles.reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0)
console.log(`@hedgerow/client: ${bytes} bytes compressed, of at most ${mostBytes}`)

const faults = [
  ...stale.map(([name]) => `${name} does not follow docs/openapi.json: pnpm run docs`),
  ...foreign.map((file) => `The client for promises has ${file} in it.`),
  ...bytes > mostBytes ? [`The client for promises takes ${bytes} bytes.`] : []
]
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
