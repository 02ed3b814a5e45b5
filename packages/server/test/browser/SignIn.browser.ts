/** Signing in by the pages of the console: the first account, leaving, coming back, and a forgotten password. */
import { afterAll, afterEach, assert, beforeAll, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { type MailServer, startMailServer } from "../MailServer.ts"
import { type ConsoleWorld, startConsole } from "./ConsoleWorld.ts"

let mails: MailServer
let world: ConsoleWorld

const email = "ada@example.com"
const [password, another] = ["correct horse battery", "staple of the battery"]

beforeAll(async () => {
  mails = await startMailServer()
  // Links are mailed with the server's own address alone, whatever the host of a request is.
  world = await startConsole({ HEDGEROW_SMTP_URL: mails.url, HEDGEROW_PUBLIC_URL: "http://hedgerow.example" })
})

afterAll(async () => {
  await world.stop()
  mails.stop()
})

afterEach(async () => {
  assert.deepStrictEqual(await world.leave(), [])
})

const field = (page: Page, name: string) => page.getByLabel(name)

const logIn = async (page: Page, secret: string): Promise<void> => {
  await field(page, "E-mail").fill(email)
  await page.locator("input[name=password]").fill(secret)
  await page.keyboard.press("Enter")
}

const isHome = (page: Page) => page.getByRole("heading", { name: "Latest events" }).waitFor()

const setupPath = (): string => {
  const found = /First account\s+http:\/\/[^/]+(\/setup#\S+)/.exec(world.printed())?.[1]
  assert(found !== undefined)
  return found
}

it("the printed link makes the first account, once", async () => {
  const page = await world.openStrange(setupPath())
  await page.getByRole("heading", { name: "Welcome to Hedgerow" }).waitFor()
  await field(page, "Name").fill("Ada")
  await logIn(page, email)
  await page.getByText(/password/i).filter({ hasText: /e-?mail/i }).waitFor()
  await page.locator("input[name=password]").fill(password)
  await page.getByRole("button", { name: "Create your account" }).click()
  await isHome(page)
  assert.notInclude(page.url(), "hgl_")

  const again = await world.openStrange(setupPath())
  await logIn(again, password)
  await again.getByRole("alert").waitFor()
})

it("who logs out is asked to log in, and comes back to the page", async () => {
  const page = await world.openStrange("/project/1/sql?q=SELECT%201")
  await page.getByRole("heading", { name: "Log in to Hedgerow" }).waitFor()
  await logIn(page, "another one than that")
  assert.strictEqual(await page.getByRole("alert").innerText(), "Invalid email or password.")
  await logIn(page, password)
  await page.getByRole("region", { name: "Rows" }).waitFor()
  assert.strictEqual(new URL(page.url()).searchParams.get("q"), "SELECT 1")

  await page.getByRole("button", { name: `Account of ${email}` }).click()
  await page.getByRole("menuitem", { name: "Log out" }).click()
  await page.getByRole("heading", { name: "Log in to Hedgerow" }).waitFor()
  await page.goto(`${world.baseUrl}/project/1`)
  await page.getByRole("heading", { name: "Log in to Hedgerow" }).waitFor()
})

it("an address to come back to that is another server's leads to the start", async () => {
  const page = await world.openStrange("/login?next=https%3A%2F%2Fexample.com%2F")
  await logIn(page, password)
  await isHome(page)
  assert.strictEqual(new URL(page.url()).origin, world.baseUrl)
})

it("a forgotten password is set by the link of a mail, which ends other sessions", async () => {
  const elsewhere = await world.openStrange("/login")
  await logIn(elsewhere, password)
  await isHome(elsewhere)

  const page = await world.openStrange("/login")
  await page.getByRole("link", { name: "Forgot the password?" }).click()
  await page.getByRole("heading", { name: "Reset your password" }).waitFor()
  const arriving = mails.next()
  await field(page, "E-mail").fill(email)
  await page.keyboard.press("Enter")
  await page.getByRole("status").filter({ hasText: "a link is on its way" }).waitFor()
  const link = /(\/reset-password#\S+)/.exec((await arriving).replaceAll("=\r\n", ""))?.[1]
  assert(link !== undefined)

  // The page of the link is the one that is open: only what follows the hash changes.
  await page.goto(world.baseUrl + link)
  await page.getByRole("heading", { name: "Choose a new password" }).waitFor()
  await page.locator("input[name=password]").fill(another)
  await page.keyboard.press("Enter")
  await page.getByRole("heading", { name: "Log in to Hedgerow" }).waitFor()
  await logIn(page, another)
  await isHome(page)

  await elsewhere.reload()
  await elsewhere.getByRole("heading", { name: "Log in to Hedgerow" }).waitFor()

  const late = await world.openStrange(link)
  await late.locator("input[name=password]").fill(another)
  await late.keyboard.press("Enter")
  await late.getByRole("alert").waitFor()
})
