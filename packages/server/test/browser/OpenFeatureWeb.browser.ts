import { assert, describe, it } from "@effect/vitest"
import { build } from "esbuild"
import { createServer } from "node:http"
import { fileURLToPath } from "node:url"
import { startFlagServer } from "../FlagServer.ts"
import { launchChromium } from "./Chromium.ts"
import { close, listen } from "./Relay.ts"
import { createFlags, everybody } from "./World.ts"

/** The functions of the page. */
declare const flags: {
  readonly start: (baseUrl: string, token: string) => Promise<void>
  readonly value: (key: string) => boolean
  readonly changes: ReadonlyArray<ReadonlyArray<string>>
}

const script = `
  import { OFREPWebProvider } from "@openfeature/ofrep-web-provider"
  import { OpenFeature, ProviderEvents } from "@openfeature/web-sdk"
  const changes = []
  OpenFeature.addHandler(ProviderEvents.ConfigurationChanged, ({ flagsChanged }) => changes.push(flagsChanged))
  window.flags = {
    changes,
    start: (baseUrl, token) => {
      const provider = new OFREPWebProvider({ baseUrl, headers: [["Authorization", "Bearer " + token]] })
      return OpenFeature.setProviderAndWait(provider, { targetingKey: "ada" })
    },
    value: (key) => OpenFeature.getClient().getBooleanValue(key, false)
  }
`

const bundled = async (): Promise<string> => {
  const { outputFiles } = await build({
    stdin: { contents: script, resolveDir: fileURLToPath(new URL(".", import.meta.url)) },
    bundle: true,
    format: "iife",
    platform: "browser",
    write: false
  })
  return outputFiles[0]?.text ?? ""
}

/** A site of its own origin with one page, which holds the SDK. */
const startSite = async () => {
  const page = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script>${await bundled()}</script>`
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page)
  })
  return { url: await listen(server), stop: () => close(server) }
}

describe("OpenFeature's web SDK in a browser", () => {
  it("a change reaches a page of another origin without a poll, and after a reload", async () => {
    const server = await startFlagServer()
    const site = await startSite()
    const browser = await launchChromium()
    try {
      await createFlags(server, [{ key: "sale", filters: { groups: [] } }])
      const page = await browser.newPage()
      const complaints: Array<string> = []
      page.on("pageerror", ({ message }) => complaints.push(message))
      page.on("console", (message) => {
        if (message.type() === "error") complaints.push(message.text())
      })
      const asked: Array<string> = []
      page.on("request", (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
      await page.goto(site.url)
      await page.evaluate(([url, token]) => flags.start(url, token), [server.url, server.token] as const)
      assert.isFalse(await page.evaluate(() => flags.value("sale")))
      await server.patch("sale", { filters: { groups: everybody } })
      await page.waitForFunction(() => flags.value("sale"))
      assert.deepStrictEqual(await page.evaluate(() => flags.changes.at(-1)), ["sale"])
      assert.include(asked, "GET /ofrep/v1/stream/")
      assert.lengthOf(asked.filter((one) => one.startsWith("POST")), 2)

      await page.reload()
      await page.evaluate(([url, token]) => flags.start(url, token), [server.url, server.token] as const)
      await server.patch("sale", { active: false })
      await page.waitForFunction(() => !flags.value("sale"))
      assert.deepStrictEqual(complaints, [])
    } finally {
      await browser.close()
      await site.stop()
      await server.stop()
    }
  })
})
