/** What people come for, done by clicks as they would do it: the number of clicks and keys is what the guide says. */
import { afterAll, afterEach, assert, beforeAll, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { type ConsoleWorld, startConsole } from "./ConsoleWorld.ts"

let world: ConsoleWorld

/** The steps of each task by the table of the guide, "clicks and keys". */
const guide = readFileSync(new URL("../../../../docs/console.md", import.meta.url), "utf8")
const stepsOf = (task: string): number => {
  const row = guide.split("\n").find((line) => line.startsWith(`| ${task} |`))
  return Number(row?.split("|")[2])
}

/** Counts what is pressed, and the keys that choose and send; letters of names are not counted. */
const counter = `
  globalThis.steps = 0
  const count = () => void globalThis.steps++
  document.addEventListener("pointerdown", count, true)
  document.addEventListener("keydown", ({ key }) => ["Enter", "Escape", "Tab"].includes(key) ? count() : undefined, true)
`

const counting = async (page: Page): Promise<() => Promise<number>> => {
  await page.evaluate(counter)
  return () => page.evaluate<number>("globalThis.steps")
}

const clipboard = (page: Page) => page.evaluate<string>("navigator.clipboard.readText()")

const choose = async (page: Page, field: string, name: string): Promise<void> => {
  await page.getByRole("textbox", { name: field }).click()
  await page.getByRole("textbox", { name: field }).fill(name)
  await page.locator("[data-combobox-selected]").filter({ hasText: name }).waitFor()
  await page.keyboard.press("Enter")
}

beforeAll(async () => {
  world = await startConsole()
})
afterAll(() => world.stop())
afterEach(async () => {
  assert.deepStrictEqual(await world.leave(), [])
})

it("sends a first event and sees it", async () => {
  const page = await world.open("/project/1", { permissions: ["clipboard-read", "clipboard-write"] })
  await page.getByRole("tab", { name: "curl" }).waitFor()
  const steps = await counting(page)
  await page.getByRole("tab", { name: "curl" }).click()
  await page.getByRole("button", { name: "Copy: Send from curl" }).click()
  const copied = await clipboard(page)
  assert.include(copied, world.token)
  // What the copied line sends.
  const body = /-d '(?<body>[^']*)'/s.exec(copied)?.groups?.["body"] ?? ""
  const sent = await fetch(/https?:\/\/[^\s'"]+/.exec(copied)?.[0] ?? "", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body
  })
  assert.strictEqual(sent.status, 200, copied)
  const { event } = JSON.parse(body) as { readonly event: string }
  await page.getByRole("table").getByText(event).first().waitFor()
  assert.strictEqual(await steps(), stepsOf("Send a first event and see it"))
})

it("builds a funnel by country, sees who dropped out, and keeps it on a dashboard", async () => {
  await world.capture(["ada", "bob", "cy", "di"].flatMap((distinct_id, at) => {
    const properties = { country: at < 2 ? "France" : "Japan" }
    const visited = { event: "visited", distinct_id, properties }
    return at === 0 ? [visited, { event: "ordered", distinct_id, properties }] : [visited]
  }))
  const made = await fetch(`${world.baseUrl}/api/projects/1/dashboards/`, {
    method: "POST",
    headers: { authorization: `Bearer ${world.key}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "Growth" })
  })
  assert.strictEqual(made.status, 201)
  const page = await world.open("/project/1")
  await page.getByRole("heading", { level: 1 }).first().waitFor()
  const steps = await counting(page)
  await page.getByRole("link", { name: "Insights" }).click()
  await page.getByRole("link", { name: "New insight" }).first().click()
  await page.getByRole("columnheader").first().waitFor()
  await page.getByRole("radio", { name: "Funnel" }).locator("..").getByText("Funnel").click()
  await choose(page, "Event of Step 1", "visited")
  await choose(page, "Event of Step 2", "ordered")
  await choose(page, "Cut by a property", "country")
  await page.getByRole("button", { name: /people of Left before step 2.*France/ }).click()
  const drawer = page.getByRole("dialog")
  await drawer.getByRole("link", { name: "bob" }).waitFor()
  assert.deepStrictEqual(await drawer.getByRole("link").allInnerTexts(), ["bob"])
  await page.keyboard.press("Escape")
  await drawer.waitFor({ state: "detached" })
  await page.getByRole("button", { name: "Save" }).click()
  const form = page.getByRole("dialog")
  await form.getByRole("textbox", { name: "Name" }).fill("Orders by country")
  await form.getByRole("combobox", { name: "On dashboards" }).click()
  await page.getByRole("option", { name: "Growth" }).click()
  await form.getByRole("button", { name: "Save", exact: true }).click()
  await page.getByRole("heading", { name: "Orders by country", level: 1 }).waitFor()
  assert.strictEqual(
    await steps(),
    stepsOf("Build a funnel by country, look at who dropped out, save it to a dashboard")
  )
})

it("answers a question in SQL, and shares the chart", async () => {
  const page = await world.open("/project/1", { permissions: ["clipboard-read", "clipboard-write"] })
  await page.getByRole("heading", { level: 1 }).first().waitFor()
  const steps = await counting(page)
  await page.getByRole("link", { name: "SQL" }).click()
  await page.getByRole("textbox", { name: "SQL" }).click()
  await page.keyboard.press("ControlOrMeta+a")
  await page.keyboard.press("Delete")
  await page.keyboard.insertText("SELECT toDate(timestamp) AS day, count() FROM events GROUP BY day ORDER BY day")
  await page.getByRole("button", { name: "Run" }).click()
  await page.getByRole("region", { name: "Rows" }).locator("tbody tr").first().waitFor()
  await page.getByRole("radio", { name: "Chart" }).locator("..").getByText("Chart").click()
  await page.locator(".chart-plot svg").waitFor()
  await page.getByRole("button", { name: "Save" }).click()
  const form = page.getByRole("dialog")
  await form.getByRole("textbox", { name: "Name" }).fill("Events a day")
  await form.getByRole("combobox", { name: "On dashboards" }).click()
  await page.getByRole("option", { name: "Growth" }).click()
  await form.getByRole("button", { name: "Save", exact: true }).click()
  await page.getByRole("heading", { name: "Events a day", level: 1 }).waitFor()
  await page.getByRole("link", { name: "Growth" }).click()
  await page.getByRole("button", { name: "Share", exact: true }).click()
  await page.getByRole("button", { name: "Make a link" }).click()
  await page.getByRole("button", { name: "Copy: Link" }).click()
  await page.getByText("Copied").waitFor({ state: "attached" })
  const link = await clipboard(page)
  assert.strictEqual(await steps(), stepsOf("Answer a question in SQL and share the chart"))
  const shared = await (await fetch(link)).text()
  assert.include(shared, "<h2>Events a day</h2>")
})
