/** The page of the API as a server serves it, in a browser: it loads nothing from elsewhere and shows every operation. */
import { assert, describe, it } from "@effect/vitest"
import { overflowOf, servedPages } from "./ServedPages.ts"
import { watch } from "./Visit.ts"

const served = servedPages()

const runAQuery = "#tag/query/POST/api/projects/{project_id}/query/"

describe("/docs", () => {
  it.each(
    [
      ["light", 1280],
      ["dark", 1280],
      ["dark", 360]
    ] as const
  )("shows an operation with its fields, %s, %i wide", async (colorScheme, width) => {
    const { browser, url } = served()
    const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme })
    const page = await context.newPage()
    const complaints = watch(page, [url])
    await page.goto(`${url}/docs${runAQuery}`)
    await page.getByRole("heading", { name: "Run a query" }).first().waitFor()
    await page.getByText("/api/projects/{project_id}/query/").first().waitFor()
    await page.getByText("client_query_id").first().waitFor()
    const wider = await overflowOf(page)
    await context.close()
    assert.deepStrictEqual({ complaints, wider }, { complaints: [], wider: 0 })
  })
})
