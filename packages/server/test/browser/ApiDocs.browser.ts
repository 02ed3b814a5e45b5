/** The page of the API as a server serves it, in a browser: it loads nothing from elsewhere and shows every operation. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Browser } from "playwright-core"
import { makeDataDir, parsePrinted, type RunningServer, runServer, stopServer } from "../ServerProcess.ts"
import { launchChromium } from "./Chromium.ts"
import { watch } from "./Visit.ts"

let browser: Browser
const data = makeDataDir()
let server: RunningServer
let url = ""

beforeAll(async () => {
  browser = await launchChromium()
  server = runServer(["serve"], { HEDGEROW_STORAGE: "memory", HEDGEROW_DATA_DIR: data.path })
  await server.ready
  url = parsePrinted(server.output()).baseUrl
})

afterAll(async () => {
  await browser.close()
  await stopServer(server)
  data.remove()
})

const runAQuery = "#tag/query/POST/api/projects/{project_id}/query/"

describe("/docs", () => {
  it.each(
    [
      ["light", 1280],
      ["dark", 1280],
      ["dark", 360]
    ] as const
  )("shows an operation with its fields, %s, %i wide", async (colorScheme, width) => {
    const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme })
    const page = await context.newPage()
    const complaints = watch(page, [url])
    await page.goto(`${url}/docs${runAQuery}`)
    await page.getByRole("heading", { name: "Run a query" }).first().waitFor()
    await page.getByText("/api/projects/{project_id}/query/").first().waitFor()
    await page.getByText("client_query_id").first().waitFor()
    if (process.env["PICTURES"] !== undefined) {
      await page.screenshot({ path: `${process.env["PICTURES"]}/docs-${colorScheme}-${width}.png` })
    }
    const wider = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    await context.close()
    assert.deepStrictEqual({ complaints, wider }, { complaints: [], wider: 0 })
  })
})
