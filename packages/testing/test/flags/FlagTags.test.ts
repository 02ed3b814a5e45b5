import { assert, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { type Answer, call, create, FlagApi, good, onPerson, refusal, when } from "./FlagApi.ts"

const inWorld = <A, E>(test: Effect.Effect<A, E, FlagApi>) => Effect.provide(test, FlagApi.layer)

const pathOf = ({ id }: JsonRecord) => `feature_flags/${String(id)}/`

const etagOf = ({ headers }: Answer) => headers.get("etag") ?? "none"

const ifMatch = (tag: string) => ({ headers: { "if-match": tag } })

const ifNoneMatch = (tag: string, key?: string) => ({
  headers: { "if-none-match": tag },
  ...(key === undefined ? {} : { key })
})

it.effect("the tag a flag is sent with makes its version the condition of a change, as a version alone does", () =>
  inWorld(Effect.gen(function*() {
    const made = yield* call("POST", "feature_flags/", { key: "gate" })
    assert.match(etagOf(made), /^"1-[0-9a-f]{32}"$/)
    const path = pathOf(made.body)
    const read = yield* call("GET", path)
    assert.match(etagOf(read), /^"1-/)
    assert.strictEqual(read.headers.get("content-type"), "application/json")
    const first = yield* call("PATCH", path, { name: "b" }, ifMatch(etagOf(read)))
    assert.deepStrictEqual([first.status, first.body["name"]], [200, "b"])
    assert.match(etagOf(first), /^"2-/)
    for (const tag of [etagOf(read), `W/${etagOf(read)}`, "\"1\"", "\"2", "\"two\"", "\"-2\"", "\"2\"-x\""]) {
      const late = yield* call("PATCH", path, { name: "c" }, ifMatch(tag))
      assert.deepStrictEqual(refusal(late).slice(0, 3), [412, "invalid_request", "precondition_failed"], tag)
    }
    const replaced = yield* call("PUT", path, { name: "c" }, ifMatch(etagOf(first)))
    assert.deepStrictEqual([replaced.status, replaced.body["name"]], [200, "c"])
    // The forms that proxies give to a tag, and older clients.
    for (const [index, suffix] of ["-gzip", ""].entries()) {
      const tag = etagOf(yield* call("GET", path)).replace(/"$/, `${suffix}"`)
      const answer = yield* call("PATCH", path, { name: `d${index}` }, ifMatch(`W/${tag}`))
      assert.strictEqual(answer.status, 200, tag)
    }
  })))

it.effect("a record that is as it was sent is not sent again", () =>
  inWorld(Effect.gen(function*() {
    const flag = yield* create("gate")
    const tag = etagOf(yield* call("GET", pathOf(flag)))
    for (const named of [tag, `W/${tag}`, `"x", ${tag}`, "*"]) {
      const again = yield* call("GET", pathOf(flag), undefined, ifNoneMatch(named))
      assert.deepStrictEqual([again.status, again.text, etagOf(again)], [304, "", tag], named)
    }
    for (const named of ["\"1\"", "", "\"2-x\""]) {
      assert.strictEqual((yield* call("GET", pathOf(flag), undefined, ifNoneMatch(named))).status, 200, named)
    }
    yield* good("PATCH", pathOf(flag), { name: "b" }, ifNoneMatch("*"))
    assert.strictEqual((yield* call("GET", pathOf(flag), undefined, ifNoneMatch(tag))).status, 200)
  })))

it.effect("a record that changes without a new version has another tag: calls, time, cohorts, users, dashboards", () =>
  inWorld(Effect.gen(function*() {
    const { keyOf, project } = yield* FlagApi
    const cohort = yield* good("POST", "cohorts/", {
      name: "Old",
      filters: { properties: { type: "AND", values: [onPerson("a")] } }
    })
    const inCohort = when({ key: "id", type: "cohort", value: cohort["id"] })
    const flag = yield* create("gate", inCohort)
    const read = call("GET", pathOf(flag))
    let known = yield* read
    const differs = Effect.fnUntraced(function*(why: string) {
      const again = yield* call("GET", pathOf(flag), undefined, ifNoneMatch(etagOf(known)))
      assert.strictEqual(again.status, 200, why)
      assert.notStrictEqual(again.text, known.text, why)
      assert.strictEqual(again.body["version"], known.body["version"], why)
      known = again
      assert.strictEqual((yield* call("GET", pathOf(flag), undefined, ifNoneMatch(etagOf(known)))).status, 304, why)
    })
    yield* good("PATCH", `cohorts/${String(cohort["id"])}/`, { name: "New" })
    yield* differs("the name of a cohort")
    yield* good("PATCH", `dashboards/${String(flag["usage_dashboard"])}/`, { deleted: true })
    yield* differs("the dashboard")
    const event = { event: "$feature_flag_called", distinct_id: "a", properties: { $feature_flag: "gate" } }
    yield* good("POST", "/batch/", { api_key: project.api_token, batch: [event] })
    for (let turn = 0; turn < 50; turn++) yield* Effect.yieldNow
    yield* differs("a call")
    yield* TestClock.adjust("31 days")
    yield* differs("being stale")
    const member = yield* keyOf("bo", ["feature_flag:read"])
    const theirs = yield* call("GET", pathOf(flag), undefined, ifNoneMatch(etagOf(known), member))
    assert.deepStrictEqual([theirs.status, theirs.body["user_access_level"]], [200, "editor"])
    assert.notStrictEqual(etagOf(theirs), etagOf(known))
  })))

it.effect("a dashboard that is deleted is not shown, and does not stand in the way of a change", () =>
  inWorld(Effect.gen(function*() {
    const flag = yield* create("gate")
    const own = String(flag["usage_dashboard"])
    const { usage_dashboard: kept } = yield* create("kept")
    const { usage_dashboard: gone } = yield* create("gone")
    yield* good("PATCH", pathOf(flag), { analytics_dashboards: [kept, gone] })
    for (const id of [own, String(gone)]) yield* good("PATCH", `dashboards/${id}/`, { deleted: true })
    const shown = yield* good("GET", pathOf(flag))
    assert.deepInclude(shown, { usage_dashboard: null, analytics_dashboards: [kept] })
    const { results } = yield* good("GET", "feature_flags/")
    assert.deepInclude(results, shown)
    const enriched = yield* call("POST", `${pathOf(flag)}enrich_usage_dashboard/`)
    assert.deepStrictEqual(enriched.json, { success: false, error: "Usage dashboard not found" })
    assert.deepInclude(yield* good("PATCH", pathOf(flag), { name: "theirs" }), { usage_dashboard: null })
    const mine = { version: shown["version"], original_flag: shown, analytics_dashboards: [] }
    assert.deepInclude(yield* good("PATCH", pathOf(flag), mine), { analytics_dashboards: [] })
    yield* good("POST", `${pathOf(flag)}dashboard/`)
    const { usage_dashboard: next } = yield* good("GET", pathOf(flag))
    assert.isNumber(next)
    assert.notStrictEqual(String(next), own)
    yield* good("PATCH", `dashboards/${own}/`, { deleted: false })
    assert.strictEqual((yield* good("GET", pathOf(flag)))["usage_dashboard"], next)
  })))
