/** Tests of the shop without a network: the SDK talks to the whole API in memory, on a clock that the tests move. */
import { startTestApi } from "@hedgerow/testing"
import assert from "node:assert/strict"
import { afterEach, beforeEach, test } from "node:test"
import { PostHog } from "posthog-node"
import { Shop } from "./Shop.ts"

let api: Awaited<ReturnType<typeof startTestApi>>
let analytics: PostHog
let shop: Shop

beforeEach(async () => {
  api = await startTestApi()
  analytics = new PostHog(api.token, { host: api.host, fetch: api.fetch, flushAt: 1 })
  shop = new Shop(analytics)
})

afterEach(async () => {
  await analytics.shutdown()
  await api.close()
})

await test("a flag decides which check-out a customer gets", async () => {
  assert.equal(await shop.order("ada", 30), "long")
  await api.setFlag("new-checkout", "short")
  assert.equal(await shop.order("bob", 20), "short")
})

await test("an order is captured with its amount", async () => {
  await shop.order("ada", 30)
  await analytics.flush()
  const [order] = await api.events("order placed")
  assert.equal(order?.distinct_id, "ada")
  assert.equal(order?.properties["euros"], 30)
})

await test("orders of last week are not orders of today", async () => {
  const ordersToday = "SELECT count() FROM events WHERE event = 'order placed' AND timestamp >= today()"
  await shop.order("ada", 30)
  await analytics.flush()
  assert.deepEqual(await api.query(ordersToday), [[1]])
  await api.moveClock("7 days")
  assert.deepEqual(await api.query(ordersToday), [[0]])
})

await test("answers to a survey are counted", async () => {
  const survey = await api.send("POST", "/api/projects/@current/surveys/", {
    name: "Check-out",
    type: "api",
    questions: [{ type: "rating", question: "How was it?", display: "number", scale: 10 }],
    start_date: "2026-01-01T00:00:00Z"
  }) as { readonly id: string; readonly questions: readonly [{ readonly id: string }] }
  shop.rate("ada", { id: survey.id, question: survey.questions[0].id }, 9)
  await analytics.flush()
  const { stats } = await api.send("GET", `/api/projects/@current/surveys/${survey.id}/stats/`) as {
    readonly stats: { readonly "survey sent": { readonly total_count: number } }
  }
  assert.equal(stats["survey sent"].total_count, 1)
})
