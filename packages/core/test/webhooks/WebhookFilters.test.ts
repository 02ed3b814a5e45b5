import { assert, describe, it } from "@effect/vitest"
import { eventTest, type FilteredEvent, webhookFilters } from "@hedgerow/core/webhooks/WebhookFilters"
import { isToldOf, typeOfChange, webhookTypes } from "@hedgerow/core/webhooks/WebhookTypes"
import { DateTime, Result } from "effect"

const now = DateTime.makeUnsafe("2026-01-01T00:00:00Z")
const paid: FilteredEvent = {
  event: "order paid",
  distinct_id: "ada",
  properties: { amount: 20, currency: "EUR" },
  person_properties: { plan: "pro" }
}

const holds = (filters: Parameters<typeof eventTest>[0]) => eventTest(filters, "UTC")(paid, now)

describe("filters of events", () => {
  it("name events", () => {
    assert.isTrue(holds({}))
    assert.isTrue(holds({ events: ["order paid", "other"] }))
    assert.isFalse(holds({ events: ["other"] }))
  })

  it("have conditions on the event and its person, all of which hold", () => {
    const amount = { key: "amount", operator: "gt", value: 10 }
    const plan = { key: "plan", value: "pro", type: "person" }
    assert.isTrue(holds({ properties: [amount, plan] }))
    assert.isFalse(holds({ properties: [amount, { ...plan, value: "free" }] }))
    assert.isFalse(holds({ properties: [{ ...plan, type: "event" }] }))
    assert.isFalse(holds({ events: ["other"], properties: [amount] }))
  })

  const refusals: ReadonlyArray<readonly [unknown, ReadonlyArray<string | number>]> = [
    [[], []],
    [{ evnts: ["a"] }, ["evnts"]],
    [{ events: [""] }, ["events", 0]],
    [{ properties: [{ value: 1 }] }, ["properties", 0, "key"]],
    [{ properties: [{ key: "a", operator: "like", value: 1 }] }, ["properties", 0, "operator"]],
    [{ properties: [{ key: "a", operator: "regex", value: "(" }] }, ["properties", 0, "value"]],
    [{ properties: [{ key: "a", value: 1, type: "cohort" }] }, ["properties", 0, "type"]],
    [{ surveys: "all" }, ["surveys"]]
  ]

  it.each(refusals)("%j is refused with its path", (filters, path) => {
    const reading = webhookFilters.read(filters)
    assert.isTrue(Result.isFailure(reading))
    if (Result.isFailure(reading)) assert.deepStrictEqual([...reading.failure[0].path], [...path])
  })
})

describe("types", () => {
  it("of changes are those of four kinds of records", () => {
    assert.strictEqual(typeOfChange("FeatureFlag", "deleted"), "feature_flag.deleted")
    assert.strictEqual(typeOfChange("Survey", "response_archived"), "survey.updated")
    assert.isUndefined(typeOfChange("Dashboard", "created"))
    assert.include(webhookTypes, "experiment.restored")
  })

  it("are named one by one, by their kind, or all but events", () => {
    assert.isTrue(isToldOf(["survey.response"], "survey.response"))
    assert.isTrue(isToldOf(["survey.*"], "survey.response"))
    assert.isFalse(isToldOf(["survey.*"], "feature_flag.created"))
    assert.isTrue(isToldOf(["*"], "cohort.created"))
    assert.isFalse(isToldOf(["*"], "event.captured"))
    assert.isTrue(isToldOf(["*", "event.captured"], "event.captured"))
  })
})
