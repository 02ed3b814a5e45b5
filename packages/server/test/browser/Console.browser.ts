/** The console as a server serves it, in a browser: with its own headers, without a fault, and by the API's own answers. */
import { afterAll, afterEach, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { ask, settles } from "../ServerClient.ts"
import { type ConsoleWorld, startConsole } from "./ConsoleWorld.ts"
import { faultsOf, overflowOf } from "./ServedPages.ts"

let world: ConsoleWorld

beforeAll(async () => {
  world = await startConsole()
})

afterAll(() => world.stop())

afterEach(async () => {
  assert.deepStrictEqual(await world.leave(), [])
})

const rowsOf = (page: Page) => page.getByRole("region", { name: "Rows" }).locator("tbody tr")

/** Writes a statement as somebody at a keyboard does, in place of the one that is there. */
const write = async (page: Page, sql: string): Promise<void> => {
  await page.getByRole("textbox", { name: "SQL" }).click()
  await page.keyboard.press("Control+a")
  await page.keyboard.press("Delete")
  await page.keyboard.insertText(sql)
}

describe("the home of a project", () => {
  it("shows the token, and an event as soon as it has come", async () => {
    const page = await world.open("/")
    await page.getByText(world.token).first().waitFor()
    assert.match(page.url(), /\/project\/1\/?$/)
    await world.capture([{ event: "came live", distinct_id: "ada" }])
    await page.getByRole("link", { name: "came live" }).waitFor()
    assert.deepStrictEqual(await faultsOf(page), [])
  })

  it("goes to every page by keys alone", async () => {
    const page = await world.open("/project/1")
    await page.getByRole("heading", { name: "Latest events" }).waitFor()
    await page.keyboard.press("Control+k")
    await page.getByPlaceholder("Search or go to").fill("sql")
    await page.keyboard.press("Enter")
    await page.getByRole("textbox", { name: "SQL" }).waitFor()
    assert.match(page.url(), /\/project\/1\/sql/)
  })
})

describe("SQL", () => {
  it("runs a statement by its key, whose rows are those of the API", async () => {
    await world.capture([{ event: "clicked", distinct_id: "ada" }, { event: "clicked", distinct_id: "bob" }])
    const sql = "SELECT event, count() AS n FROM events WHERE event = 'clicked' GROUP BY event"
    const page = await world.open("/project/1/sql")
    await write(page, sql)
    await page.keyboard.press("Control+Enter")
    await rowsOf(page).first().waitFor()
    const expected = await ask(world, sql)
    assert.deepStrictEqual(await rowsOf(page).first().locator("td").allInnerTexts(), (expected[0] ?? []).map(String))
    assert.strictEqual(new URL(page.url()).searchParams.get("q"), sql)
    assert.deepStrictEqual(await faultsOf(page), [])
  })

  it("shows a fault in the API's words, and its place under the text", async () => {
    const page = await world.open("/project/1/sql")
    await write(page, "SELECT evnt FROM events")
    await page.locator(".cm-lintRange-error").waitFor()
    await page.keyboard.press("Control+Enter")
    assert.match(await page.getByRole("alert").innerText(), /evnt/)
  })

  it("says how long a statement runs and how much it has read, and Cancel ends it on the server", async () => {
    const page = await world.open("/project/1/sql")
    const from = "FROM numbers(900000) a CROSS JOIN numbers(900000) b"
    await write(page, `SELECT count() ${from} WHERE (a.number * b.number) % 7 = 3`)
    const cancelling = page.waitForRequest((request) => request.method() === "DELETE")
    await page.getByRole("button", { name: "Run" }).click()
    await page.getByText(/^Running for .* rows read$/).waitFor()
    assert.deepStrictEqual(await faultsOf(page), [])
    await page.getByRole("button", { name: "Cancel" }).click()
    const answer = await fetch((await cancelling).url(), { headers: { authorization: `Bearer ${world.key}` } })
    const { query_status } = await answer.json() as { readonly query_status: Readonly<Record<string, unknown>> }
    assert.deepInclude(query_status, { complete: true, error: true })
    await page.getByRole("alert").getByText(/cancel/i).first().waitFor()
    await page.getByRole("button", { name: "Run" }).waitFor()
  })

  it("completes by the server's names", async () => {
    const page = await world.open("/project/1/sql")
    await write(page, "SELECT distin")
    await page.keyboard.press("Control+Space")
    const found = page.getByRole("option", { name: /^distinct_id/ })
    await found.first().waitFor()
    assert.isAtLeast(await found.count(), 1)
  })

  it("asks for variables, is drafted from words, shows its plan, and is kept as an insight", async () => {
    const page = await world.open("/project/1/sql")
    await write(page, "SELECT count() AS n FROM events WHERE event = {variables.event_name}")
    await page.getByRole("button", { name: "Make the variable event_name" }).click()
    await page.getByRole("textbox", { name: "event_name" }).fill("clicked")
    await page.getByRole("button", { name: "Run" }).click()
    const rows = page.getByRole("region", { name: "Rows" }).locator("tbody tr")
    const [[expected]] = await ask(world, "SELECT count() FROM events WHERE event = 'clicked'") as [[number]]
    await settles(async () => (await rows.allInnerTexts()).join(), String(expected))
    assert.deepStrictEqual(await faultsOf(page), [])

    await page.getByRole("textbox", { name: "The question in words" }).fill("xyzzy of plugh")
    await page.keyboard.press("Enter")
    await page.getByText("Not understood").waitFor()
    await page.getByRole("textbox", { name: "The question in words" }).fill("how many events per day")
    await page.keyboard.press("Enter")
    const editor = page.getByRole("textbox", { name: "SQL" })
    await settles(async () => (await editor.innerText()).includes("variables"), false)
    await page.getByRole("button", { name: "Run" }).click()
    await page.getByText("Plan", { exact: true }).click()
    await page.getByLabel("Plan", { exact: true }).getByText("Rows read").waitFor()
    assert.deepStrictEqual(await faultsOf(page), [])

    await page.getByRole("button", { name: "Save" }).click()
    const form = page.getByRole("dialog")
    await form.getByRole("textbox", { name: "Name" }).fill("Events a day")
    await form.getByRole("button", { name: "Save" }).click()
    await page.getByRole("heading", { name: "Events a day", level: 1 }).waitFor()
    const written = await editor.innerText()
    await page.getByRole("link", { name: "Insights" }).click()
    await page.getByRole("link", { name: "Events a day" }).click()
    await page.getByRole("heading", { name: "Events a day", level: 1 }).waitFor()
    await settles(() => editor.innerText(), written)
    assert.match(page.url(), /\/project\/1\/sql\?insight=/)
  })

  it("draws rows over time, and moves through them by keys", async () => {
    const sql = "SELECT toDate('2026-01-01') + number AS day, number * 2 AS n FROM numbers(5)"
    const page = await world.open(`/project/1/sql?view=chart&q=${encodeURIComponent(sql)}`)
    const plot = page.locator(".chart-plot")
    await plot.locator("svg").waitFor()
    await plot.focus()
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("End")
    await page.getByRole("status").filter({ hasText: "2026-01-05: 8" }).waitFor()
    assert.deepStrictEqual(await faultsOf(page), [])
  })

  it("scrolls through 50,000 rows, of which few are drawn", async () => {
    const sql = "SELECT number FROM numbers(50000) LIMIT 50000"
    const page = await world.open(`/project/1/sql?q=${encodeURIComponent(sql)}`)
    await page.getByText("50,000 rows").waitFor()
    const region = page.getByRole("region", { name: "Rows" })
    await region.focus()
    await page.keyboard.press("End")
    await page.getByRole("cell", { name: "49999", exact: true }).waitFor()
    assert.isBelow(await region.locator("tbody tr").count(), 100)
  })

  it("saves all rows as CSV", async () => {
    const page = await world.open(`/project/1/sql?q=${encodeURIComponent("SELECT number FROM numbers(500)")}`)
    await rowsOf(page).first().waitFor()
    await page.getByRole("button", { name: "Download" }).click()
    const saving = page.waitForEvent("download")
    await page.getByRole("menuitem", { name: "All rows as CSV" }).click()
    const stream = await (await saving).createReadStream()
    const parts: Array<Buffer> = []
    for await (const part of stream) parts.push(part as Buffer)
    assert.strictEqual(Buffer.concat(parts).toString("utf8").trim().split(/\r?\n/).length, 501)
  })
})

describe("every page", () => {
  it.each([
    "/project/1",
    "/project/1/activity",
    "/project/1/dashboards",
    "/project/1/definitions",
    "/project/1/insights",
    "/project/1/insights/new",
    "/project/1/persons",
    "/project/1/sql?q=SELECT%201",
    "/login"
  ])(
    "%s fits a small screen, light and dark, without faults",
    async (path) => {
      for (const colorScheme of ["light", "dark"] as const) {
        const page = await world.open(path, { viewport: { width: 360, height: 740 }, colorScheme })
        await page.getByRole("heading", { level: 1 }).waitFor()
        assert.strictEqual(await overflowOf(page), 0)
        assert.deepStrictEqual(await faultsOf(page), [], colorScheme)
      }
    }
  )

  it("shows names of events as texts, whatever they are", async () => {
    const name = "<img src=x onerror=window.hurt=1><script>window.hurt=1</script>"
    await world.capture([{ event: name, distinct_id: name, properties: { [name]: name } }])
    const page = await world.open("/project/1")
    await page.getByText(name).first().waitFor()
    await page.getByRole("link", { name: "Insights" }).click()
    await page.getByRole("link", { name: "New insight" }).click()
    await page.getByRole("textbox", { name: "Event of Series A" }).fill(name.slice(0, 12))
    await page.getByRole("option", { name }).first().click()
    await page.getByRole("columnheader", { name }).waitFor()
    assert.isUndefined(await page.evaluate("window.hurt"))
  })

  it("asks whoever is not signed in to log in, and leads back only to pages of its own", async () => {
    const page = await world.openStrange("/project/1/sql")
    await page.getByRole("heading", { name: "Log in to Hedgerow" }).waitFor()
    assert.strictEqual(new URL(page.url()).searchParams.get("next"), "/project/1/sql")
    assert.deepStrictEqual(await faultsOf(page), [])
  })
})
