import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { PostHog, type PostHogOptions } from "posthog-node"
import { type FlagServer, startFlagServer } from "./FlagServer.ts"
import { settles } from "./ServerClient.ts"

interface Exchange {
  readonly method: string
  readonly path: string
  readonly status: number
}

const property = (key: string, value: unknown, more: object = {}) => ({
  key,
  type: "person",
  value,
  operator: "exact",
  ...more
})

const groups = (properties: ReadonlyArray<unknown>, rollout_percentage = 100, more: object = {}) => ({
  groups: [{ properties, rollout_percentage, ...more }]
})

const half = { variants: [{ key: "control", rollout_percentage: 50 }, { key: "test", rollout_percentage: 50 }] }

const flagBodies = [
  { key: "beta", filters: { ...groups([property("plan", "pro")]), payloads: { true: { colour: "green" } } } },
  {
    key: "layout",
    filters: { ...groups([]), multivariate: half, payloads: { control: "[1,2]", test: "\"wide\"" } }
  },
  { key: "third", filters: groups([], 33) },
  { key: "retired", active: false, filters: groups([]) },
  {
    key: "company",
    filters: {
      ...groups([property("tier", "gold", { type: "group", group_type_index: 0 })]),
      aggregation_group_type_index: 0
    }
  }
]

const users = Array.from({ length: 60 }, (_, index) => `user-${index}`)

/** Gives a request some time to happen; the test's time-out is the bound. */
const soon = (isTrue: () => boolean): Promise<void> => settles(() => Promise.resolve(isTrue()), true)

