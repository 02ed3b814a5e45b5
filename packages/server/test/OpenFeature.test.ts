import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { OFREPProvider } from "@openfeature/ofrep-provider"
import { type Client, ErrorCode, OpenFeature } from "@openfeature/server-sdk"
import { type FlagServer, startFlagServer } from "./FlagServer.ts"

const everybody = { groups: [{ properties: [], rollout_percentage: 100 }] }

const pro = {
  groups: [{
    properties: [{ key: "plan", type: "person", value: "pro", operator: "exact" }],
    rollout_percentage: 100
  }]
}

const onlyTest = { variants: [{ key: "control", rollout_percentage: 0 }, { key: "test", rollout_percentage: 100 }] }

describe("OpenFeature's server SDK over OFREP", () => {
  let server: FlagServer
  let client: Client

  beforeAll(async () => {
    server = await startFlagServer()
    for (
      const body of [
        { key: "beta", filters: { ...pro, payloads: { true: { colour: "green" } } } },
        { key: "layout", filters: { ...everybody, multivariate: onlyTest } },
        { key: "retired", active: false, filters: everybody }
      ]
    ) await server.create({ ...body, _should_create_usage_dashboard: false })
    const provider = new OFREPProvider({
      baseUrl: server.url,
      headers: [["Authorization", `Bearer ${server.token}`]]
    })
    await OpenFeature.setProviderAndWait("hedgerow", provider)
    client = OpenFeature.getClient("hedgerow")
  })

  afterAll(async () => {
    await OpenFeature.close()
    await server.stop()
  })

  it("evaluates a flag that is on or off, with its metadata", async () => {
    const on = await client.getBooleanDetails("beta", false, { targetingKey: "ada", plan: "pro" })
    assert.deepInclude(on, { value: true, reason: "TARGETING_MATCH" })
    assert.deepInclude(on.flagMetadata, {
      version: 1,
      reasonCode: "condition_match",
      payload: "{\"colour\":\"green\"}"
    })
    const off = await client.getBooleanDetails("beta", true, { targetingKey: "ada", plan: "free" })
    assert.deepInclude(off, { value: false, reason: "DEFAULT" })
  })

  it("evaluates a flag with variants", async () => {
    const details = await client.getStringDetails("layout", "none", { targetingKey: "ada" })
    assert.deepInclude(details, { value: "test", variant: "test" })
    const mismatch = await client.getNumberDetails("layout", 7, { targetingKey: "ada" })
    assert.deepInclude(mismatch, { value: 7, errorCode: ErrorCode.TYPE_MISMATCH })
  })

  it("falls back to the code's value and says why", async () => {
    const codes = [
      await client.getBooleanDetails("never-made", true, { targetingKey: "ada" }),
      await client.getBooleanDetails("retired", true, { targetingKey: "ada" }),
      await client.getBooleanDetails("beta", true, { plan: "pro" }),
      await client.getBooleanDetails("beta", true, { targetingKey: "ada", groups: "acme" })
    ].map(({ errorCode, value }) => [value, errorCode])
    assert.deepStrictEqual(codes, [
      [true, ErrorCode.FLAG_NOT_FOUND],
      [true, ErrorCode.FLAG_NOT_FOUND],
      [true, ErrorCode.TARGETING_KEY_MISSING],
      [true, ErrorCode.INVALID_CONTEXT]
    ])
  })

  it("follows an edit at once", async () => {
    const context = { targetingKey: "ada" }
    assert.strictEqual(await client.getStringValue("layout", "none", context), "test")
    await server.patch("layout", { active: false })
    assert.strictEqual(await client.getStringValue("layout", "none", context), "none")
  })
})
