/** A dashboard that is shared by a link, in the console and as who has the link sees it. */
import { afterAll, afterEach, assert, beforeAll, it } from "@effect/vitest"
import { settles } from "../ServerClient.ts"
import { type ConsoleWorld, startConsole } from "./ConsoleWorld.ts"
import { faultsOf, overflowOf } from "./ServedPages.ts"

let world: ConsoleWorld

const post = async (path: string, body: object): Promise<Readonly<Record<string, unknown>>> => {
  const answer = await fetch(`${world.baseUrl}/api/projects/1/${path}`, {
    method: path.endsWith("dashboards/1/") ? "PATCH" : "POST",
    headers: { authorization: `Bearer ${world.key}`, "content-type": "application/json" },
    body: JSON.stringify(body)
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return await answer.json() as Readonly<Record<string, unknown>>
}

const series = [{ kind: "EventsNode", event: "signed up" }]

beforeAll(async () => {
  world = await startConsole()
  const hour = 3_600_000
  await world.capture(Array.from({ length: 120 }, (_, at) => ({
    event: "signed up",
    distinct_id: `person ${at}`,
    properties: { plan: ["free", "pro", "team"][at % 3] },
    timestamp: new Date(Date.now() - at * 1.3 * hour).toISOString()
  })))
  await post("dashboards/", { name: "Growth of the shop", description: "What the board looks at." })
  const at = { dashboards: [1] }
  const query = { kind: "TrendsQuery", series, dateRange: { date_from: "-7d" } }
  await post("insights/", {
    ...at,
    name: "Sign-ups by plan",
    query: { ...query, breakdownFilter: { breakdown: "plan" } }
  })
  await post("insights/", { ...at, name: "All sign-ups", query: { ...query, trendsFilter: { display: "BoldNumber" } } })
  await post("insights/", {
    ...at,
    name: "Latest",
    query: {
      kind: "HogQLQuery",
      query: "select distinct_id, properties.plan from events order by timestamp desc limit 30"
    }
  })
  await post("dashboards/", { name: "Signups alone" })
  await post("insights/", { name: "Signups", dashboards: [2], query })
  const body = "## Read me\n\nNumbers are **of this week**. [The plan](https://example.com/plan)"
  await post("dashboards/1/", { tiles: [{ text: { body }, layouts: { sm: { x: 0, y: 0, w: 12, h: 3 } } }] })
})

afterAll(() => world.stop())

afterEach(async () => {
  assert.deepStrictEqual(await world.leave(), [])
})

it("a link is made in the console, opened by a stranger, renewed and turned off", async () => {
  const page = await world.open("/project/1/dashboards/2", { permissions: ["clipboard-read", "clipboard-write"] })
  await page.getByRole("button", { name: "Share", exact: true }).click()
  const dialog = page.getByRole("dialog", { name: "Share the dashboard by a link" })
  await dialog.getByRole("button", { name: "Make a link" }).click()
  const field = dialog.getByRole("textbox", { name: "Link" })
  await field.waitFor()
  const link = await field.inputValue()
  assert.match(link, new RegExp(`^${world.baseUrl}/shared/hgl_\\w{43}$`))
  await dialog.getByRole("button", { name: "Copy: Link" }).click()
  await dialog.getByText("Copied").waitFor({ state: "attached" })
  assert.strictEqual(await page.evaluate("navigator.clipboard.readText()"), link)
  assert.deepStrictEqual(await faultsOf(page), [])

  const stranger = await world.openStrange(new URL(link).pathname)
  await stranger.getByRole("heading", { name: "Signups alone", level: 1 }).waitFor()

  await dialog.getByRole("button", { name: "Renew the link" }).click()
  await settles(async () => await field.inputValue() === link, false)
  const renewed = await field.inputValue()
  assert.strictEqual((await stranger.reload())?.status(), 404)
  await stranger.getByRole("heading", { name: "Nothing is shared here" }).waitFor()
  assert.strictEqual((await stranger.goto(renewed))?.status(), 200)

  await page.reload()
  await page.getByRole("button", { name: "Share", exact: true }).click()
  await dialog.getByText("only a hash of it is kept").waitFor()
  assert.strictEqual(await field.count(), 0)
  await dialog.getByRole("button", { name: "Turn off" }).click()
  await dialog.getByRole("button", { name: "Make a link" }).waitFor()
  assert.strictEqual((await stranger.reload())?.status(), 404)
})

it.each(
  (["light", "dark"] as const).flatMap((colorScheme) => [360, 1280].map((width) => ({ colorScheme, width })))
)(
  "the page can be read in $colorScheme on $width pixels, by readers of screens too",
  async ({ colorScheme, width }) => {
    const { link } = await (async () => {
      const path = `${world.baseUrl}/api/projects/1/dashboards/1/sharing/`
      const headers = { authorization: `Bearer ${world.key}`, "content-type": "application/json" }
      await fetch(path, { method: "PATCH", headers, body: JSON.stringify({ enabled: true }) })
      return await (await fetch(`${path}refresh/`, { method: "POST", headers })).json() as { readonly link: string }
    })()
    const page = await world.openStrange(new URL(link).pathname, { colorScheme, viewport: { width, height: 900 } })
    await page.getByRole("region", { name: "Chart of Sign-ups by plan" }).getByRole("img").waitFor()
    assert.strictEqual(await page.getByRole("heading", { level: 2 }).count(), 4)
    assert.isTrue(await page.getByText("120", { exact: true }).isVisible())
    assert.isTrue(await page.getByRole("link", { name: "The plan" }).isVisible())
    assert.strictEqual(await overflowOf(page), 0)
    assert.deepStrictEqual(await faultsOf(page), [])
    const widths = await page.evaluate("[...document.images].map((image) => image.naturalWidth)")
    assert.isTrue(
      (widths as ReadonlyArray<number>).length > 0 && (widths as ReadonlyArray<number>).every((one) => one > 0)
    )
  }
)
