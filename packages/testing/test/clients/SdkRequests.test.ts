import { assert, it } from "@effect/vitest"
import { TestApi } from "@hedgerow/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { readFileSync } from "node:fs"
import { gzipSync } from "node:zlib"
import { type SdkRequest, sdks } from "./SdkRequests.ts"

const flags = [
  {
    key: "new-checkout",
    filters: {
      groups: [{
        properties: [{ key: "plan", type: "person", operator: "exact", value: "pro" }],
        rollout_percentage: 100
      }]
    }
  },
  {
    key: "banner",
    is_remote_configuration: true,
    filters: { groups: [], payloads: { true: "{\"colour\":\"green\"}" } }
  }
]

type Answer = Readonly<Record<string, unknown>>

/** The part of an answer that an SDK reads. */
const partOf = ({ expected }: SdkRequest, answer: Answer): unknown => {
  switch (expected) {
    case "captured":
      return answer["status"]
    case "flags":
      return (answer["flags"] as Record<string, { readonly enabled: unknown }>)["new-checkout"]?.enabled
    case "decided":
      return (answer["featureFlags"] as Answer)["new-checkout"]
    case "definitions":
      return (answer["flags"] as ReadonlyArray<Answer>).map(({ key }) => key)
    case "config":
      return answer["hasFeatureFlags"]
    case "payload":
      return answer
  }
}

const wanted = {
  captured: 1,
  flags: true,
  decided: true,
  definitions: ["new-checkout"], // remote configuration is read by itself
  config: true,
  payload: "{\"colour\":\"green\"}"
}

it.effect.each(sdks)(
  "$name: its requests are answered as it reads them",
  ({ name, requests }) =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.UTC(2026, 0, 5, 12))
      const { key, query, request, token } = yield* TestApi
      for (const flag of flags) {
        const body = JSON.stringify({ ...flag, active: true })
        assert.strictEqual(
          (yield* request("/api/projects/@current/feature_flags/", { method: "POST", body })).status,
          201
        )
      }
      for (const one of requests) {
        const json = one.body === undefined ? undefined : JSON.stringify(one.body).replaceAll("\"phc\"", `"${token}"`)
        const answered = yield* request(one.path.replace("phc", token), {
          method: one.method,
          headers: {
            "content-type": "application/json",
            "user-agent": `${name}/1.0.0`,
            ...(one.isZipped === true ? { "content-encoding": "gzip" } : {}),
            ...(one.isKeyed === true ? { authorization: `Bearer ${key}` } : {})
          },
          ...(json === undefined ? {} : { body: one.isZipped === true ? gzipSync(json) : json })
        })
        const text = yield* Effect.promise(() => answered.text())
        assert.strictEqual(answered.status, 200, `${one.path}: ${text}`)
        assert.deepStrictEqual(partOf(one, JSON.parse(text)), wanted[one.expected], `${one.path}: ${text}`)
      }
      const captured = requests.filter(({ expected }) => expected === "captured").length
      const stored = yield* query(`SELECT count() FROM events WHERE properties.$lib = '${name}'`)
      assert.isAtLeast(Number(stored[0]?.[0]), captured)
    }).pipe(Effect.provide(TestApi.layer))
)

it("docs/compatibility.md lists every SDK that is replayed, with the sources that were read", () => {
  const page = readFileSync(new URL("../../../../docs/compatibility.md", import.meta.url), "utf8")
  for (const { name, read } of sdks) assert.match(page, new RegExp(`^\\| .*\`${name}\`.* \\| .*${read}.* \\|$`, "m"))
})
