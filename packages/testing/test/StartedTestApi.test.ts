// The harness for tests with promises.
// @effect-diagnostics asyncFunction:off
import { assert, it } from "@effect/vitest"
import { startTestApi } from "@hedgerow/testing"
import { PostHog } from "posthog-node"

it("serves an SDK on a clock of its own", async () => {
  const api = await startTestApi({ at: "2026-05-01T12:00:00Z" })
  const sdk = new PostHog(api.token, { host: api.host, fetch: api.fetch, flushAt: 1 })
  sdk.capture({ distinctId: "ada", event: "signed up", properties: { plan: "pro" } })
  await sdk.shutdown()
  await api.moveClock("1 day")
  await api.capture({ event: "came back", distinct_id: "ada" })
  const [first, second] = await api.events()
  assert.deepInclude(first, { event: "signed up", distinct_id: "ada" })
  assert.match(first?.timestamp ?? "", /^2026-05-01T1[12]:/)
  assert.strictEqual(first?.properties["plan"], "pro")
  assert.match(second?.timestamp ?? "", /^2026-05-02T12:00:00/)
  assert.deepStrictEqual((await api.events("came back")).map(({ event }) => event), ["came back"])
  await api.close()
})

it("sets flags that are there and flags that are not", async () => {
  const api = await startTestApi()
  const answer = async () => {
    const body = JSON.stringify({ token: api.token, distinct_id: "ada" })
    const response = await api.fetch(`${api.host}/flags/?v=2`, { method: "POST", body })
    const { flags } = await response.json() as {
      readonly flags: Readonly<Record<string, { readonly enabled: boolean; readonly variant: string | null }>>
    }
    return [flags["beta"]?.enabled, flags["beta"]?.variant]
  }
  await api.setFlag("beta-2", true)
  assert.deepStrictEqual(await answer(), [undefined, undefined])
  await api.setFlag("beta", true)
  assert.deepStrictEqual(await answer(), [true, null])
  await api.setFlag("beta", "blue")
  assert.deepStrictEqual(await answer(), [true, "blue"])
  await api.setFlag("beta", false)
  assert.deepStrictEqual(await answer(), [undefined, undefined])
  await api.close()
})

it("rejects with the answer where the API refuses", async () => {
  const api = await startTestApi()
  const refused = await api.send("POST", "/api/projects/@current/feature_flags/", {}).catch((error: unknown) => error)
  assert.instanceOf(refused, Error)
  assert.include(String(refused), "answered 400")
  await api.close()
})