describe("posthog-node and flags", () => {
  let server: FlagServer
  const clients: Array<PostHog> = []

  const makeClient = (options: Partial<PostHogOptions> = {}) => {
    const exchanges: Array<Exchange> = []
    const client = new PostHog(server.token, {
      host: server.url,
      flushAt: 1,
      fetch: async (url, init) => {
        const response = await fetch(url, init)
        exchanges.push({ method: init.method, path: new URL(url).pathname, status: response.status })
        return response
      },
      ...options
    })
    clients.push(client)
    return { client, exchanges }
  }

  beforeAll(async () => {
    server = await startFlagServer()
    const { client } = makeClient()
    client.identify({ distinctId: "ada", properties: { $set: { plan: "pro" } } })
    client.groupIdentify({ groupType: "company", groupKey: "acme", properties: { tier: "gold" } })
    await client.flush()
    for (const body of flagBodies) await server.create({ ...body, _should_create_usage_dashboard: false })
  })

  afterAll(async () => {
    await Promise.all(clients.map((client) => client.shutdown()))
    await server.stop()
  })

  it("remote evaluation: values, payloads, stored persons and groups", async () => {
    const { client, exchanges } = makeClient()
    const pro = { personProperties: { plan: "pro" } }
    assert.strictEqual(await client.getFeatureFlag("beta", "bob", pro), true)
    assert.deepStrictEqual(await client.getFeatureFlagPayload("beta", "bob", undefined, pro), { colour: "green" })
    assert.strictEqual(await client.isFeatureEnabled("beta", "bob"), false)
    assert.strictEqual(await client.isFeatureEnabled("beta", "ada"), true)
    assert.strictEqual(await client.getFeatureFlag("retired", "ada"), undefined)
    assert.strictEqual(await client.getFeatureFlag("never-made", "ada"), undefined)
    assert.strictEqual(await client.isFeatureEnabled("company", "bob", { groups: { company: "acme" } }), true)
    assert.strictEqual(await client.isFeatureEnabled("company", "bob", { groups: { company: "oak" } }), false)
    const groupProperties = { company: { tier: "gold" } }
    assert.strictEqual(
      await client.isFeatureEnabled("company", "bob", { groups: { company: "oak" }, groupProperties }),
      true
    )
    assert.strictEqual(await client.isFeatureEnabled("company", "bob"), false)
    const all = await client.getAllFlagsAndPayloads("ada")
    assert.deepStrictEqual(Object.keys(all.featureFlags ?? {}).toSorted(), ["beta", "company", "layout", "third"])
    const some = await client.getAllFlags("ada", { flagKeys: ["beta", "third"] })
    assert.deepStrictEqual(Object.keys(some).toSorted(), ["beta", "third"])
    const snapshot = await client.evaluateFlags("ada", { groups: { company: "acme" } })
    assert.isTrue(snapshot.isEnabled("beta") && snapshot.isEnabled("company"))
    assert.deepStrictEqual(snapshot.getFlagPayload("beta"), { colour: "green" })
    const asked = exchanges.filter(({ path }) => path === "/flags/")
    assert.isTrue(asked.length > 5 && asked.every(({ status }) => status === 200), JSON.stringify(exchanges))
  })

  it("a flag that was asked for is captured with its id, version and reason", async () => {
    const { client, exchanges } = makeClient()
    await client.getFeatureFlag("layout", "caller", { sendFeatureFlagEvents: true })
    await client.flush()
    await soon(() => exchanges.some(({ path, status }) => path === "/batch/" && status === 200))
    const response = await fetch(`${server.url}/api/projects/@current/query/`, {
      method: "POST",
      headers: { authorization: `Bearer ${server.key}`, "content-type": "application/json" },
      body: JSON.stringify({
        query: {
          kind: "HogQLQuery",
          query:
            "select properties.$feature_flag, toString(properties.$feature_flag_version), properties.$feature_flag_reason "
            + "from events where event = '$feature_flag_called' and distinct_id = 'caller'"
        }
      })
    })
    const { results } = await response.json() as { readonly results: unknown }
    assert.deepStrictEqual(results, [["layout", "1", "Matched condition set 1"]])
  })

  it("local evaluation: the same values as the server's, without asking it", async () => {
    const { client: remote } = makeClient()
    const { client: local, exchanges } = makeClient({ personalApiKey: server.key })
    assert.isTrue(await local.waitForLocalEvaluationReady())
    assert.deepStrictEqual(exchanges, [{ method: "GET", path: "/flags/definitions", status: 200 }])
    for (const user of users) {
      const options = { personProperties: { plan: user.endsWith("3") ? "pro" : "free" }, groups: { company: "acme" } }
      const groupProperties = { company: { tier: user.endsWith("1") ? "gold" : "iron" } }
      const here = await local.getAllFlags(user, { ...options, groupProperties, onlyEvaluateLocally: true })
      const { retired, ...active } = here
      assert.strictEqual(retired, false)
      assert.deepStrictEqual(active, await remote.getAllFlags(user, { ...options, groupProperties }), user)
    }
    const payload = await local.getFeatureFlagPayload("beta", "bob", undefined, {
      personProperties: { plan: "pro" },
      onlyEvaluateLocally: true
    })
    assert.deepStrictEqual(payload, { colour: "green" })
    assert.lengthOf(exchanges.filter(({ path }) => path === "/flags/"), 0)
  })

  it("the client asks the server for flags that it cannot decide", async () => {
    const { client, exchanges } = makeClient({ personalApiKey: server.key })
    assert.isTrue(await client.waitForLocalEvaluationReady())
    assert.strictEqual(await client.isFeatureEnabled("beta", "ada"), true)
    assert.isTrue(exchanges.some(({ path, status }) => path === "/flags/" && status === 200))
  })

  it("a poll is 304 until a flag is edited, then 200 with the edit", async () => {
    await server.create({ key: "edited", filters: groups([], 0), _should_create_usage_dashboard: false })
    const { client, exchanges } = makeClient({ personalApiKey: server.key, featureFlagsPollingInterval: 100_000 })
    assert.isTrue(await client.waitForLocalEvaluationReady())
    const value = () => client.getFeatureFlag("edited", "ada", { onlyEvaluateLocally: true })
    assert.strictEqual(await value(), false)
    await client.reloadFeatureFlags()
    assert.strictEqual(await value(), false)
    await server.patch("edited", { filters: groups([]) })
    await client.reloadFeatureFlags()
    assert.strictEqual(await value(), true)
    await client.reloadFeatureFlags()
    await server.patch("edited", { deleted: true })
    await client.reloadFeatureFlags()
    assert.strictEqual(await value(), undefined)
    assert.deepStrictEqual(
      exchanges.filter(({ path }) => path === "/flags/definitions").map(({ status }) => status),
      [200, 304, 200, 304, 200]
    )
  })

  it("a project's secret alone: definitions, 304, payloads of remote configurations; once revoked, nothing", async () => {
    await server.create({
      key: "server-settings",
      is_remote_configuration: true,
      filters: { ...groups([]), payloads: { true: "{\"colour\":\"red\"}" } },
      _should_create_usage_dashboard: false
    })
    const issued = await server.issueSecret()
    const polled = { featureFlagsPollingInterval: 100_000 }
    const { client, exchanges } = makeClient({ secretKey: issued.value, ...polled })
    assert.isTrue(await client.waitForLocalEvaluationReady())
    const value = () =>
      client.getFeatureFlag("beta", "bob", { personProperties: { plan: "pro" }, onlyEvaluateLocally: true })
    assert.strictEqual(await value(), true)
    await client.reloadFeatureFlags()
    assert.strictEqual(await value(), true)
    assert.deepStrictEqual(await client.getRemoteConfigPayload("server-settings"), { colour: "red" })
    const { client: older } = makeClient({ personalApiKey: issued.value, ...polled })
    assert.isTrue(await older.waitForLocalEvaluationReady())
    assert.deepStrictEqual(await older.getRemoteConfigPayload("server-settings"), { colour: "red" })
    await server.revokeSecret(issued)
    await client.reloadFeatureFlags()
    assert.deepStrictEqual(
      exchanges.filter(({ path }) => path === "/flags/definitions").map(({ status }) => status),
      [200, 304, 401]
    )
    const { client: late, exchanges: refused } = makeClient({ personalApiKey: issued.value, ...polled })
    assert.isFalse(await late.waitForLocalEvaluationReady(2_000))
    assert.strictEqual(refused[0]?.status, 401)
  })

  it("a key that is none leaves the client without definitions, and the server answers", async () => {
    const { client, exchanges } = makeClient({ personalApiKey: "phx_none" })
    assert.isFalse(await client.waitForLocalEvaluationReady(2_000))
    assert.strictEqual(exchanges[0]?.status, 401)
    assert.strictEqual(await client.isFeatureEnabled("beta", "ada"), true)
  })
})
