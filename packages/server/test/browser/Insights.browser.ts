/** Insights and dashboards in the console: what is done there by clicks and keys, checked by the API's own answers. */
import { afterAll, afterEach, assert, beforeAll, describe, it } from "@effect/vitest"
import type { Locator, Page } from "playwright-core"
import { settles } from "../ServerClient.ts"
import { type ConsoleWorld, startConsole } from "./ConsoleWorld.ts"
import { faultsOf } from "./ServedPages.ts"

let world: ConsoleWorld

type Json = Readonly<Record<string, unknown>>

const api = async (path: string, body?: object): Promise<Json> => {
  const answer = await fetch(`${world.baseUrl}/api/projects/1/${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${world.key}`, "content-type": "application/json" },
    ...body === undefined ? {} : { body: JSON.stringify(body) }
  })
  assert.isTrue(answer.ok, `${path} answered ${answer.status}`)
  return await answer.json() as Json
}

const results = async (path: string, body?: object) => (await api(path, body))["results"] as ReadonlyArray<Json>

beforeAll(async () => {
  world = await startConsole()
  const visits = ["ada", "bob", "cy", "di"].map((distinct_id) => ({ event: "visited", distinct_id }))
  const orders = ["ada", "bob"].map((distinct_id) => ({
    event: "ordered",
    distinct_id,
    properties: { amount: 20, plan: distinct_id === "ada" ? "pro" : "free" }
  }))
  await world.capture([...visits, ...orders, { event: "visited", distinct_id: "ada" }])
})

afterAll(() => world.stop())

afterEach(async () => {
  assert.deepStrictEqual(await world.leave(), [])
})

/** Chooses a name in a field by its first letters, as somebody at a keyboard does. */
const choose = async (page: Page, field: string, name: string): Promise<void> => {
  await page.getByRole("textbox", { name: field }).fill(name)
  await page.locator("[data-combobox-selected]").filter({ hasText: name }).waitFor()
  await page.keyboard.press("Enter")
}

const numbers = (page: Page) => page.getByRole("region", { name: "Numbers" })

/** The numbers of the latest time. */
const latest = (page: Page) => numbers(page).locator("tbody tr").first().locator("td").allInnerTexts()

const kindIs = (page: Page, kind: string) =>
  page.getByRole("radio", { name: kind }).locator("..").getByText(kind).click()

