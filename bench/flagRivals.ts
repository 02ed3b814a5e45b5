import { GrowthBookClient } from "@growthbook/growthbook"
import { init } from "@launchdarkly/node-server-sdk"
import { TestData } from "@launchdarkly/node-server-sdk/integrations"
import { FlagdCore } from "@openfeature/flagd-core"
import { PostHog } from "posthog-node"
import { InMemStorageProvider, Unleash } from "unleash-client"
import { type BenchEvaluator, benchFlags, flagKey } from "./flagRule.ts"

/** No rival is to reach a server: definitions come from memory. */
const nowhere = "http://127.0.0.1:9"

const named = <A>(count: number, make: (key: string) => A): Record<string, A> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [flagKey(index), make(flagKey(index))]))

const posthog = async (count: number): Promise<BenchEvaluator> => {
  const body = JSON.stringify({ flags: benchFlags(count), group_type_mapping: {}, cohorts: {} })
  const client = new PostHog("phc_bench", {
    personalApiKey: "phx_bench",
    host: nowhere,
    fetch: () =>
      Promise.resolve({
        status: 200,
        text: () => Promise.resolve(body),
        json: () => Promise.resolve(JSON.parse(body)),
        headers: new Headers(),
        body: null
      })
  })
  await client.reloadFeatureFlags()
  return {
    isOn: async (key, { country, id, plan }) =>
      await client.getFeatureFlag(key, id, {
        onlyEvaluateLocally: true,
        sendFeatureFlagEvents: false,
        personProperties: { country, plan }
      }) === true,
    close: () => client.shutdown()
  }
}

const unleash = async (count: number): Promise<BenchEvaluator> => {
  const constraint = (contextName: string, ...values: ReadonlyArray<string>) => ({
    contextName,
    operator: "IN",
    values,
    inverted: false,
    caseInsensitive: false
  })
  const features = Object.values(named(count, (name) => ({
    name,
    type: "release",
    enabled: true,
    stale: false,
    impressionData: false,
    project: "default",
    variants: [],
    strategies: [{
      name: "flexibleRollout",
      parameters: { rollout: "50", stickiness: "userId", groupId: name },
      constraints: [constraint("plan", "enterprise"), constraint("country", "DE", "FR")]
    }]
  })))
  const client = new Unleash({
    appName: "bench",
    url: nowhere,
    refreshInterval: 0,
    disableMetrics: true,
    skipInstanceCountWarning: true,
    storageProvider: new InMemStorageProvider(),
    bootstrap: { data: features as never }
  })
  client.on("error", () => undefined)
  client.on("warn", () => undefined)
  await new Promise((resolve) => client.once("ready", resolve))
  return {
    isOn: (key, { country, id, plan }) => client.isEnabled(key, { userId: id, properties: { country, plan } }),
    close: () => client.destroy()
  }
}

const growthBook = async (count: number): Promise<BenchEvaluator> => {
  const condition = { plan: "enterprise", country: { $in: ["DE", "FR"] } }
  const rules = [{ condition, coverage: 0.5, hashAttribute: "id", force: true }]
  const client = new GrowthBookClient().initSync({
    payload: { features: named(count, () => ({ defaultValue: false, rules })) }
  })
  return {
    isOn: (key, { country, id, plan }) => client.isOn(key, { attributes: { id, country, plan } }),
    close: () => client.destroy()
  }
}

const flagd = async (count: number): Promise<BenchEvaluator> => {
  const targeting = {
    if: [
      { and: [{ "==": [{ var: "plan" }, "enterprise"] }, { in: [{ var: "country" }, ["DE", "FR"]] }] },
      { fractional: [["on", 50], ["off", 50]] },
      "off"
    ]
  }
  const flag = { state: "ENABLED", variants: { on: true, off: false }, defaultVariant: "off", targeting }
  const core = new FlagdCore()
  core.setConfigurations(JSON.stringify({ flags: named(count, () => flag) }))
  return {
    isOn: (key, { country, id, plan }) =>
      core.resolveBooleanEvaluation(key, false, { targetingKey: id, country, plan }).value
  }
}

const launchDarkly = async (count: number): Promise<BenchEvaluator> => {
  const data = new TestData()
  const clause = (attribute: string, ...values: ReadonlyArray<string>) => ({
    attribute,
    op: "in",
    values,
    contextKind: "user",
    negate: false
  })
  const rollout = {
    contextKind: "user",
    variations: [{ variation: 0, weight: 50_000 }, { variation: 1, weight: 50_000 }]
  }
  for (let index = 0; index < count; index++) {
    await data.usePreconfiguredFlag({
      key: flagKey(index),
      version: 1,
      on: true,
      salt: "salt",
      variations: [true, false],
      fallthrough: { variation: 1 },
      offVariation: 1,
      rules: [{ id: "rule", clauses: [clause("plan", "enterprise"), clause("country", "DE", "FR")], rollout }]
    })
  }
  const client = init("sdk-bench", {
    updateProcessor: data.getFactory(),
    sendEvents: false,
    diagnosticOptOut: true,
    logger: { error: () => undefined, warn: () => undefined, info: () => undefined, debug: () => undefined }
  })
  await client.waitForInitialization({ timeout: 10 })
  return {
    isOn: (key, { country, id, plan }) => client.boolVariation(key, { kind: "user", key: id, country, plan }, false),
    close: () => client.close()
  }
}

/** The evaluators beside which ours is measured, by the name of the library; each starts with a number of flags. */
export const rivals: Readonly<Record<string, (count: number) => Promise<BenchEvaluator>>> = {
  "posthog-node": posthog,
  Unleash: unleash,
  GrowthBook: growthBook,
  flagd,
  LaunchDarkly: launchDarkly
}
