/** The pages of who is signed in: the own account, and the members of the organisation. */
import { afterAll, afterEach, assert, beforeAll, it } from "@effect/vitest"
import { Secret, TOTP } from "otpauth"
import type { BrowserContextOptions, Page } from "playwright-core"
import { type ConsoleWorld, startConsole } from "./ConsoleWorld.ts"
import { faultsOf, overflowOf } from "./ServedPages.ts"

let world: ConsoleWorld

const ada = { email: "ada@example.com", password: "correct horse battery" }
const grace = { email: "grace@example.com", password: "wrong zebra charger" }

beforeAll(async () => {
  world = await startConsole()
  const token = /\/setup#(\S+)/.exec(world.printed())?.[1]
  const answer = await fetch(`${world.baseUrl}/api/setup/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...ada, token, first_name: "Ada" })
  })
  assert.strictEqual(answer.status, 200)
})

afterAll(() => world.stop())

afterEach(async () => {
  assert.deepStrictEqual(await world.leave(), [])
})

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true })

/** A page of who logs in with a password. */
const asUser = async (
  user: { readonly email: string; readonly password: string },
  path: string,
  options?: BrowserContextOptions
): Promise<Page> => {
  const page = await world.openStrange(`/login?next=${encodeURIComponent(path)}`, options)
  await page.getByLabel("E-mail").fill(user.email)
  await page.locator("input[name=password]").fill(user.password)
  await page.keyboard.press("Enter")
  return page
}

const codeNow = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

it("a person is invited, opens the link and is a member; the owner changes and removes them", async () => {
  const page = await asUser(ada, "/project/1/members")
  const members = page.getByRole("region", { name: "The members" })
  await members.getByText(ada.email).waitFor()
  await page.getByLabel("E-mail of the person").fill(grace.email)
  await button(page, "Invite").click()
  const link = await page.getByText(/\/invite#hgl_/).innerText()
  assert.deepStrictEqual(await faultsOf(page), [])
  await button(page, "Done").click()
  await page.getByRole("region", { name: "The invitations" }).getByText(grace.email).waitFor()

  const theirs = await world.openStrange(new URL(link).pathname + new URL(link).hash)
  await theirs.getByRole("heading", { level: 1, name: /^Join / }).waitFor()
  assert.strictEqual(await theirs.getByLabel("E-mail").inputValue(), grace.email)
  assert.deepStrictEqual(await faultsOf(theirs), [])
  await theirs.getByLabel("Name").fill("Grace")
  await theirs.locator("input[name=password]").fill(grace.password)
  await button(theirs, "Create your account").click()
  await theirs.getByRole("heading", { name: "Latest events" }).waitFor()
  assert.notInclude(theirs.url(), "hgl_")
  await theirs.goto(`${world.baseUrl}/project/1/members`)
  await theirs.getByText("Admins and owners see invitations and invite people.").waitFor()
  assert.strictEqual(await theirs.getByRole("combobox").count(), 0)
  assert.deepStrictEqual(await faultsOf(theirs), [])

  await page.reload()
  const changed = page.waitForResponse((answer) =>
    answer.url().includes("/members/") && answer.request().method() === "PATCH"
  )
  await page.getByLabel(`Level of ${grace.email}`).selectOption("8")
  await changed
  await theirs.reload()
  await theirs.getByLabel("E-mail of the person").waitFor()
  await button(page, `Remove ${grace.email}`).click()
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click()
  await members.getByText(grace.email).waitFor({ state: "detached" })

  const again = await world.openStrange(new URL(link).pathname + new URL(link).hash)
  await again.getByRole("alert").filter({ hasText: "unknown, has been used, or is too old" }).waitFor()
})

it("an invitation of an account is accepted by who is logged in with its address", async () => {
  const page = await asUser(ada, "/project/1/members")
  await page.getByLabel("E-mail of the person").fill(grace.email)
  await button(page, "Invite").click()
  const link = await page.getByText(/\/invite#hgl_/).innerText()
  const path = new URL(link).pathname + new URL(link).hash
  const stranger = await world.openStrange(path)
  await stranger.getByText(`There is an account with ${grace.email}.`).waitFor()
  const theirs = await asUser(grace, "/account")
  await theirs.getByRole("heading", { level: 1, name: "Account" }).waitFor()
  await theirs.goto(world.baseUrl + path)
  await button(theirs, "Join").click()
  await theirs.getByRole("heading", { name: "Latest events" }).waitFor()
  assert.notInclude(theirs.url(), "hgl_")
})

it("the second factor is set up by a picture, asked for at the log-in, and turned off", async () => {
  const page = await asUser(ada, "/account")
  const section = page.getByRole("region", { name: "Second factor" })
  await section.getByLabel("Your password").fill(ada.password)
  await button(page, "Set up").click()
  await section.getByRole("img", { name: "The secret for your app as a QR code" }).waitFor()
  const secret = (await section.locator("code, pre").first().innerText()).replaceAll(/\s/g, "")
  assert.match(secret, /^[A-Z2-7]{32}$/)
  assert.deepStrictEqual(await faultsOf(page), [])
  await section.getByLabel("Code of your app").fill("000000")
  await button(page, "Turn on").click()
  await section.getByText("This code is wrong, or was used before.").waitFor()
  await section.getByLabel("Code of your app").fill(codeNow(secret))
  await button(page, "Turn on").click()
  await section.getByText("Keep these backup codes now").waitFor()
  const codes = (await section.locator("code, pre").first().innerText()).trim().split(/\s+/)
  assert.strictEqual(codes.length, 10)
  assert.deepStrictEqual(await faultsOf(page), [])
  await button(page, "I have kept them").click()
  await section.getByText("10 backup codes are left").waitFor()

  const login = await asUser(ada, "/project/1/sql?q=SELECT%201")
  await login.getByRole("heading", { name: "Enter your code" }).waitFor()
  assert.deepStrictEqual(await faultsOf(login), [])
  const other = await login.context().newPage()
  await other.goto(`${world.baseUrl}/project/1`)
  await other.getByRole("heading", { name: "Log in to Hedgerow" }).waitFor()
  await other.close()
  await login.getByLabel("Code").fill(codeNow(secret, 1))
  await login.keyboard.press("Enter")
  await login.getByRole("region", { name: "Rows" }).waitFor()
  assert.strictEqual(new URL(login.url()).searchParams.get("q"), "SELECT 1")

  await button(page, "Turn off").click()
  await section.getByLabel("Your password").fill(ada.password)
  await section.getByLabel("A code of your app, or a backup code").fill(codes[0] ?? "")
  await button(page, "Turn it off").click()
  await button(page, "Set up").waitFor()
})

it("name, password, sessions and keys are the user's own to change", async () => {
  const elsewhere = await asUser(ada, "/project/1")
  await elsewhere.getByRole("heading", { name: "Latest events" }).waitFor()
  const page = await asUser(ada, "/account")
  await page.getByLabel("First name").fill("Augusta")
  const saved = page.waitForResponse((answer) =>
    answer.url().endsWith("/api/users/@me/") && answer.request().method() === "PATCH"
  )
  await button(page, "Save the name").click()
  await saved

  const sessions = page.getByRole("region", { name: "Your sessions" })
  await sessions.getByText("This one").waitFor()
  const before = await sessions.locator("tbody tr").count()
  await sessions.getByRole("button", { name: /^End the session of Chrome/ }).first().click()
  await sessions.locator("tbody tr").nth(before - 1).waitFor({ state: "detached" })

  await page.getByLabel("Name of the key").fill("Reader")
  await page.locator("input").and(page.getByLabel("What it may do")).first().fill("project:read")
  await page.getByRole("option", { name: "project:read" }).click()
  await button(page, "Make a key").click()
  const value = await page.getByText(/^phx_\w{43}$/).innerText()
  const read = (key: string) =>
    fetch(`${world.baseUrl}/api/projects/1/`, { headers: { authorization: `Bearer ${key}` } }).then(({ status }) =>
      status
    )
  assert.strictEqual(await read(value), 200)
  await button(page, "I have kept it").click()
  await button(page, "Roll the key Reader").click()
  await page.getByText("Keep the key \"Reader\" now").waitFor()
  assert.strictEqual(await read(value), 401)
  await button(page, "Delete the key Reader").click()
  await button(page, "Delete the key Reader").waitFor({ state: "detached" })

  await page.getByLabel("Current password").fill("not this one")
  await page.getByLabel("New password").fill("staple of the battery")
  await button(page, "Change the password").click()
  await page.getByText("This is not your current password.").waitFor()
  await page.getByLabel("Current password").fill(ada.password)
  await button(page, "Change the password").click()
  await page.getByText("Your password is changed.").waitFor()
  await elsewhere.reload()
  await elsewhere.getByRole("heading", { name: "Log in to Hedgerow" }).waitFor()
  ada.password = "staple of the battery"
})

it.each(["/project/1/account", "/project/1/members"])(
  "%s fits a small screen, light and dark, without faults",
  async (path) => {
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await asUser(ada, path, { viewport: { width: 360, height: 740 }, colorScheme })
      await page.getByRole("heading", { level: 2 }).nth(1).waitFor()
      await page.getByRole("region").first().waitFor()
      assert.strictEqual(await overflowOf(page), 0)
      assert.deepStrictEqual(await faultsOf(page), [], colorScheme)
    }
  }
)