describe("an insight", () => {
  it("counts what the API counts, by events, measures, conditions and cuts that are chosen by keys", async () => {
    const page = await world.open("/project/1/insights/new")
    await choose(page, "Event of Series A", "visited")
    await page.getByRole("columnheader", { name: "visited" }).waitFor()
    const [counted] = await results("query/", {
      query: {
        kind: "TrendsQuery",
        series: [{ kind: "EventsNode", event: "visited" }],
        dateRange: { date_from: "-30d" }
      }
    })
    const { data } = counted as { readonly data: ReadonlyArray<number> }
    const expected = data.at(-1)
    assert.strictEqual(expected, 5)
    assert.strictEqual((await latest(page)).at(-1), String(expected))

    await page.getByRole("combobox", { name: "Measure of Series A" }).selectOption("dau")
    await settles(async () => (await latest(page)).at(-1), "4")

    await choose(page, "Event of Series A", "ordered")
    await page.getByRole("combobox", { name: "Measure of Series A" }).selectOption("sum")
    await choose(page, "Property that is measured of Series A", "amount")
    await settles(async () => (await latest(page)).at(-1), "40")

    await page.getByRole("button", { name: "Add a condition on Series A" }).click()
    await choose(page, "Property of a condition on Series A", "plan")
    await page.getByRole("combobox", { name: "Values of plan for Series A" }).fill("pro")
    await page.keyboard.press("Enter")
    await settles(async () => (await latest(page)).at(-1), "20")
    assert.deepStrictEqual(await faultsOf(page), [])

    await page.getByRole("button", { name: "Remove the condition on plan of Series A" }).click()
    await choose(page, "Cut by a property", "plan")
    await page.getByRole("columnheader", { name: "pro" }).waitFor()
    assert.deepStrictEqual((await latest(page)).slice(1), ["20", "20"])
  })

  it("of steps shows who left, and makes a cohort of them", async () => {
    const page = await world.open("/project/1/insights/new")
    await page.getByRole("columnheader").first().waitFor()
    await kindIs(page, "Funnel")
    await choose(page, "Event of Step 1", "visited")
    await choose(page, "Event of Step 2", "ordered")
    await settles(
      () => numbers(page).locator("tbody tr").last().locator("td").nth(1).innerText({ timeout: 5_000 }),
      "2"
    )
    assert.deepStrictEqual(
      await numbers(page).locator("tbody tr").last().locator("td").allInnerTexts().then((cells) => cells.slice(0, 4)),
      [
        "2. ordered",
        "2",
        "50.0 %",
        "2 (50.0 %)"
      ]
    )
    await page.getByRole("button", { name: /people of Left before step 2/ }).click()
    const drawer = page.getByRole("dialog")
    await drawer.getByRole("link", { name: "cy" }).waitFor()
    assert.deepStrictEqual((await drawer.getByRole("link").allInnerTexts()).toSorted(), ["cy", "di"])
    assert.deepStrictEqual(await faultsOf(page), [])
    await drawer.getByRole("textbox", { name: "Keep them as a cohort" }).fill("Only looked")
    await drawer.getByRole("button", { name: "Make the cohort" }).click()
    await drawer.getByText("of 2 people").waitFor()
    const [cohort] = await results("cohorts/")
    assert.deepInclude(cohort, { name: "Only looked", is_static: true })
  })

  it("of steps compares who converted, and leaves out who did something in between, and whole cohorts", async () => {
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    const events = Array.from({ length: 60 }, (_, at) => [
      { event: "began", distinct_id: `p${at}`, timestamp: minutesAgo(3) },
      ...at % 2 === 0 ? [{ event: "asked", distinct_id: `p${at}`, timestamp: minutesAgo(2) }] : [],
      ...at % 2 === 0 || at < 20 ? [{ event: "finished", distinct_id: `p${at}`, timestamp: minutesAgo(1) }] : []
    ])
    await world.capture(events.flat())
    const page = await world.open("/project/1/insights/new")
    await page.getByRole("columnheader").first().waitFor()
    await kindIs(page, "Funnel")
    await choose(page, "Event of Step 1", "began")
    await choose(page, "Event of Step 2", "finished")
    const reached = () => numbers(page).locator("tbody tr").last().locator("td").nth(1).innerText({ timeout: 5_000 })
    await settles(reached, "40")
    await page.getByRole("button", { name: "Compare" }).click()
    const asked = page.getByRole("table", { name: "Correlations" }).getByRole("row", { name: /asked/ })
    await asked.waitFor()
    assert.deepStrictEqual(await asked.locator("td").allInnerTexts(), ["asked", "conversion", "59.18", "30", "0"])
    assert.deepStrictEqual(await faultsOf(page), [])
    await page.getByRole("button", { name: "30: people of asked, converted" }).click()
    const drawer = page.getByRole("dialog")
    await settles(() => drawer.getByRole("link").count(), 30)
    await drawer.getByRole("textbox", { name: "Keep them as a cohort" }).fill("Asked")
    await drawer.getByRole("button", { name: "Make the cohort" }).click()
    await drawer.getByText("of 30 people").waitFor()
    await page.keyboard.press("Escape")
    await drawer.waitFor({ state: "detached" })

    await page.getByRole("button", { name: "Leave out who did something in between" }).click()
    await choose(page, "Event that is left out 1", "asked")
    await settles(reached, "10")
    await page.getByRole("button", { name: "Remove", exact: true }).click()
    await settles(reached, "40")
    await page.getByRole("button", { name: "Add a cohort to all events" }).click()
    await page.getByRole("combobox", { name: "Cohort for all events" }).selectOption("Asked")
    await settles(reached, "30")
    await page.getByRole("combobox", { name: "Membership for all events" }).selectOption("not_in")
    await settles(reached, "10")
    assert.deepStrictEqual(await faultsOf(page), [])
  })

  it("is about actions, too", async () => {
    await api("actions/", { name: "Finished or began", steps: [{ event: "finished" }, { event: "began" }] })
    const page = await world.open("/project/1/insights/new")
    await page.getByRole("columnheader").first().waitFor()
    await choose(page, "Event of Series A", "Finished or began")
    await settles(async () => (await latest(page)).at(-1), "100")
    assert.deepStrictEqual(await faultsOf(page), [])
  })

  it("counts groups, looks at a sample, which it says, and draws goals", async () => {
    await world.capture(
      ["ada", "bob", "cy"].map((distinct_id, at) => ({
        event: "renewed",
        distinct_id,
        properties: { $groups: { company: at < 2 ? "acme" : "zeta" } }
      }))
    )
    const page = await world.open("/project/1/insights/new")
    await page.getByRole("columnheader").first().waitFor()
    await choose(page, "Event of Series A", "renewed")
    await page.getByRole("combobox", { name: "Measure of Series A" }).selectOption("dau")
    await settles(async () => (await latest(page)).at(-1), "3")
    await page.getByRole("combobox", { name: "Who is counted" }).selectOption("Groups: company")
    await settles(async () => (await latest(page)).at(-1), "2")
    const [counted] = await results("query/", {
      query: {
        kind: "TrendsQuery",
        series: [{ kind: "EventsNode", event: "renewed", math: "dau" }],
        aggregation_group_type_index: 0
      }
    })
    assert.strictEqual((counted as { readonly data: ReadonlyArray<number> }).data.at(-1), 2)

    await page.getByRole("button", { name: "Add a goal line" }).click()
    await page.getByRole("textbox", { name: "Name of goal 1" }).fill("Companies of the year")
    await page.getByRole("textbox", { name: "Value of goal 1" }).fill("5")
    await page.getByRole("figure").getByText("Companies of the year: 5").first().waitFor()
    assert.deepStrictEqual(await faultsOf(page), [])
    await page.getByRole("button", { name: "Remove goal 1" }).click()

    await page.getByRole("combobox", { name: "Sample" }).selectOption("0.1")
    await page.getByRole("note").getByText("Estimated from 10 %").waitFor()
    assert.match(page.url(), /samplingFactor/)
    await page.getByRole("combobox", { name: "Sample" }).selectOption("1")
    await page.getByRole("note").waitFor({ state: "detached" })
    await settles(async () => (await latest(page)).at(-1), "2")
    assert.deepStrictEqual(await faultsOf(page), [])
  })

  it.each(["Retention", "Lifecycle", "Stickiness", "Paths"])("of %s has an answer and no fault", async (kind) => {
    const page = await world.open("/project/1/insights/new")
    await page.getByRole("columnheader").first().waitFor()
    await kindIs(page, kind)
    await page.getByRole("figure").locator("svg").first().waitFor()
    await page.locator("[aria-label=Answer][aria-busy=false]").waitFor()
    assert.strictEqual(await page.getByRole("alert").count(), 0)
    assert.deepStrictEqual(await faultsOf(page), [])
  })
})

