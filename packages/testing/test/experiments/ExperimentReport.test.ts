import { assert, describe, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { fromHtml } from "hast-util-from-html"
import { call, FlagApi, good } from "../flags/FlagApi.ts"
import { textsOf } from "../query/DrawnTexts.ts"
import { create, mean } from "./ExperimentApi.ts"

const world = Effect.provide(FlagApi.layer)

const hostile = `</title><script>alert(1)</script><img src=x onerror="alert(2)"> & "friends" ' \u202e\u0001`

/** Jobs that are due come to their end. */
const worked = Effect.gen(function*() {
  for (let left = 60; left > 0; left--) {
    yield* Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void)))
    yield* Effect.repeat(Effect.yieldNow, { times: 20 })
    yield* TestClock.adjust("100 millis")
  }
})

const days = ["2026-01-05", "2026-01-06", "2026-01-07"]

/** 40 people of each variant a day; of `control` every eighth buys, of `test` every second. */
const people = (flag: string) =>
  days.flatMap((day) =>
    ["control", "test"].flatMap((variant) =>
      Array.from({ length: 40 }, (_, number) => {
        const distinct_id = `${day} ${variant} ${number}`
        const called = {
          event: "$feature_flag_called",
          distinct_id,
          timestamp: `${day}T10:00:00Z`,
          properties: { $feature_flag: flag, $feature_flag_response: variant }
        }
        const bought = { event: "purchase", distinct_id, timestamp: `${day}T11:00:00Z`, properties: {} }
        return number % (variant === "control" ? 8 : 2) === 0 ? [called, bought] : [called]
      }).flat()
    )
  )

const metrics = {
  metrics: [
    mean("purchase", { uuid: "m1", name: "Purchases" }),
    mean("purchase", { uuid: "m2", name: "Purchases, to be fewer", goal: "decrease" })
  ],
  metrics_secondary: [
    mean("nothing", { uuid: "m3", name: hostile }),
    mean("purchase", { uuid: "m4", name: "Not fewer", guardrail: { margin: 0.1 } })
  ]
}

const makeWorld = Effect.fnUntraced(function*(fields: object = {}) {
  const { project } = yield* FlagApi
  yield* TestClock.setTime(Date.parse("2026-01-07T23:00:00Z"))
  assert.strictEqual(
    (yield* call("POST", "/batch/", { api_key: project.api_token, batch: people("checkout") })).status,
    200
  )
  const experiment = yield* create("checkout", {
    name: `Checkout ${hostile}`,
    start_date: "2026-01-05T00:00:00Z",
    stats_config: { method: "frequentist" },
    ...metrics,
    ...fields
  })
  const [first] = experiment["metrics"] as ReadonlyArray<JsonRecord>
  if (fields instanceof Object && !("start_date" in fields)) {
    yield* good("POST", `experiments/${String(experiment["id"])}/recalculate_timeseries/`, {
      metric: first,
      fingerprint: first?.["fingerprint"]
    })
    yield* worked
  }
  return experiment
})

const look = ({ id }: JsonRecord, query = "", accept = "*/*") =>
  call("GET", `experiments/${String(id)}/report/${query}`, undefined, { headers: { accept } })

/** The tags of a page, and its texts without those of styles. */
const read = (html: string) => {
  const tags: Array<string> = []
  const texts: Array<string> = []
  const walk = (node: ReturnType<typeof fromHtml> | ReturnType<typeof fromHtml>["children"][number]): void => {
    if (node.type === "text") texts.push(node.value)
    if (node.type === "element") {
      tags.push(node.tagName)
      for (const [name, value] of Object.entries(node.properties)) {
        assert.notMatch(name, /^on|^src$/i)
        if (/href/i.test(name)) assert.strictEqual(value, "data:,")
      }
      if (node.tagName === "style") return
    }
    if ("children" in node) node.children.forEach(walk)
  }
  walk(fromHtml(html))
  return { tags, text: texts.join(" ") }
}

it.effect("many metrics are put together one by one: others run in between", () =>
  Effect.gen(function*() {
    const count = 40
    const many = Array.from({ length: count }, (_, place) => mean("purchase", { uuid: `u${place}` }))
    const made = yield* makeWorld({ metrics: many, metrics_secondary: [] })
    const ask = call("GET", `experiments/${String(made["id"])}/report/`)
    assert.strictEqual((yield* ask).status, 200)
    let [turns, isAsking] = [0, true]
    const seeTurn = () => {
      turns++
      if (isAsking) setImmediate(seeTurn)
    }
    setImmediate(seeTurn)
    const kept = yield* ask
    isAsking = false
    assert.strictEqual(kept.status, 200)
    // Two metrics at a time.
    assert.isAtLeast(turns, count / 2)
  }).pipe(world))

