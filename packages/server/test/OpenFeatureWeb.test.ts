import { afterAll, afterEach, assert, beforeAll, beforeEach, describe, it } from "@effect/vitest"
import { OFREPWebProvider } from "@openfeature/ofrep-web-provider"
import { type EventHandler, OpenFeature, type Provider, ProviderEvents } from "@openfeature/web-sdk"
import { EventSource } from "eventsource"
import { type FlagServer, startFlagServer } from "./FlagServer.ts"
import { settles } from "./ServerClient.ts"

type ChangedHandler = EventHandler<typeof ProviderEvents.ConfigurationChanged>

const everybody = { groups: [{ properties: [], rollout_percentage: 100 }] }
const nobody = { groups: [{ properties: [], rollout_percentage: 0 }] }

describe("OpenFeature's web SDK over OFREP, pushed to", () => {
  let server: FlagServer
  const bulks: Array<number> = []

  /** The provider's requests, noted; it polls never, as by default. */
  const noting: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    bulks.push(response.status)
    return response
  }

  const changed = () =>
    new Promise<ReadonlyArray<string>>((resolve) => {
      const heard: ChangedHandler = (details) => {
        OpenFeature.removeHandler(ProviderEvents.ConfigurationChanged, heard)
        resolve(details?.flagsChanged ?? [])
      }
      OpenFeature.addHandler(ProviderEvents.ConfigurationChanged, heard)
    })

  beforeAll(async () => {
    Object.assign(globalThis, { EventSource })
    server = await startFlagServer()
    await server.create({ key: "sale", filters: nobody, _should_create_usage_dashboard: false })
  })

  beforeEach(async () => {
    bulks.length = 0
    const provider = new OFREPWebProvider({
      baseUrl: server.url,
      headers: [["Authorization", `Bearer ${server.token}`]],
      fetchImplementation: noting,
      cacheMode: "disabled"
    })
    await OpenFeature.setProviderAndWait(provider as Provider, { targetingKey: "ada" })
  })

  afterEach(() => OpenFeature.clearProviders())

  afterAll(async () => {
    Reflect.deleteProperty(globalThis, "EventSource")
    await server.stop()
  })

  it("a change of a flag reaches the provider, which never polls", async () => {
    const client = OpenFeature.getClient()
    assert.isFalse(client.getBooleanValue("sale", true))
    const heard = changed()
    await server.patch("sale", { filters: everybody })
    assert.deepStrictEqual(await heard, ["sale"])
    assert.isTrue(client.getBooleanValue("sale", false))
    assert.deepStrictEqual(bulks, [200, 200])
  })

  it("a change between the first answer and the stream is not lost", async () => {
    const client = OpenFeature.getClient()
    // The stream is still being opened here.
    const heard = changed()
    await server.create({ key: "late", filters: everybody, _should_create_usage_dashboard: false })
    assert.deepStrictEqual(await heard, ["late"])
    assert.isTrue(client.getBooleanValue("late", false))
  })

  it("a change that leaves a visitor's flags as they are costs a fetch without a body", async () => {
    await server.create({ key: "off", active: false, filters: everybody, _should_create_usage_dashboard: false })
    await settles(async () => bulks.join(" "), "200 304")
    const heard = changed()
    await server.patch("off", { active: true })
    assert.deepStrictEqual(await heard, ["off"])
    assert.deepStrictEqual(bulks, [200, 304, 200])
  })
})
