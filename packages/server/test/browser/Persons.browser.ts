/** Events and persons in the console, checked by the API's own answers. */
import { afterAll, afterEach, assert, beforeAll, it } from "@effect/vitest"
import { ask, settles } from "../ServerClient.ts"
import { type ConsoleWorld, startConsole } from "./ConsoleWorld.ts"
import { faultsOf } from "./ServedPages.ts"

let world: ConsoleWorld

beforeAll(async () => {
  world = await startConsole()
  await world.capture([
    { event: "visited", distinct_id: "ada", properties: { side: "north", $set: { email: "ada@example.com" } } },
    { event: "visited", distinct_id: "bob", properties: { side: "south" } }
  ])
})

afterAll(() => world.stop())

afterEach(async () => {
  assert.deepStrictEqual(await world.leave(), [])
})

it("events appear as they come, are found by name and condition, and open to their properties", async () => {
  const page = await world.open("/project/1/activity")
  const rows = page.getByRole("table", { name: "Events" }).locator("tbody tr")
  await rows.first().waitFor()
  assert.strictEqual(await rows.count(), 2)
  await world.capture([{ event: "came live", distinct_id: "cy" }])
  await page.getByRole("button", { name: "came live" }).waitFor()
  await page.getByRole("textbox", { name: "Event" }).fill("visited")
  await page.locator("[data-combobox-selected]").filter({ hasText: "visited" }).waitFor()
  await page.keyboard.press("Enter")
  await settles(() => rows.count(), 2)
  assert.strictEqual(new URL(page.url()).searchParams.get("event"), "visited")
  await page.getByRole("button", { name: "Add a condition on the events" }).click()
  await page.getByRole("textbox", { name: "Property of a condition on the events" }).fill("side")
  await page.locator("[data-combobox-selected]").filter({ hasText: "side" }).waitFor()
  await page.keyboard.press("Enter")
  await page.getByRole("combobox", { name: "Values of side for the events" }).fill("north")
  await page.keyboard.press("Enter")
  await settles(() => rows.count(), 1)
  await page.getByRole("button", { name: "visited" }).click()
  assert.include(await page.getByLabel("Properties of visited").innerText(), "\"side\": \"north\"")
  assert.deepStrictEqual(await faultsOf(page), [])
})

it("an event and a property are found, described, typed and hidden, and lists of choices leave them out", async () => {
  const page = await world.open("/project/1/definitions")
  await page.getByRole("textbox", { name: "Search definitions" }).fill("visit")
  await page.getByRole("button", { name: "Describe visited" }).click()
  const form = page.getByRole("dialog")
  await form.getByRole("textbox", { name: "Description" }).fill("Somebody came")
  await form.getByRole("combobox", { name: "Tags" }).fill("web")
  await page.keyboard.press("Enter")
  await form.getByRole("checkbox", { name: "Verified" }).check()
  assert.deepStrictEqual(await faultsOf(page), [])
  await form.getByRole("button", { name: "Save" }).click()
  await page.getByRole("row", { name: /visited.*Verified.*Somebody came.*#web/ }).waitFor()
  await form.waitFor({ state: "detached" })
  await page.getByText("Properties of events", { exact: true }).click()
  await settles(() => Promise.resolve(new URL(page.url()).searchParams.get("kind")), "properties")
  await page.getByRole("textbox", { name: "Search definitions" }).fill("side")
  await page.getByRole("button", { name: "Describe side" }).click()
  await form.getByRole("combobox", { name: "Type" }).selectOption("Boolean")
  await form.getByRole("checkbox", { name: "Hidden" }).check()
  await form.getByRole("button", { name: "Save" }).click()
  await page.getByRole("row", { name: /side.*Hidden.*Yes or no/ }).waitFor()
  await form.waitFor({ state: "detached" })
  assert.deepStrictEqual(await faultsOf(page), [])
  const found = await fetch(`${world.baseUrl}/api/projects/1/property_definitions/?search=side`, {
    headers: { authorization: `Bearer ${world.key}` }
  })
  const { results: [side] } = await found.json() as { readonly results: ReadonlyArray<Record<string, unknown>> }
  const { hidden, name, property_type } = side ?? {}
  assert.deepStrictEqual({ hidden, name, property_type }, { hidden: true, name: "side", property_type: "Boolean" })
})

it("a person is found, changed, exported and deleted with its events", async () => {
  const page = await world.open("/project/1/persons")
  await page.getByRole("textbox", { name: "Search persons" }).fill("ADA@")
  const found = page.getByRole("table", { name: "Persons" }).getByRole("link")
  await settles(() => found.count(), 1)
  await found.click()
  await page.getByRole("heading", { name: "ada@example.com", level: 1 }).waitFor()
  await page.getByRole("button", { name: "visited" }).waitFor()
  assert.deepStrictEqual(await faultsOf(page), [])

  await page.getByRole("textbox", { name: "Property" }).fill("seats")
  await page.getByRole("textbox", { name: "Value" }).fill("7")
  await page.keyboard.press("Enter")
  await page.getByRole("row", { name: "seats 7" }).waitFor()
  assert.deepStrictEqual(
    await ask(world, "SELECT properties.seats FROM persons WHERE properties.email = 'ada@example.com'"),
    [[7]]
  )
  await page.getByRole("button", { name: "Remove the property seats" }).click()
  await page.getByRole("row", { name: "seats 7" }).waitFor({ state: "detached" })

  const saving = page.waitForEvent("download")
  await page.getByRole("button", { name: "Export" }).click()
  const parts: Array<Buffer> = []
  for await (const part of await (await saving).createReadStream()) parts.push(part as Buffer)
  assert.include(Buffer.concat(parts).toString("utf8"), "ada@example.com")

  await page.getByRole("button", { name: "Delete" }).click()
  const form = page.getByRole("dialog")
  await form.getByRole("checkbox", { name: "Delete its events too" }).check()
  assert.deepStrictEqual(await faultsOf(page), [])
  await form.getByRole("button", { name: "Delete" }).click()
  await page.getByRole("heading", { name: "Persons", level: 1 }).waitFor()
  await page.getByRole("link", { name: "bob" }).waitFor()
  assert.strictEqual(await page.getByRole("link", { name: "ada@example.com" }).count(), 0)
  assert.deepStrictEqual(await ask(world, "SELECT distinct_id FROM events WHERE event = 'visited'"), [["bob"]])
})
