import { afterAll, assert, beforeEach, describe, it } from "@effect/vitest"
import { projectApi } from "@hedgerow/server/transfer/posthog/ProjectApi"
import { type StartedTestApi, startTestApi } from "@hedgerow/testing"
import { Effect } from "effect"
import { all, apiOf, change, copy, copyReport, type Fetch, named, noteOn } from "./CopyCase.ts"
import { page, refusal, shapedSource } from "./ShapedSource.ts"
import { make } from "./SourceProject.ts"

const opened: Array<StartedTestApi> = []
let target: StartedTestApi
const start = async () => {
  const api = await startTestApi()
  opened.push(api)
  return api
}
beforeEach(async () => {
  target = await start()
})
afterAll(async () => {
  await Promise.all(opened.map((api) => api.close()))
})

const action = (id: number) => ({ id, name: `Action ${id}`, steps: [] })
const actions = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => action(from + index))

describe("a list that changes while it is read", () => {
  it("has each record once, and is read again for those that moved away", async () => {
    let readings = 0
    const source = shapedSource({
      "actions/": (url) => {
        if (url.searchParams.get("offset") === null) readings++
        // In the first reading a record is put before the others between the pages: one is read twice, one is not read.
        const isMoved = readings === 1 && url.searchParams.get("offset") !== null
        return page(url, isMoved ? [action(130), ...actions(1, 129)] : actions(1, 130))
      }
    })
    const outcomes = await copy(source, target)
    assert.lengthOf(named(outcomes, "made"), 130)
    assert.lengthOf(await all(target, "actions/?limit=200"), 130)
    assert.strictEqual(readings, 2)
  })
})

describe("a copy", () => {
  it("goes on past lists, records and counts that fail, with a row for each", async () => {
    let asked = 0
    const source = shapedSource({
      "actions/": actions(1, 3),
      "insights/": () => {
        asked++
        return refusal(500, "Broken.")
      },
      "dashboards/": [{ id: 4, name: "Shop" }],
      "dashboards/4/": () => refusal(500, "Broken."),
      "alerts/": () => refusal(500, "Broken."),
      "annotations/": [{ id: 1 }]
    })
    const through: Fetch = (input, init) =>
      init.method === "POST" && String(init.body).includes("Action 2")
        ? Promise.resolve(refusal(500, "No room."))
        : target.fetch(input, init)
    const outcomes = await copy(source, target, { through })
    assert.deepStrictEqual(named(outcomes, "made"), ["action Action 1", "action Action 3"])
    assert.strictEqual(noteOn(outcomes, "action", "Action 2"), "No room.")
    assert.strictEqual(noteOn(outcomes, "insight", "all of insights/"), "500: Broken.")
    assert.strictEqual(noteOn(outcomes, "dashboard", "Shop"), "Broken.")
    assert.strictEqual(noteOn(outcomes, "alerts", "an unknown number"), "not counted: 500: Broken.")
    assert.strictEqual(noteOn(outcomes, "annotations", "1"), "Hedgerow has no annotations")
    assert.isAtMost(asked, 4)
  })

  it("waits where a change is to be sent later, and sends it once more", async () => {
    let refused = 0
    const through: Fetch = (input, init) =>
      init.method === "POST" && ++refused <= 2
        ? Promise.resolve(refusal(429, "Later."))
        : target.fetch(input, init)
    const outcomes = await copy(shapedSource({ "actions/": actions(1, 2) }), target, { through })
    assert.deepStrictEqual(named(outcomes, "made"), ["action Action 1", "action Action 2"])
    assert.lengthOf(await all(target, "actions/"), 2)
  })

  it("that cannot go on says what it made until then", async () => {
    let changes = 0
    const through: Fetch = (input, init) => {
      if (init.method === "POST" && ++changes > 2) throw new Error("gone")
      return target.fetch(input, init)
    }
    const { failure, outcomes } = await copyReport(shapedSource({ "actions/": actions(1, 4) }), target, { through })
    assert.include(failure?.message, "a project does not answer")
    assert.deepStrictEqual(named(outcomes, "made"), ["action Action 1", "action Action 2"])
  })

  it("makes nothing of a kind that it cannot look for", async () => {
    const through: Fetch = (input, init) =>
      input.includes("/actions/") && init.method === "GET"
        ? Promise.resolve(refusal(403, "Not you."))
        : target.fetch(input, init)
    const outcomes = await copy(shapedSource({ "actions/": actions(1, 2) }), target, { through })
    assert.deepStrictEqual(named(outcomes, "made"), [])
    assert.strictEqual(
      noteOn(outcomes, "action", "Action 1"),
      "what is there of actions/ cannot be read: Not you."
    )
  })

  it("does not wait long for an address that never answered", async () => {
    let asked = 0
    const api = projectApi({
      name: "https://nowhere.example",
      base: "https://nowhere.example/api/projects/1/",
      key: undefined,
      fetch: () => {
        asked++
        return Promise.reject(new Error("no such host"))
      }
    })
    const error = await Effect.runPromise(Effect.flip(api.send("GET", "")))
    assert.include(error.message, "https://nowhere.example does not answer")
    assert.strictEqual(asked, 3)
  })
})

