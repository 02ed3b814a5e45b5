import { assert, describe, it } from "@effect/vitest"
import type { PostHog } from "posthog-js"
import { startFlagServer } from "../FlagServer.ts"
import { settles } from "../ServerClient.ts"
import { startRelay } from "./Relay.ts"
import { createFlags, everybody, useBrowser } from "./World.ts"

declare const posthog: PostHog

const pros = [{
  properties: [{ key: "plan", type: "person", value: "pro", operator: "exact" }],
  rollout_percentage: 100
}]
const halves = { variants: [{ key: "control", rollout_percentage: 50 }, { key: "test", rollout_percentage: 50 }] }
const onlyTest = { variants: [{ key: "control", rollout_percentage: 0 }, { key: "test", rollout_percentage: 100 }] }

const sticky = Array.from({ length: 10 }, (_, index) => `sticky-${index}`)

const flagBodies = [
  { key: "beta", filters: { groups: everybody, payloads: { true: { colour: "green" } } } },
  { key: "layout", filters: { groups: everybody, multivariate: onlyTest, payloads: { test: "[1,\"wide\"]" } } },
  { key: "pro-only", filters: { groups: pros } },
  { key: "retired", active: false, filters: { groups: everybody } },
  { key: "in-node", evaluation_runtime: "server", filters: { groups: everybody } },
  ...sticky.map((key) => ({
    key,
    ensure_experience_continuity: true,
    filters: { groups: everybody, multivariate: halves }
  }))
]

const valueOf = (key: string) => posthog.getFeatureFlag(key)

describe("posthog-js and flags in a browser", () => {
  const { arrives, open, openAt, parts, sql } = useBrowser(flagBodies)

  it("gets flags: on and off, variants and payloads", async () => {
    const { flags, page } = await open()
    assert.sameMembers([...await flags()], ["beta", "layout", ...sticky])
    const seen = await page.evaluate(() => ({
      beta: [posthog.getFeatureFlag("beta"), posthog.isFeatureEnabled("beta"), posthog.getFeatureFlagPayload("beta")],
      layout: [posthog.getFeatureFlag("layout"), posthog.getFeatureFlagPayload("layout")],
      proOnly: [posthog.getFeatureFlag("pro-only"), posthog.isFeatureEnabled("pro-only")],
      absent: ["retired", "in-node", "never-made"].map((key) => posthog.getFeatureFlag(key) === undefined)
    }))
    assert.deepStrictEqual(seen, {
      beta: [true, true, { colour: "green" }],
      layout: ["test", [1, "wide"]],
      proOnly: [false, false],
      absent: [true, true, true]
    })
    const [asked] = parts().relay.sentTo("/flags/")
    assert.deepInclude(asked, { method: "POST", status: 200 })
    assert.strictEqual(asked?.query.get("v"), "2")
  })

  it("a flag that was asked for is captured once, and the flag knows when it was called", async () => {
    const filters = { groups: everybody, multivariate: onlyTest }
    await createFlags(parts().server, [{ key: "banner", filters }, { key: "unseen", filters }])
    const { flags, page } = await open()
    await flags()
    assert.isNull((await parts().server.find("banner"))?.last_called_at)
    const user = await page.evaluate(() => {
      posthog.getFeatureFlag("banner")
      posthog.getFeatureFlag("banner")
      return posthog.get_distinct_id()
    })
    const called = `event = '$feature_flag_called' and distinct_id = '${user}'`
    await arrives(called)
    const columns = ["$feature_flag", "$feature_flag_response", "$feature_flag_version", "$feature_flag_reason"]
    assert.deepStrictEqual(
      await sql(`select ${columns.map((name) => `properties.${name}`).join(", ")} from events where ${called}`),
      [["banner", "test", 1, "Matched condition set 1"]]
    )
    await settles(async () => (await parts().server.find("banner"))?.last_called_at !== null, true)
    assert.isNull((await parts().server.find("unseen"))?.last_called_at)
  })

  it("identifying a visitor reloads the flags, keeps what was shown and joins the events", async () => {
    const { flags, page } = await open({ bootstrap: { distinctID: "visitor" } })
    await flags()
    const values = () => page.evaluate((keys) => keys.map((key) => posthog.getFeatureFlag(key)), sticky)
    const before = await values()
    assert.sameMembers([...new Set(before)], ["control", "test"])
    await page.evaluate(() => {
      posthog.capture("looked")
      posthog.identify("ada", { plan: "pro" })
    })
    await settles(() => page.evaluate(valueOf, "pro-only"), true)
    assert.deepStrictEqual(await values(), before)
    await arrives("event = '$identify' and distinct_id = 'ada'")
    await arrives("event = 'looked'")
    assert.deepStrictEqual(
      await sql(
        "select count(distinct person_id), count(distinct distinct_id) from events where event in ('looked', '$identify')"
      ),
      [[1, 2]]
    )
    // The stored person is enough for a browser without the plan's property.
    const later = await open({ bootstrap: { distinctID: "ada", isIdentifiedID: true } })
    await later.flags()
    assert.isTrue(await later.page.evaluate(valueOf, "pro-only"))
    assert.deepStrictEqual(
      await later.page.evaluate((keys) => keys.map((key) => posthog.getFeatureFlag(key)), sticky),
      before
    )
  })

  it("an edit of a flag is there on the next reload", async () => {
    await createFlags(parts().server, [{ key: "sale", filters: { groups: everybody } }])
    const { flags, page } = await open()
    await flags()
    assert.isTrue(await page.evaluate(valueOf, "sale"))
    await parts().server.patch("sale", { filters: { groups: pros } })
    await page.evaluate(() => posthog.reloadFeatureFlags())
    await settles(() => page.evaluate(valueOf, "sale"), false)
  })

  it("the first flag of a project is there when the page is loaded again", async () => {
    const fresh = await startFlagServer()
    const itsRelay = await startRelay(fresh.url)
    const opened = await openAt(itsRelay.url, fresh.token)
    await opened.page.waitForFunction("globalThis._POSTHOG_REMOTE_CONFIG !== undefined")
    await createFlags(fresh, [{ key: "first", filters: { groups: everybody } }])
    await opened.reload()
    assert.deepStrictEqual(await opened.flags(), ["first"])
    await itsRelay.stop()
    await fresh.stop()
  })
})
