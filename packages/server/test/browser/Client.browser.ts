/** `@hedgerow/client` in a page of another origin, which the server allows. */
import { afterAll, afterEach, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Client } from "@hedgerow/client"
import { build } from "esbuild"
import { createServer, type Server } from "node:http"
import { fileURLToPath } from "node:url"
import type { Browser, Page } from "playwright-core"
import { makeDataDir, parsePrinted, type RunningServer, runServer, stopServer } from "../ServerProcess.ts"
import { launchChromium } from "./Chromium.ts"
import { close, listen } from "./Relay.ts"

/** The function of the page. */
declare const createClient: (options: { url: string; key: string; project: number }) => Client

const bundled = async (): Promise<string> => {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { createClient } from "@hedgerow/client"\nwindow.createClient = createClient`,
      resolveDir: fileURLToPath(new URL(".", import.meta.url))
    },
    bundle: true,
    format: "iife",
    platform: "browser",
    write: false
  })
  return outputFiles[0]?.text ?? ""
}

const startSite = async (): Promise<{ readonly server: Server; readonly url: string }> => {
  const page = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script>${await bundled()}</script>`
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page)
  })
  return { server, url: await listen(server) }
}

let browser: Browser
let allowed: Awaited<ReturnType<typeof startSite>>
let stranger: Awaited<ReturnType<typeof startSite>>
const data = makeDataDir()
let server: RunningServer
let given: readonly [url: string, key: string]
const pages: Array<Page> = []

const open = async (url: string): Promise<Page> => {
  const page = await browser.newPage()
  pages.push(page)
  await page.goto(url)
  return page
}

beforeAll(async () => {
  browser = await launchChromium()
  allowed = await startSite()
  stranger = await startSite()
  server = runServer(["serve"], {
    HEDGEROW_STORAGE: "memory",
    HEDGEROW_DATA_DIR: data.path,
    HEDGEROW_ALLOWED_ORIGINS: allowed.url
  })
  await server.ready
  const { baseUrl, key } = parsePrinted(server.output())
  given = [baseUrl, key]
})

afterAll(async () => {
  await browser.close()
  await Promise.all([close(allowed.server), close(stranger.server)])
  await stopServer(server)
  data.remove()
})

afterEach(async () => {
  await Promise.all(pages.splice(0).map((page) => page.close()))
})

describe("@hedgerow/client in a browser", () => {
  it("makes and lists flags, page by page", async () => {
    const page = await open(allowed.url)
    const keys = await page.evaluate(async ([url, key]) => {
      const { featureFlags } = createClient({ url, key, project: 1 })
      for (const name of ["one", "two", "three"]) {
        await featureFlags.create({ body: { key: name, filters: { groups: [] } } })
      }
      const found: Array<string> = []
      for await (const flag of featureFlags.list({ limit: 2 })) found.push(flag.key)
      return found
    }, given)
    assert.sameMembers(keys, ["one", "two", "three"])
  })

  it("runs a query, and reads rows as they come", async () => {
    const page = await open(allowed.url)
    const answer = await page.evaluate(async ([url, key]) => {
      const { query } = createClient({ url, key, project: 1 })
      const { results } = await query.wait("SELECT sum(number) FROM numbers(10)")
      let rows = 0
      for await (const _ of query.rows("SELECT number FROM numbers(5000)")) rows++
      return { results, rows }
    }, given)
    assert.deepStrictEqual(answer, { results: [[45]], rows: 5000 })
  })

  it("throws the error of the API", async () => {
    const page = await open(allowed.url)
    const code = await page.evaluate(
      ([url, key]) =>
        createClient({ url, key, project: 1 }).featureFlags.read({ id: 999 }).catch((error: { code: string }) =>
          error.code
        ),
      given
    )
    assert.strictEqual(code, "not_found")
  })

  it("reads nothing in a page of an origin that is not allowed", async () => {
    const page = await open(stranger.url)
    const error = await page.evaluate(
      ([url, key]) =>
        createClient({ url, key, project: 1 }).featureFlags.list().then(
          () => "read",
          (cause: unknown) => String(cause)
        ),
      given
    )
    assert.match(error, /Failed to fetch/)
  })
})
