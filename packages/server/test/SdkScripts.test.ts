import { afterAll, assert, beforeAll, it } from "@effect/vitest"
import { isScript } from "@hedgerow/server/scripts/ScriptNames"
import { readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { type FlagServer, startFlagServer } from "./FlagServer.ts"

const require = createRequire(import.meta.url)
const { version } = require("posthog-js/package.json") as { readonly version: string }
const posthogJs = dirname(require.resolve("posthog-js/package.json"))

let server: FlagServer | undefined

beforeAll(async () => {
  server = await startFlagServer()
})

afterAll(() => server?.stop())

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${server?.url}${path}`, { headers })

it("the scripts of posthog-js are served by the server itself", async () => {
  const answer = await get("/static/surveys.js")
  assert.deepStrictEqual(
    [answer.status, answer.headers.get("content-type"), answer.headers.get("content-encoding")],
    [200, "text/javascript; charset=utf-8", "gzip"]
  )
  const text = await answer.text()
  assert.isAbove(text.length, 50_000)
  const etag = answer.headers.get("etag") ?? ""
  assert.strictEqual((await get("/static/surveys.js", { "if-none-match": etag })).status, 304)
  const versioned = await get(`/static/${version}/surveys.js`)
  assert.deepStrictEqual([versioned.status, await versioned.text()], [200, text])
  for (const name of ["array.js", "array.full.js", "exception-autocapture.js", "web-vitals.js"]) {
    assert.strictEqual((await get(`/static/${name}`)).status, 200, name)
  }
})

it("every part that the SDK asks for by name is served, and the rest of its package is not", async () => {
  const types = readFileSync(join(posthogJs, "lib/src/utils/globals.d.ts"), "utf8")
  const kinds = [...types.matchAll(/type \w*ExtensionKind = (.*);$/gm)].flatMap(([, union = ""]) =>
    [...union.matchAll(/'([\w-]+)'/g)].map(([, kind]) => `${kind}.js`)
  )
  // The toolbar is no part of the package, and the configuration is of each project.
  assert.includeMembers(kinds, ["surveys.js", "toolbar.js", "remote-config.js"])
  const scripts = readdirSync(join(posthogJs, "dist")).filter(isScript)
  assert.deepStrictEqual(
    new Set(scripts),
    new Set([
      ...kinds.filter((kind) => !["toolbar.js", "remote-config.js"].includes(kind)),
      "array.js",
      "array.full.js",
      "array.full.es5.js"
    ])
  )
})

it("a file that is no script of it is not served", async () => {
  const paths = [
    "module.js",
    "array.full.no-external.js",
    "all-external-dependencies.js",
    "main.js",
    "rrweb-types.js",
    "surveys.js.map",
    "surveys.d.ts",
    "..%2Fpackage.json",
    "%2e%2e/package.json",
    "..%5Cpackage.json",
    "src",
    "0.0.1/surveys.js"
  ]
  for (const path of paths) assert.strictEqual((await get(`/static/${path}`)).status, 404, path)
})
