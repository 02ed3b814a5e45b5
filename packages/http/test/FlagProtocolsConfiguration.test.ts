import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { runInNewContext } from "node:vm"
import { makeApi, off, retired } from "./FlagProtocolWorld.ts"

describe("the configuration of browser SDKs", () => {
  it.effect("is JSON and a script, by token", () =>
    Effect.gen(function*() {
      const { call } = yield* makeApi()
      const json = yield* call("/array/phc_project_1/config", {})
      assert.deepInclude(json.json, {
        token: "phc_project_1",
        supportedCompression: ["gzip", "gzip-js"],
        hasFeatureFlags: true,
        sessionRecording: false,
        siteApps: []
      })
      assert.notProperty(json.json, "surveys")
      assert.strictEqual(json.headers.get("content-type"), "application/json")
      const window: Record<string, Record<string, unknown>> = {}
      const script = yield* call("/array/phc_project_1/config.js", {})
      assert.strictEqual(script.headers.get("content-type"), "application/javascript; charset=utf-8")
      runInNewContext(script.text, { window })
      const placed = JSON.stringify(window["_POSTHOG_REMOTE_CONFIG"]?.["phc_project_1"])
      assert.deepStrictEqual(JSON.parse(placed), { config: json.json, siteApps: [] })
    }))

  it.effect("says whether there is any flag to ask for", () =>
    Effect.gen(function*() {
      const { bump, call, records } = yield* makeApi({ flags: [retired] })
      const without = yield* call("/array/phc_project_1/config", {})
      assert.deepInclude(without.json, { hasFeatureFlags: false })
      assert.strictEqual(without.headers.get("cache-control"), "no-cache")
      records.flags = [retired, off]
      yield* bump
      const withOne = yield* call("/array/phc_project_1/config", {})
      assert.deepInclude(withOne.json, { hasFeatureFlags: true })
      assert.strictEqual(withOne.headers.get("cache-control"), "public, max-age=60")
    }))

  it.effect("of an unknown token is 404, so that the SDK goes on with its defaults", () =>
    Effect.gen(function*() {
      const { call } = yield* makeApi()
      for (const path of ["/array/phc_none/config", "/array/phc_none/config.js", "/array/phx_all/config"]) {
        assert.strictEqual((yield* call(path, {})).status, 404)
      }
    }))
})
