/** Signing in by a provider of OpenID Connect, the whole way through its pages. */
import { afterAll, afterEach, assert, beforeAll, it } from "@effect/vitest"
import type { Page } from "playwright-core"
import { client, startProvider, type TestProvider } from "../signin/TestProvider.ts"
import { type ConsoleWorld, startConsole } from "./ConsoleWorld.ts"
import { faultsOf } from "./ServedPages.ts"

let provider: TestProvider
let world: ConsoleWorld

const ada = { email: "ada@example.com", password: "correct horse battery" }

beforeAll(async () => {
  provider = await startProvider({ ada: { email: ada.email, email_verified: true } })
  world = await startConsole({
    HEDGEROW_OIDC_ISSUER: provider.issuer,
    HEDGEROW_OIDC_CLIENT_ID: client.id,
    HEDGEROW_OIDC_CLIENT_SECRET: client.secret,
    HEDGEROW_OIDC_NAME: "Meadow ID"
  })
  provider.open(`${world.baseUrl}/oidc`)
  const token = /\/setup#(\S+)/.exec(world.printed())?.[1]
  const answer = await fetch(`${world.baseUrl}/api/setup/`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...ada, token })
  })
  assert.strictEqual(answer.status, 200)
})

afterAll(async () => {
  await world.stop()
  await provider.stop()
})

/** The pages of the provider are not ours. */
const isOurs = (complaint: string): boolean =>
  !complaint.includes(provider.issuer) && !/fonts\.googleapis\.com|Failed to load resource/.test(complaint)

afterEach(async () => {
  assert.deepStrictEqual((await world.leave()).filter(isOurs), [])
})

/** Logs in at the provider's own pages, and agrees. */
const agree = async (page: Page): Promise<void> => {
  await page.route("https://fonts.googleapis.com/**", (route) => route.abort())
  await page.waitForURL(`${provider.issuer}/**`)
  await page.locator("input[name=login]").fill("ada")
  await page.locator("input[name=password]").fill("any")
  await page.locator("button[type=submit]").click()
  await page.locator("button[type=submit]").filter({ hasText: /continue/i }).click()
  await page.waitForURL(`${world.baseUrl}/**`)
}

it("an account is connected by its user, and logged in by the button from then on, to the page that was wanted", async () => {
  const stranger = await world.openStrange("/login")
  await stranger.getByRole("button", { name: "Log in with Meadow ID" }).click()
  await agree(stranger)
  await stranger.getByRole("heading", { name: "You are not logged in" }).waitFor()
  await stranger.getByText("which was never verified here").waitFor()
  assert.deepStrictEqual(await faultsOf(stranger), [])
  assert.notInclude(stranger.url(), "code=")

  const page = await world.openStrange("/login?next=%2Faccount")
  await page.getByLabel("E-mail").fill(ada.email)
  await page.locator("input[name=password]").fill(ada.password)
  await page.keyboard.press("Enter")
  await page.getByRole("button", { name: "Connect", exact: true }).click()
  await agree(page)
  await page.getByRole("button", { name: `Disconnect ${ada.email}` }).waitFor()
  assert.deepStrictEqual(await faultsOf(page), [])

  const login = await world.openStrange("/project/1/sql?q=SELECT%201")
  await login.getByRole("button", { name: "Log in with Meadow ID" }).click()
  await agree(login)
  await login.getByRole("region", { name: "Rows" }).waitFor()
  assert.strictEqual(new URL(login.url()).searchParams.get("q"), "SELECT 1")
})

it("an answer that is not to a log-in of this browser is told, and signs nobody in", async () => {
  const page = await world.openStrange("/oidc?code=guessed&state=guessed")
  await page.getByRole("heading", { name: "You are not logged in" }).waitFor()
  assert.strictEqual(new URL(page.url()).search, "")
  await page.getByRole("link", { name: "Back to the log-in" }).click()
  await page.getByRole("heading", { name: "Log in to Hedgerow" }).waitFor()
})

it("a provider that is away is told beside the button, and the password works on", async () => {
  const away = await startConsole({ HEDGEROW_OIDC_ISSUER: "http://127.0.0.1:1", HEDGEROW_OIDC_CLIENT_ID: "x" })
  try {
    const page = await away.openStrange("/login")
    await page.getByRole("button", { name: "Log in with single sign-on" }).click()
    await page.getByRole("alert").filter({ hasText: "does not answer" }).waitFor()
    assert.isTrue(await page.getByLabel("E-mail").isEnabled())
  } finally {
    await away.stop()
  }
})