describe("GET /experiments/{id}/report/", () => {
  it.effect("shows the p-value that the verdict goes by, beside the one among all tests, and that of a margin", () =>
    Effect.gen(function*() {
      const experiment = yield* makeWorld({
        metrics: [
          mean("purchase", { uuid: "m1", name: "Purchases" }),
          mean("$feature_flag_called", { uuid: "m2", name: "Calls" }),
          mean("purchase", { uuid: "m3", source: { kind: "EventsNode", event: "purchase", math: "dau" } })
        ],
        metrics_secondary: [mean("purchase", { uuid: "m4", goal: "decrease", guardrail: { margin: 2.5 } })]
      })
      const results = yield* good("GET", `experiments/${String(experiment["id"])}/results/`)
      const variants = (results["metrics"] as ReadonlyArray<JsonRecord>).map(({ result }) =>
        ((result as JsonRecord)["variant_results"] as ReadonlyArray<JsonRecord>)[0]
      )
      const guardrail = variants.find((one) => one?.["guardrail"] !== undefined)?.["guardrail"] as JsonRecord
      const { text } = read((yield* look(experiment)).text)
      assert.include(text, "p < 0.001, adjusted < 0.001")
      assert.include(text, `p = ${Number(Number(guardrail["p_value"]).toPrecision(2))} of the margin`)
    }).pipe(world))

  it.effect("is one page of words, charts and tables that needs nothing else, with every text as text", () =>
    Effect.gen(function*() {
      const experiment = yield* makeWorld()
      const { headers, status, text: html } = yield* look(experiment)
      assert.strictEqual(status, 200)
      assert.strictEqual(headers.get("content-type"), "text/html; charset=utf-8")
      assert.strictEqual(headers.get("cache-control"), "no-store")
      assert.strictEqual(headers.get("referrer-policy"), "no-referrer")
      const policy = headers.get("content-security-policy") ?? ""
      assert.include(policy, "default-src 'none'")
      assert.include(policy, "sandbox")
      assert.notInclude(policy, "script-src")
      const { tags, text } = read(html)
      for (const refused of ["script", "img", "a", "iframe", "image", "use", "foreignObject"]) {
        assert.notInclude(tags, refused)
      }
      assert.strictEqual(tags.filter((tag) => tag === "svg").length, 5)
      assert.include(text, "<script>alert(1)</script>")
      assert.notInclude(html, "\u202e")
      assert.include(text, "The split of exposures is the one of the flag.")
      for (const heading of ["Primary metrics", "Guardrails", "Secondary metrics", "Lift over time", "Exposures"]) {
        assert.include(text, heading)
      }
      assert.include(text, "test is better than control: +300 % (")
      assert.include(text, "test is worse than control: +300 % (")
      assert.include(text, "test is not worse than the margin allows")
      assert.include(text, "cannot be compared with control yet")
      assert.include(text, "Purchases: lift over time")
      assert.notInclude(text, "to be fewer: lift over time")
      const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
      assert.strictEqual(new Set(ids).size, ids.length)
    }).pipe(world))

  it.effect("has its charts as SVG, from the results and the daily results", () =>
    Effect.gen(function*() {
      const experiment = yield* makeWorld()
      const forest = yield* look(experiment, "", "image/svg+xml")
      assert.strictEqual(forest.headers.get("content-type"), "image/svg+xml; charset=utf-8")
      assert.include(forest.headers.get("content-security-policy") ?? "", "default-src 'none'")
      assert.includeMembers([...textsOf(forest.text)], [
        "Purchases · test",
        "Purchases, to be fewer · test",
        "too little data"
      ])
      const results = (yield* good("GET", `experiments/${String(experiment["id"])}/results/`))["metrics"]
      const [first] = results as readonly [{ result: { variant_results: readonly [{ lift: number }] } }]
      assert.strictEqual(first.result.variant_results[0].lift, 3)
      assert.isTrue(textsOf(forest.text).some((text) => text.startsWith("+300 % (+128 to +601 %), better")))

      const one = yield* look(experiment, "?format=svg&chart=forest&metric_uuid=m2")
      assert.isFalse(textsOf(one.text).includes("Purchases · test"))
      assert.isTrue(textsOf(one.text).includes("Purchases, to be fewer · test"))

      const overTime = yield* look(experiment, "?format=svg&chart=lift_over_time")
      assert.includeMembers([...textsOf(overTime.text)], ["Purchases: lift over time", ...days])
      const exposures = yield* look(experiment, "?format=svg&chart=exposures")
      assert.includeMembers([...textsOf(exposures.text)], ["control (120)", "test (120)", ...days])
      const early = yield* look(experiment, "?format=svg&chart=exposures&date_to=2026-01-05")
      assert.include(textsOf(early.text), "control (40)")
      // A picture in a page asks as browsers do.
      const picture = yield* look(experiment, "", "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8")
      assert.strictEqual(picture.text, forest.text)
      const page = yield* look(experiment, "", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")
      assert.match(page.text, /^<!doctype html>/)
    }).pipe(world))

  it.effect("of a draft and of one without metrics is a page too", () =>
    Effect.gen(function*() {
      const draft = yield* makeWorld({ start_date: null })
      const { text } = read((yield* look(draft)).text)
      assert.include(text, "Draft")
      assert.include(text, "Nobody was exposed yet.")
      assert.include(text, "No day has a result yet.")
      textsOf((yield* look(draft, "?format=svg&chart=lift_over_time")).text)
      const bare = yield* create("bare", { metrics: [], start_date: "2026-01-05T00:00:00Z" })
      assert.strictEqual((yield* look(bare)).status, 200)
      for (const chart of ["forest", "lift_over_time", "exposures"]) {
        textsOf((yield* look(bare, `?format=svg&chart=${chart}`)).text)
      }
    }).pipe(world))

  it.effect("is loud about a split that is not the flag's, and says whose exposures it is in", () =>
    Effect.gen(function*() {
      yield* makeWorld()
      const { project } = yield* FlagApi
      const batch = Array.from({ length: 400 }, (_, number) => ({
        event: "$feature_flag_called",
        distinct_id: `uneven ${number}`,
        timestamp: "2026-01-06T10:00:00Z",
        properties: {
          $feature_flag: "uneven",
          $feature_flag_response: number % 4 === 0 ? "test" : "control",
          $lib: "<i>phones</i>"
        }
      }))
      assert.strictEqual((yield* call("POST", "/batch/", { api_key: project.api_token, batch })).status, 200)
      const uneven = yield* create("uneven", { ...metrics, start_date: "2026-01-05T00:00:00Z" })
      const { text: html } = yield* look(uneven)
      const { text } = read(html)
      assert.include(text, "do not trust the results before the reason is found.")
      assert.include(text, "The split is not the one of the flag in exposures sent by <i>phones</i>.")
      assert.include(html, "<div class=\"card alarm\" role=\"alert\">")
    }).pipe(world))

  it.effect("is refused with wrong parameters, without the scope, and in other projects", () =>
    Effect.gen(function*() {
      const experiment = yield* makeWorld()
      const cases = [
        ["?format=pdf", "format", "invalid_choice"],
        ["?chart=pie", "chart", "invalid_choice"],
        ["?metric_uuid=m77", "metric_uuid", "does_not_exist"],
        ["?date_from=soon", "date_from", "invalid_input"]
      ] as const
      for (const [query, attr, code] of cases) {
        const { body, status } = yield* look(experiment, query)
        assert.deepStrictEqual([status, body["attr"], body["code"]], [400, attr, code])
      }
      assert.strictEqual((yield* look({ id: 999 })).status, 404)
      const { call, keyOf } = yield* FlagApi
      const path = `experiments/${String(experiment["id"])}/report/`
      const weak = yield* keyOf("weak", ["query:read"])
      assert.strictEqual((yield* call("GET", path, undefined, { key: weak })).status, 403)
      const other = yield* keyOf("other", ["*"], "another organisation")
      assert.include([403, 404], (yield* call("GET", path, undefined, { key: other })).status)
    }).pipe(world))

  it.effect("is shown by a browser with the key in its address", () =>
    Effect.gen(function*() {
      const experiment = yield* makeWorld({ start_date: null })
      const { key, project } = yield* FlagApi
      const path = `/api/projects/${project.id}/experiments/${String(experiment["id"])}/report/`
      const shown = yield* call("GET", `${path}?personal_api_key=${key}`, undefined, { headers: { authorization: "" } })
      assert.strictEqual(shown.status, 200)
      const hidden = yield* call("GET", path, undefined, { headers: { authorization: "" } })
      assert.strictEqual(hidden.status, 401)
    }).pipe(world))
})
