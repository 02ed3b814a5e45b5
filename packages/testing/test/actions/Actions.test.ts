import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { call, FlagApi, good } from "../flags/FlagApi.ts"

const step = { event: "$pageview", url: "/done" }

const bare = {
  event: null,
  properties: null,
  selector: null,
  tag_name: null,
  text: null,
  text_matching: null,
  href: null,
  href_matching: null,
  url: null,
  url_matching: null
}

it.effect("an action is made, listed, read, changed, deleted, restored and logged", () =>
  Effect.gen(function*() {
    const made = yield* good("POST", "actions/", {
      name: "Signed up",
      tags: ["a", "a"],
      steps: [step],
      post_to_slack: true
    })
    assert.deepInclude(made, {
      name: "Signed up",
      description: "",
      tags: ["a"],
      post_to_slack: true,
      steps: [{ ...bare, ...step }],
      deleted: false,
      is_action: true
    })
    const path = `actions/${String(made["id"])}/`
    assert.deepStrictEqual(yield* good("GET", path), made)
    assert.deepStrictEqual((yield* good("GET", "actions/?search=SIGN"))["results"], [made])
    assert.strictEqual((yield* good("GET", "actions/?search=other"))["count"], 0)
    assert.deepInclude(yield* good("PATCH", path, { steps: [] }), { steps: [], name: "Signed up" })
    assert.strictEqual((yield* call("DELETE", path)).status, 405)
    assert.deepInclude(yield* good("PATCH", path, { deleted: true }), { deleted: true })
    assert.strictEqual((yield* good("GET", "actions/"))["count"], 0)
    assert.deepInclude(yield* good("PATCH", path, { deleted: false }), { deleted: false })
    assert.strictEqual((yield* call("GET", "actions/99/")).status, 404)
    assert.strictEqual((yield* good("GET", `${path}activity/`))["total_count"], 4)
  }).pipe(Effect.provide(FlagApi.layer)))

const refused: ReadonlyArray<readonly [body: object, attr: string, code: string]> = [
  [{ name: 400, steps: {} }, "steps", "not_a_list"],
  [{ steps: ["a"] }, "steps__0", "not_a_dict"],
  [{ steps: [{}, { event: 7 }] }, "steps__1__event", "invalid_input"],
  [{ steps: [{ url_matching: "like" }] }, "steps__0__url_matching", "invalid_input"],
  [{ steps: [{ url: "(", url_matching: "regex" }] }, "steps__0__url", "invalid_input"],
  [{ steps: [{ selector: "a:hover" }] }, "steps__0__selector", "invalid_input"],
  [{ steps: [{ selector: "> a" }] }, "steps__0__selector", "invalid_input"],
  [
    { steps: [{ properties: [{ type: "event", key: "a", operator: "like", value: 1 }] }] },
    "steps__0__properties__0__operator",
    "invalid_input"
  ],
  [{ steps: [{ text: "a\u0000" }] }, "steps__0__text", "null_characters_not_allowed"]
]

it.effect("a step that cannot be understood is refused with its place", () =>
  Effect.gen(function*() {
    for (const [body, attr, code] of refused) {
      const answer = yield* call("POST", "actions/", body)
      assert.deepStrictEqual(
        [answer.status, answer.body["attr"], answer.body["code"]],
        [400, attr, code],
        JSON.stringify(body)
      )
    }
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("two actions that are not deleted never have one name", () =>
  Effect.gen(function*() {
    const { id } = yield* good("POST", "actions/", { name: "Paid" })
    const again = yield* call("POST", "actions/", { name: "Paid" })
    assert.deepInclude(again.body, { code: "unique", attr: "name" })
    yield* good("POST", "actions/", {})
    const other = yield* good("POST", "actions/", {})
    const taken = yield* call("PATCH", `actions/${String(other["id"])}/`, { name: "Paid" })
    assert.deepInclude(taken.body, { code: "unique", attr: "name" })
    yield* good("PATCH", `actions/${String(id)}/`, { name: "Paid", description: "a" })
    yield* good("PATCH", `actions/${String(id)}/`, { deleted: true })
    yield* good("PATCH", `actions/${String(other["id"])}/`, { name: "Paid" })
    assert.strictEqual((yield* call("PATCH", `actions/${String(id)}/`, { deleted: false })).body["code"], "unique")
  }).pipe(Effect.provide(FlagApi.layer)))

it.effect("a key needs the scope, and another organisation sees nothing", () =>
  Effect.gen(function*() {
    const { call, keyOf } = yield* FlagApi
    const { id } = yield* good("POST", "actions/", { name: "Paid" })
    const path = `actions/${String(id)}/`
    const reader = yield* keyOf("reader", ["action:read"])
    const stranger = yield* keyOf("stranger", ["*"], "another organisation")
    assert.strictEqual((yield* call("GET", path, undefined, { key: reader })).status, 200)
    assert.strictEqual((yield* call("PATCH", path, { name: "x" }, { key: reader })).status, 403)
    const narrow = yield* keyOf("narrow", ["cohort:write"])
    assert.strictEqual((yield* call("GET", path, undefined, { key: narrow })).status, 403)
    for (const method of ["GET", "PATCH"]) {
      const body = method === "GET" ? undefined : { name: "x" }
      assert.include([403, 404], (yield* call(method, path, body, { key: stranger })).status)
    }
    assert.deepInclude(yield* good("GET", path), { name: "Paid" })
  }).pipe(Effect.provide(FlagApi.layer)))
