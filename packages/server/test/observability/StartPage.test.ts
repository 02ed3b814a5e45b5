import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { makeDataDir, parsePrinted, type RunningServer, runServer, stopServer } from "../ServerProcess.ts"

const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" }

const serve = (env: Readonly<Record<string, string>>) => {
  const data = makeDataDir()
  let server: RunningServer
  const started = { baseUrl: "", printed: "" }
  beforeAll(async () => {
    server = runServer(["serve"], {
      HEDGEROW_STORAGE: "memory",
      HEDGEROW_DATA_DIR: data.path,
      HEDGEROW_CONSOLE: "false",
      ...env
    })
    await server.ready
    started.printed = server.output()
    started.baseUrl = parsePrinted(started.printed).baseUrl
  })
  afterAll(async () => {
    await stopServer(server)
    data.remove()
  })
  return started
}

const links = (html: string): ReadonlyArray<string> =>
  [...html.matchAll(/<a href="([^"]+)"/g)].map((match) => match[1] ?? "")

describe("/", () => {
  const server = serve({})

  it("is a page for browsers, whose links are answered", async () => {
    const page = await fetch(`${server.baseUrl}/`, { headers: browser })
    assert.strictEqual(page.status, 200)
    assert.strictEqual(page.headers.get("content-type"), "text/html; charset=utf-8")
    assert.strictEqual(page.headers.get("x-frame-options"), "DENY")
    assert.strictEqual(page.headers.get("x-content-type-options"), "nosniff")
    assert.strictEqual(page.headers.get("vary"), "Accept")
    assert.match(page.headers.get("content-security-policy") ?? "", /^default-src 'none';/)
    const html = await page.text()
    assert.deepStrictEqual(links(html), [
      `${server.baseUrl}/guides/`,
      `${server.baseUrl}/docs`,
      `${server.baseUrl}/openapi.json`
    ])
    for (const link of links(html).slice(1)) {
      const found = await fetch(link)
      assert.strictEqual(found.status, 200, link)
      await found.arrayBuffer()
    }
    assert.notMatch(html, /<script|\son\w+=/)
  })

  it("shows the first request, which works with the printed key, and no key", async () => {
    const html = await (await fetch(`${server.baseUrl}/`, { headers: browser })).text()
    const [, key = ""] = /(phx_\w+)/.exec(server.printed) ?? []
    assert.notInclude(html, key)
    const text = html.replaceAll("&#39;", "'").replaceAll("&quot;", "\"")
    const [, url = "", body = ""] = /curl -s '([^']+)'[^]*-d '([^']+)'/.exec(text) ?? []
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
    const answer = await fetch(url, { method: "POST", headers, body })
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual(((await answer.json()) as { readonly results: unknown }).results, [])
  })

  it("is 404 for every other client and method", async () => {
    for (const init of [{}, { headers: { accept: "application/json" } }, { method: "POST", headers: browser }]) {
      const answer = await fetch(`${server.baseUrl}/`, init)
      assert.strictEqual(answer.status, 404)
      assert.strictEqual(((await answer.json()) as { readonly code: unknown }).code, "not_found")
    }
  })
})

describe("/ of a server with a public URL", () => {
  const server = serve({ HEDGEROW_PUBLIC_URL: "https://analytics.example.com/meadow" })

  it("names that address", async () => {
    const html = await (await fetch(`${server.baseUrl}/`, { headers: browser })).text()
    assert.deepStrictEqual(links(html), [
      "https://analytics.example.com/meadow/guides/",
      "https://analytics.example.com/meadow/docs",
      "https://analytics.example.com/meadow/openapi.json"
    ])
    assert.include(html, "https://analytics.example.com/meadow/api/projects/@current/query/")
    assert.notInclude(html, server.baseUrl)
  })
})
