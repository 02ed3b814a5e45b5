/** The guides as a server serves them, in a browser: they load nothing from elsewhere, and can be searched and read. */
import { afterEach, assert, describe, it } from "@effect/vitest"
import type { Browser, Page } from "playwright-core"
import { overflowOf, servedPages } from "./ServedPages.ts"
import { watch } from "./Visit.ts"

const served = servedPages()
const opened: Array<{ readonly page: Page; readonly complaints: ReadonlyArray<string> }> = []

const open = async (path: string, options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> => {
  const { browser, url } = served()
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  const page = await context.newPage()
  opened.push({ page, complaints: watch(page, [url]) })
  await page.goto(url + path, { waitUntil: "networkidle" })
  return page
}

afterEach(async () => {
  const complaints = opened.flatMap((one) => one.complaints)
  await Promise.all(opened.splice(0).map(({ page }) => page.context().close()))
  assert.deepStrictEqual(complaints, [])
})

describe("/guides", () => {
  it("begins with the three doors, each of which opens", async () => {
    const page = await open("/guides")
    const doors = page.locator(".VPFeature")
    assert.strictEqual(await doors.count(), 3)
    for (const at of [0, 1, 2]) {
      await doors.nth(at).click()
      await page.locator(".VPDoc h1").waitFor()
      assert.isAbove((await page.locator(".VPDoc main").innerText()).length, 400)
      await page.goBack()
      await doors.first().waitFor()
    }
  })

  it("finds a page by its words, and goes there", async () => {
    const page = await open("/guides/")
    await page.locator("#local-search button").click()
    await page.locator(".VPLocalSearchBox input").fill("rollout percentage")
    const found = page.locator(".VPLocalSearchBox .result").first()
    await found.waitFor()
    await found.click()
    await page.locator(".VPDoc h1").waitFor()
    assert.match(page.url(), /\/guides\/[a-z]/)
  })

  it.each(["/guides/", "/guides/all", "/guides/sql", "/guides/surveys", "/guides/compatibility", "/guides/charts"])(
    "%s fits a small screen, and has another look in the dark",
    async (path) => {
      const light = await open(path, { viewport: { width: 360, height: 740 }, colorScheme: "light" })
      const dark = await open(path, { viewport: { width: 360, height: 740 }, colorScheme: "dark" })
      assert.deepStrictEqual([await overflowOf(light), await overflowOf(dark)], [0, 0])
      const colour = (page: Page): Promise<unknown> => page.evaluate("getComputedStyle(document.body).backgroundColor")
      assert.notStrictEqual(await colour(light), await colour(dark))
    }
  )
})
