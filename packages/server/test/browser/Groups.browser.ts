/** Groups in the console, checked by the API's own answers. */
import { afterAll, afterEach, assert, beforeAll, it } from "@effect/vitest"
import { ask, settles } from "../ServerClient.ts"
import { type ConsoleWorld, startConsole } from "./ConsoleWorld.ts"
import { faultsOf } from "./ServedPages.ts"

let world: ConsoleWorld

const identify = (type: string, key: string, set: object) => ({
  event: "$groupidentify",
  distinct_id: "ada",
  properties: { $group_type: type, $group_key: key, $group_set: set }
})

/** More groups than the first page of the list shows. */
const shops = Array.from({ length: 60 }, (_, at) => identify("shop", `shop ${String(at).padStart(2, "0")}`, { at }))

beforeAll(async () => {
  world = await startConsole()
  await world.capture([
    identify("company", "acme/../1", { name: "<b>Acme</b>", plan: "pro" }),
    identify("company", "globex", { plan: "free" }),
    { event: "ordered", distinct_id: "ada", properties: { $groups: { company: "acme/../1" } } },
    { event: "ordered", distinct_id: "bob", properties: { $groups: { company: "acme/../1" } } },
    { event: "returned", distinct_id: "bob", properties: { $groups: { company: "acme/../1" } } },
    { event: "ordered", distinct_id: "cy", properties: { $groups: { company: "globex" } } },
    ...shops
  ])
})

afterAll(() => world.stop())

afterEach(async () => {
  assert.deepStrictEqual(await world.leave(), [])
})

it("groups are listed by their type, found by their keys, and further ones are shown", async () => {
  const page = await world.open("/project/1/groups")
  const found = page.getByRole("table", { name: "Groups" }).getByRole("link")
  await settles(() => found.count(), 2)
  assert.deepStrictEqual(await page.getByRole("columnheader").allInnerTexts(), ["Key", "plan", "name", "First seen"])
  assert.deepStrictEqual(await faultsOf(page), [])
  await page.getByRole("textbox", { name: "Search groups" }).fill("LOBE")
  await settles(() => found.count(), 1)
  await page.getByRole("textbox", { name: "Search groups" }).fill("")
  await page.getByRole("combobox", { name: "Type of groups" }).selectOption("shop")
  await settles(() => found.count(), 50)
  assert.strictEqual(new URL(page.url()).searchParams.get("type"), "shop")
  await page.getByRole("button", { name: "Show more" }).click()
  await settles(() => found.count(), 60)
  assert.strictEqual(await page.getByRole("button", { name: "Show more" }).count(), 0)
})

it("a group shows its events and its persons; a property is set and removed", async () => {
  const page = await world.open("/project/1/groups")
  await page.getByRole("link", { name: "acme/../1" }).click()
  await page.getByRole("heading", { name: "acme/../1", level: 1 }).waitFor()
  const events = page.getByRole("table", { name: "Events" })
  await events.getByRole("button").first().waitFor()
  assert.sameMembers(await events.getByRole("button").allInnerTexts(), ["ordered", "ordered", "returned"])
  const persons = page.getByRole("table", { name: "Persons" })
  await persons.getByRole("link").first().waitFor()
  const rows = await persons.locator("tbody tr").allInnerTexts()
  assert.deepStrictEqual(rows.map((row) => row.split(/\s+/)), [["bob", "2"], ["ada", "1"]])
  assert.deepStrictEqual(await faultsOf(page), [])

  await page.getByRole("textbox", { name: "Property" }).fill("seats")
  await page.getByRole("textbox", { name: "Value" }).fill("7")
  await page.keyboard.press("Enter")
  await page.getByRole("row", { name: "seats 7" }).waitFor()
  const kept = "SELECT properties.seats FROM groups WHERE key = 'acme/../1'"
  assert.deepStrictEqual(await ask(world, kept), [[7]])
  await page.getByRole("button", { name: "Remove the property seats" }).click()
  await page.getByRole("row", { name: "seats 7" }).waitFor({ state: "detached" })
  await page.reload()
  await page.getByRole("row", { name: "name <b>Acme</b>" }).waitFor()
  assert.strictEqual(await page.getByRole("row", { name: "seats 7" }).count(), 0)

  await persons.getByRole("link", { name: "bob" }).click()
  await page.getByRole("heading", { name: "bob", level: 1 }).waitFor()
})

it("the search of the console leads to groups; a group that is not there is said to be none", async () => {
  const page = await world.open("/project/1")
  await page.getByRole("button", { name: "Search or go to" }).click()
  await page.getByPlaceholder("Search or go to").fill("groups")
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { name: "Groups", level: 1 }).waitFor()
  assert.strictEqual(new URL(page.url()).pathname, "/project/1/groups")
  await page.goto(new URL("/project/1/groups/one?type=company&key=nobody", page.url()).href)
  await page.getByText("Not found.").waitFor()
  assert.strictEqual(await page.getByRole("table").count(), 0)
})