describe("a dry run", () => {
  it("says of descriptions and of what cannot be made again what the copy then does", async () => {
    const source = await start()
    const paid = { event: "paid", distinct_id: "ada", properties: { amount: 5, country: "NL", only_there: 1 } }
    await source.capture(paid)
    await target.capture({ ...paid, properties: { amount: 5, country: "NL" } })
    const describe = async (api: StartedTestApi, name: string) => {
      const found = (await all(api, `property_definitions/?type=event&search=${name}`)).find((one) =>
        one["name"] === name
      )
      await change(api, `property_definitions/${found?.id}/`, { description: `The ${name}` })
    }
    await describe(source, "amount")
    await describe(source, "country")
    await describe(source, "only_there")
    await describe(target, "country")
    const sealed = { key: "sealed", is_remote_configuration: true, _should_create_usage_dashboard: false }
    const { id } = await make(source, "feature_flags/", sealed)
    await make(target, "feature_flags/", sealed)
    const properties = [{ key: String(id), type: "flag", operator: "flag_evaluates_to", value: true }]
    await make(source, "feature_flags/", {
      key: "above",
      filters: { groups: [{ properties, rollout_percentage: 100 }] },
      _should_create_usage_dashboard: false
    })
    const hiding: Fetch = async (input, init) => {
      const answer = await target.fetch(input, init)
      if (!input.includes("/feature_flags/") || init.method !== "GET") return answer
      const text = (await answer.text()).replaceAll(
        "\"has_encrypted_payloads\":false",
        "\"has_encrypted_payloads\":true"
      )
      return new Response(text, { status: answer.status })
    }
    const options = { hasPeople: false, through: hiding }
    const dry = await copy(apiOf(source), target, { ...options, isDry: true })
    const done = await copy(apiOf(source), target, options)
    for (const outcome of ["made", "there", "left out"] as const) {
      assert.deepStrictEqual(named(dry, outcome), named(done, outcome), outcome)
    }
    assert.strictEqual(noteOn(dry, "flag", "above"), "not tried in the dry run")
    assert.include(named(done, "made"), "property of events amount")
    assert.include(named(done, "there"), "flag sealed")
    assert.include(named(done, "left out"), "property of events only_there")
  })
})

describe("insights without a name, of the older form", () => {
  it("are told apart by their filters", async () => {
    const insight = (id: number, event: string) => ({
      id,
      name: null,
      derived_name: null,
      query: null,
      filters: { insight: "TRENDS", events: [{ id: event, type: "events" }] },
      dashboards: [],
      saved: true
    })
    const only = shapedSource({ "insights/": [insight(2, "two")] })
    assert.lengthOf(named(await copy(only, target), "made"), 1)
    const outcomes = await copy(shapedSource({ "insights/": [insight(1, "one"), insight(2, "two")] }), target)
    assert.deepStrictEqual(named(outcomes, "made"), ["insight (without a name, 1)"])
    assert.deepStrictEqual(named(outcomes, "there"), ["insight (without a name, 2)"])
  })
})
