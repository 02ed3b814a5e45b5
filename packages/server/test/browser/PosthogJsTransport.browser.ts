import { assert, describe, it } from "@effect/vitest"
import type { PostHog } from "posthog-js"
import { ask, settles } from "../ServerClient.ts"
import { parsePrinted, runServer, stopServer } from "../ServerProcess.ts"
import type { Build } from "./Shop.ts"
import { everybody, useBrowser } from "./World.ts"

declare const posthog: PostHog

describe("posthog-js in a browser", () => {
  const { arrives, open, openAt, parts } = useBrowser([{ key: "beta", filters: { groups: everybody } }])

  it.each<[Build, string]>([["module", "config.js"], ["module.full.no-external", "config"]])(
    "%s loads its configuration from %s and does as it says",
    async (build, file) => {
      const { relay, server } = parts()
      const { flags, page } = await open({}, build)
      await flags()
      const loaded = relay.sentTo(`/array/${server.token}/${file}`)
      assert.deepStrictEqual(loaded.map(({ method, status }) => [method, status]), [["GET", 200]])
      await page.evaluate(() => posthog.capture("seen"))
      await settles(() => Promise.resolve(relay.sentTo("/i/v0/e/").length), 1)
      assert.lengthOf(relay.sentTo("/e/"), 0)
    }
  )

  it("preflights let requests with headers of their own through", async () => {
    const { relay, shop } = parts()
    const { flags, page } = await open({ request_headers: { "X-Shop": "1" } })
    await flags()
    assert.isTrue(await page.evaluate(() => posthog.isFeatureEnabled("beta")))
    const preflights = relay.exchanges.filter(({ method }) => method === "OPTIONS")
    const asked = preflights.find(({ path }) => path === "/flags/")
    assert.strictEqual(asked?.status, 204)
    assert.deepInclude(asked?.answered, {
      "access-control-allow-origin": shop.url,
      "access-control-allow-credentials": "true"
    })
    assert.include(asked?.answered["access-control-allow-headers"], "x-shop")
    assert.include(asked?.answered["access-control-allow-methods"], "POST")
    assert.deepInclude(relay.sentTo("/flags/")[0], { status: 200 })
    assert.strictEqual(relay.sentTo("/flags/")[0]?.headers["x-shop"], "1")
  })

  it("page views and clicks are captured from gzipped bodies, the last event by a beacon", async () => {
    const { relay, shop } = parts()
    const { flags, page } = await open({ autocapture: true, capture_pageview: true, capture_pageleave: true })
    await flags()
    await page.click("#buy")
    const url = `startsWith(properties.$current_url, '${shop.url}/module')`
    const user = await page.evaluate(() => posthog.get_distinct_id())
    await arrives(`event = '$pageview' and ${url} and distinct_id = '${user}'`)
    await arrives(`event = '$autocapture' and distinct_id = '${user}'`)
    await page.goto("about:blank")
    await arrives(`event = '$pageleave' and distinct_id = '${user}'`)
    const sent = [...relay.sentTo("/e/"), ...relay.sentTo("/i/v0/e/")]
    assert.isAtLeast(sent.length, 2)
    assert.isTrue(sent.every(({ body }) => body[0] === 0x1f && body[1] === 0x8b), "a body was not gzipped")
    assert.isTrue(sent.every(({ status }) => status === 200), "an answer was not 200")
    assert.strictEqual(sent.at(-1)?.headers["sec-fetch-mode"], "no-cors")
  })

  it("works against the program itself", async () => {
    const program = runServer(["serve"], { HEDGEROW_STORAGE: "memory" })
    await program.ready
    const { baseUrl, key, token } = parsePrinted(program.output())
    const { page } = await openAt(baseUrl, token)
    await page.evaluate(() => posthog.capture("seen"))
    await settles(
      async () => (await ask({ baseUrl, key }, "select count() from events where event = 'seen'"))[0]?.[0],
      1
    )
    assert.strictEqual(await stopServer(program), 0)
  })
})
