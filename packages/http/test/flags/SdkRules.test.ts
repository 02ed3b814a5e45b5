import { assert, describe, it } from "@effect/vitest"
import { clientRuntime } from "@hedgerow/http/flags/sdk/ClientRuntime"
import { matchesEntity } from "@hedgerow/http/flags/sdk/EntityTags"
import { decideShape, flagsShape } from "@hedgerow/http/flags/sdk/FlagsShape"

const chrome = "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"

const runtimes: ReadonlyArray<readonly [expected: string, asked: unknown, headers: Record<string, string>]> = [
  ["client", undefined, { "user-agent": chrome }],
  ["client", undefined, { "user-agent": "posthog-android/3.0.0" }],
  ["client", undefined, { "user-agent": "posthog-ios/3.1" }],
  ["client", undefined, { "user-agent": "posthog-react-native/4.0" }],
  ["client", undefined, { "user-agent": "posthog-flutter/4.0" }],
  ["server", undefined, { "user-agent": "posthog-node/5.70.0" }],
  ["server", undefined, { "user-agent": "posthog-python/7.42.0" }],
  ["server", undefined, { "user-agent": "posthog-go/1.2" }],
  ["server", undefined, { "user-agent": "python-requests/2.31" }],
  ["server", undefined, { "user-agent": "curl/8.5.0" }],
  ["server", undefined, { "user-agent": "posthog-node/5.70.0", origin: "https://a.test" }],
  ["client", undefined, { "user-agent": "something", origin: "https://a.test" }],
  ["client", undefined, { referer: "https://a.test/page" }],
  ["client", undefined, { "sec-fetch-mode": "cors" }],
  ["unknown", undefined, { "user-agent": "something/1.0" }],
  ["unknown", undefined, {}],
  ["server", "server", { "user-agent": chrome }],
  ["client", "client", { "user-agent": "posthog-node/5.70.0" }],
  ["client", "elsewhere", { "user-agent": chrome }]
]

describe("where a request comes from", () => {
  for (const [expected, asked, headers] of runtimes) {
    it(`${JSON.stringify(headers)}, asked ${String(asked)}: ${expected}`, () => {
      assert.strictEqual(clientRuntime(asked, headers), expected)
    })
  }
})

const tags: ReadonlyArray<readonly [header: string | undefined, isMatch: boolean]> = [
  ["\"x\"", true],
  ["x", true],
  ["W/\"x\"", true],
  [" \"x\" ", true],
  ["", false],
  [undefined, false],
  ["W/x", false],
  ["\"y\"", false],
  ["\"y\", W/\"x\"", true],
  ["*", true],
  ["\"\"", false]
]

describe("If-None-Match", () => {
  for (const [header, isMatch] of tags) {
    it(`${String(header)} ${isMatch ? "names" : "does not name"} the entity x`, () => {
      assert.strictEqual(matchesEntity(header, "x"), isMatch)
    })
  }

  it("W/x without quotes is taken as it is", () => {
    assert.isTrue(matchesEntity("W/x", "W/x"))
  })
})

describe("the shape of an answer", () => {
  it("of /flags", () => {
    const shapes = [["2", false], ["3", true], [undefined, false], ["1", false], ["0", false], ["x", true]] as const
    assert.deepStrictEqual(shapes.map(([version, hasConfig]) => flagsShape(version, hasConfig)), [
      "details",
      "details",
      "details",
      "values",
      "values",
      "values"
    ])
    assert.strictEqual(flagsShape(undefined, true), "values")
  })

  it("of /decide", () => {
    assert.deepStrictEqual([undefined, "x", "1", "2", "3", "4", "12"].map(decideShape), [
      "names",
      "names",
      "names",
      "on",
      "values",
      "details",
      "details"
    ])
  })
})
