/** Runs a worker in workerd, by miniflare, and asks it what its users would. */
import { build } from "esbuild"
import { Miniflare } from "miniflare"
import assert from "node:assert/strict"
import { ask } from "../examples/embed/TryOut.ts"

const [, , file] = process.argv
const { outputFiles: [bundle] } = await build({
  entryPoints: [file],
  bundle: true,
  write: false,
  format: "esm",
  platform: "node",
  logLevel: "error"
})
const worker = new Miniflare({
  modules: [{ type: "ESModule", path: "worker.mjs", contents: bundle.text }],
  compatibilityDate: "2026-07-01",
  compatibilityFlags: ["nodejs_compat"]
})
try {
  const base = (await worker.ready).origin
  const owner = { "x-signed-in-as": "owner" }
  const hedgerow = { first: { project: { api_token: "phc_shop" } } }
  await ask(fetch, base, { hedgerow, prefix: "/analytics", owner })
  assert.equal(await (await fetch(base)).text(), "your own page")
  const refused = await fetch(`${base}/analytics/api/projects/@current/query/`, {
    method: "POST",
    headers: { ...owner, "content-type": "application/json" },
    body: JSON.stringify({ query: { kind: "ServiceSqlQuery", query: "SELECT 1 FROM events" }, refresh: "force_async" })
  })
  assert.match(await refused.text(), /needs work in the background/)
} finally {
  await worker.dispose()
}
