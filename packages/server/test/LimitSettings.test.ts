import { assert, describe, it } from "@effect/vitest"
import { rateBucketNames } from "@hedgerow/http/limits/RateBuckets"
import { ServerConfig } from "@hedgerow/server/config/ServerConfig"
import { ConfigProvider, Duration, Effect, Option } from "effect"

const parse = (env: Record<string, string>) =>
  Effect.provideService(ServerConfig, ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))

describe("settings of the limits", () => {
  it.effect("leave rates off and have the documented sizes and times", () =>
    Effect.gen(function*() {
      const { http, rateLimits } = yield* parse({})
      assert.isTrue(Option.isNone(rateLimits))
      assert.deepStrictEqual([http.maxBodyBytes, http.maxCaptureBytes], [10_485_760, 20_971_520])
      assert.deepStrictEqual([http.maxCaptureEvents, http.maxCaptureBytesHeld], [20_000, 67_108_864])
      assert.deepStrictEqual([http.maxDefinitionStreams, http.maxProjectDefinitionStreams], [1_000, 100])
      assert.deepStrictEqual([http.maxChangeStreams, http.maxProjectChangeStreams], [2_000, 500])
      const { keepAliveTimeout, maxConnections, maxHeaderBytes, requestTimeout, sendTimeout } = http.listener
      assert.strictEqual(maxHeaderBytes, 16_384)
      assert.deepStrictEqual([requestTimeout, sendTimeout, keepAliveTimeout].map(Duration.toSeconds), [120, 60, 65])
      assert.isTrue(Option.isNone(maxConnections))
    }))

  it.effect("turn rates on, with a variable for each bucket", () =>
    Effect.gen(function*() {
      const overrides = rateBucketNames.map((bucket) => [`HEDGEROW_RATE_LIMIT_${bucket.toUpperCase()}`, "7/day"])
      const { rateLimits } = yield* parse({
        HEDGEROW_RATE_LIMITS: "on",
        ...Object.fromEntries(overrides),
        HEDGEROW_RATE_LIMIT_QUERY: "60/minute,600/hour",
        HEDGEROW_RATE_LIMIT_ALLOW_PROJECTS: "1,22"
      })
      const { allowProjects, rates = {} } = yield* Effect.fromOption(rateLimits)
      assert.deepStrictEqual(allowProjects, [1, 22])
      assert.sameMembers(Object.keys(rates), [...rateBucketNames])
      assert.deepStrictEqual(rates.ai, [{ limit: 7, windowSeconds: 86_400 }])
      assert.deepStrictEqual(rates.query, [{ limit: 60, windowSeconds: 60 }, { limit: 600, windowSeconds: 3_600 }])
    }))

  it.effect("of the listener and the bodies are read", () =>
    Effect.gen(function*() {
      const { http } = yield* parse({
        HEDGEROW_MAX_BODY_SIZE: "1 MiB",
        HEDGEROW_MAX_CAPTURE_EVENTS: "500",
        HEDGEROW_MAX_CAPTURE_BYTES_HELD: "128 MiB",
        HEDGEROW_MAX_HEADER_SIZE: "32KiB",
        HEDGEROW_SEND_TIMEOUT: "5 seconds",
        HEDGEROW_MAX_CONNECTIONS: "100",
        HEDGEROW_MAX_DEFINITION_STREAMS: "7",
        HEDGEROW_MAX_PROJECT_DEFINITION_STREAMS: "3",
        HEDGEROW_MAX_CHANGE_STREAMS: "11",
        HEDGEROW_MAX_PROJECT_CHANGE_STREAMS: "5"
      })
      assert.strictEqual(http.maxBodyBytes, 1_048_576)
      assert.deepStrictEqual([http.maxCaptureEvents, http.maxCaptureBytesHeld], [500, 134_217_728])
      assert.strictEqual(http.listener.maxHeaderBytes, 32_768)
      assert.strictEqual(Duration.toSeconds(http.listener.sendTimeout), 5)
      assert.deepStrictEqual(http.listener.maxConnections, Option.some(100))
      assert.deepStrictEqual([http.maxDefinitionStreams, http.maxProjectDefinitionStreams], [7, 3])
      assert.deepStrictEqual([http.maxChangeStreams, http.maxProjectChangeStreams], [11, 5])
    }))

  const bad = [
    ["MAX_CAPTURE_EVENTS", "0"],
    ["MAX_CAPTURE_BYTES_HELD", "much"],
    ["RATE_LIMITS", "perhaps"],
    ["RATE_LIMIT_QUERY", "60"],
    ["RATE_LIMIT_QUERY", "60/fortnight"],
    ["RATE_LIMIT_DEFAULT", "60/minute,"],
    ["RATE_LIMIT_DEFAULT", "0/minute"],
    ["RATE_LIMIT_ANONYMOUS", "60/minute,0/hour"],
    ["RATE_LIMIT_ALLOW_PROJECTS", "all"],
    ["MAX_BODY_SIZE", "10"],
    ["MAX_BODY_SIZE", "1 byte"],
    ["MAX_CAPTURE_BODY_SIZE", "1 TiB"],
    ["MAX_HEADER_SIZE", "2 MiB"],
    ["HEADERS_TIMEOUT", "0 seconds"],
    ["REQUEST_TIMEOUT", "Infinity"],
    ["SEND_TIMEOUT", "soon"],
    ["KEEP_ALIVE_TIMEOUT", "-1 seconds"],
    ["MAX_CONNECTIONS", "0"],
    ["MAX_DEFINITION_STREAMS", "0"],
    ["MAX_PROJECT_DEFINITION_STREAMS", "many"],
    ["MAX_CHANGE_STREAMS", "0"],
    ["MAX_PROJECT_CHANGE_STREAMS", "-1"]
  ] as const
  for (const [name, value] of bad) {
    it.effect(`refuse ${name}=${value} by name`, () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(parse({ [`HEDGEROW_${name}`]: value }))
        assert.include(error.message, name)
      }))
  }
})