/** Drags by the mouse from a place of an element, counted from its end where it is negative, by a way. */
const drag = async (
  page: Page,
  element: Locator,
  [atX, atY]: readonly [number, number],
  [byX, byY]: readonly [number, number]
) => {
  const { height, width, x, y } = await element.boundingBox() ?? { x: 0, y: 0, width: 0, height: 0 }
  const from = [x + (atX < 0 ? width + atX : atX), y + (atY < 0 ? height + atY : atY)] as const
  await page.mouse.move(...from)
  await page.mouse.down()
  await page.mouse.move(from[0] + byX / 2, from[1] + byY / 2, { steps: 5 })
  await page.mouse.move(from[0] + byX, from[1] + byY, { steps: 5 })
  await page.mouse.up()
}

describe("a dashboard", () => {
  it("shows what is saved to it, sizes and moves its tiles, and keeps that in the API", async () => {
    const page = await world.open("/project/1/dashboards")
    await page.getByRole("button", { name: "New dashboard" }).click()
    await page.getByRole("textbox", { name: "Name" }).fill("Growth")
    await page.keyboard.press("Enter")
    await page.getByRole("heading", { name: "Growth" }).waitFor()
    for (const [name, event] of [["Visits", "visited"], ["Orders", "ordered"]] as const) {
      await page.goto(`${world.baseUrl}/project/1/insights/new`)
      await choose(page, "Event of Series A", event)
      await page.getByRole("columnheader", { name: event }).waitFor()
      await page.getByRole("button", { name: "Save" }).click()
      const form = page.getByRole("dialog")
      await form.getByRole("textbox", { name: "Name" }).fill(name)
      await form.getByRole("combobox", { name: "On dashboards" }).click()
      await page.getByRole("option", { name: "Growth" }).click()
      await form.getByRole("button", { name: "Save", exact: true }).click()
      await page.getByRole("heading", { name, level: 1 }).waitFor()
      assert.match(page.url(), /\/insights\/\d+$/)
    }
    await page.getByRole("link", { name: "Dashboards" }).click()
    await page.getByRole("link", { name: "Growth" }).click()
    const orders = page.getByRole("region", { name: "Orders", exact: true })
    await orders.locator("svg").first().waitFor()
    assert.deepStrictEqual(await faultsOf(page), [])
    await page.getByRole("button", { name: "Change the tile Orders" }).click()
    await page.getByRole("menuitem", { name: "Move it before" }).click()
    const layouts = async () => {
      const [dashboard] = await results("dashboards/")
      const { tiles } = await api(`dashboards/${Number(dashboard?.["id"])}/`) as {
        readonly tiles: ReadonlyArray<{
          readonly insight: { readonly name: string }
          readonly layouts: { readonly sm?: { readonly x: number; readonly w: number } }
        }>
      }
      return tiles.map(({ insight, layouts: { sm } }) => `${insight.name} ${sm?.x} ${sm?.w}`).toSorted().join()
    }
    await settles(layouts, "Orders 0 6,Visits 6 6")
    await page.getByRole("menu").waitFor({ state: "detached" })
    await drag(page, orders.locator(".tile-head"), [300, 20], [520, 0])
    await settles(layouts, "Orders 6 6,Visits 6 6")
    await drag(page, orders.locator(".."), [-8, -8], [-240, 120])
    await settles(layouts, "Orders 6 3,Visits 6 6")
    await page.getByRole("button", { name: "Change the tile Orders" }).click()
    await page.getByRole("menuitem", { name: "Full width" }).click()
    await settles(layouts, "Orders 0 12,Visits 0 6")
    // A menu goes slowly: two at a time would have each item twice.
    await page.getByRole("menu").waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Change the tile Visits" }).click()
    await page.getByRole("menuitem", { name: "Take it off" }).click()
    await settles(layouts, "Orders 0 12")
  })

  it("has texts in Markdown, of which no HTML and no picture is taken, and is sent regularly", async () => {
    const page = await world.open("/project/1/dashboards")
    await page.getByRole("link", { name: "Growth" }).click()
    await page.getByRole("button", { name: "Add a text" }).click()
    const hostile = "<img src=x onerror=alert(1)> ![p](https://example.com/p.png) [go](javascript:alert(1))"
    await page.getByRole("textbox", { name: "Text" }).fill(
      `## How we grow\n\n${hostile} as [planned](https://example.com/plan)`
    )
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click()
    await page.getByRole("heading", { name: "How we grow", level: 2 }).waitFor()
    assert.strictEqual(await page.locator(".tile img").count(), 0)
    assert.strictEqual(await page.getByText("go", { exact: true }).getAttribute("href"), "")
    assert.deepStrictEqual(await faultsOf(page), [])
    await page.getByRole("button", { name: "Change the tile Text" }).click()
    await page.getByRole("menuitem", { name: "Change the text" }).click()
    await page.getByRole("textbox", { name: "Text" }).fill("# Written anew")
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click()
    await page.getByRole("heading", { name: "Written anew", level: 1 }).waitFor()

    await page.getByRole("button", { name: "Send regularly" }).click()
    const form = page.getByRole("dialog")
    await form.getByRole("combobox", { name: "Way" }).selectOption("webhook")
    await form.getByRole("textbox", { name: "Receivers" }).fill("https://hooks.example.com/reports")
    await form.getByRole("button", { name: "Send it" }).click()
    await form.getByText("weekly by webhook to https://hooks.example.com/reports").waitFor()
    assert.deepStrictEqual(await faultsOf(page), [])
    const [made] = await results("subscriptions/")
    assert.deepInclude(made, { frequency: "weekly", target_type: "webhook", title: "Growth" })
    await form.getByRole("button", { name: "Stop sending to https://hooks.example.com/reports" }).click()
    await settles(async () => (await results("subscriptions/")).length, 0)
  })
})
