import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { get } from "node:http"
import { buffer } from "node:stream/consumers"
import { gunzipSync } from "node:zlib"
import { makeDataDir, parsePrinted, type RunningServer, runServer, stopServer } from "../ServerProcess.ts"

const data = makeDataDir()
let server: RunningServer
let baseUrl = ""
beforeAll(async () => {
  server = runServer(["serve"], { HEDGEROW_STORAGE: "memory", HEDGEROW_DATA_DIR: data.path })
  await server.ready
  baseUrl = parsePrinted(server.output()).baseUrl
})
afterAll(async () => {
  await stopServer(server)
  data.remove()
})

/** The bytes as they travel: `fetch` would undo the coding. */
const travelling = (path: string, accept: string): Promise<readonly [coding: string | undefined, bytes: Buffer]> =>
  new Promise((resolve, reject) => {
    get(`${baseUrl}${path}`, { headers: { "accept-encoding": accept } }, (response) => {
      void buffer(response).then((bytes) => resolve([response.headers["content-encoding"], bytes]))
    }).on("error", reject)
  })

const links = (html: string): ReadonlyArray<string> =>
  [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? "")

describe("/docs", () => {
  it("is a page made of parts of this server only", async () => {
    const page = await fetch(`${baseUrl}/docs/`)
    assert.strictEqual(page.status, 200)
    assert.strictEqual(page.headers.get("x-frame-options"), "DENY")
    assert.strictEqual(page.headers.get("cache-control"), "no-cache")
    const policy = page.headers.get("content-security-policy") ?? ""
    assert.match(policy, /^default-src 'none'; script-src 'self';/)
    assert.notMatch(policy, /https?:|\*|script-src[^;]*unsafe/)
    const html = await page.text()
    assert.notMatch(html, /<script>|\son\w+=/, "no code in the page, which the policy would refuse")
    for (const link of links(html).filter((one) => !one.startsWith("data:"))) {
      assert.match(link, /^\/(?!\/)/)
      const part = await fetch(`${baseUrl}${link}`)
      assert.strictEqual(part.status, 200, link)
      assert.strictEqual(part.headers.get("x-content-type-options"), "nosniff", link)
      await part.arrayBuffer()
    }
  })

  it("starts the viewer over this server's own description", async () => {
    const start = await (await fetch(`${baseUrl}/docs/start.js`)).text()
    const spec = /url: "([^"]+)"/.exec(start)?.[1] ?? ""
    const document = (await (await fetch(`${baseUrl}${spec}`)).json()) as { readonly paths: Record<string, unknown> }
    assert.isAbove(Object.keys(document.paths).length, 10)
    const viewer = await (await fetch(`${baseUrl}/docs/page.js`)).text()
    assert.include(start, "Scalar.createApiReference(")
    assert.include(viewer, "createApiReference")
    assert.notMatch(start, /https?:/)
  })

  it("is sent packed to clients that accept it, and whole to others", async () => {
    for (const path of ["/docs", "/docs/page.js", "/docs/start.js"]) {
      const [coding, zipped] = await travelling(path, "br, gzip;q=0.8")
      const [none, plain] = await travelling(path, "gzip;q=0, identity")
      assert.deepStrictEqual([coding, none], ["gzip", undefined], path)
      assert.isTrue(gunzipSync(zipped).equals(plain), path)
    }
    assert.isBelow((await travelling("/docs/page.js", "gzip"))[1].length, 900_000)
  })

  it("is not sent again to a client that has it", async () => {
    const first = await fetch(`${baseUrl}/docs/page.js`)
    await first.arrayBuffer()
    const etag = first.headers.get("etag") ?? ""
    assert.match(etag, /^"[\w-]{22}"$/)
    const again = await fetch(`${baseUrl}/docs/page.js`, { headers: { "if-none-match": `W/"other", ${etag}` } })
    assert.deepStrictEqual([again.status, await again.text()], [304, ""])
    assert.strictEqual(again.headers.get("x-content-type-options"), "nosniff")
    const other = await fetch(`${baseUrl}/docs/page.js`, { headers: { "if-none-match": "\"other\"" } })
    assert.strictEqual(other.status, 200)
    await other.arrayBuffer()
  })

  it("answers other methods as every path does", async () => {
    const posted = await fetch(`${baseUrl}/docs`, { method: "POST" })
    assert.deepStrictEqual([posted.status, posted.headers.get("allow")], [405, "GET, HEAD, OPTIONS"])
    assert.strictEqual(posted.headers.get("cache-control"), "no-store")
    await posted.text()
  })
})
