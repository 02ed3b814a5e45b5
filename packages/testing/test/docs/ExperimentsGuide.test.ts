import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { worked } from "../experiments/ExperimentApi.ts"
import { call, FlagApi } from "../flags/FlagApi.ts"
import { blocksOf, callOf, pageOf, shownPart } from "./DocumentedCalls.ts"

const launch = Date.UTC(2026, 0, 5, 9)
const day = 86_400_000
const people = 2000

/** The events that an SDK sends of one person: half of the persons get the button, and more of those buy. */
const visit = (number: number) => {
  const variant = number % 2 === 0 ? "control" : "test"
  const buys = (Math.floor(number / 2) * 7) % 20 < (variant === "control" ? 4 : 5)
  const distinct_id = `person ${number}`
  const bought = { event: "purchase", distinct_id, properties: { amount: 20 } }
  const at = launch + (Math.floor(number / 2) % 14) * day
  const properties = { $feature_flag: "checkout-button", $feature_flag_response: variant }
  return [
    { event: "$feature_flag_called", distinct_id, properties, timestamp: new Date(at + 1000).toISOString() },
    ...(buys ? [{ ...bought, timestamp: new Date(at + 60_000).toISOString() }] : [])
  ]
}

/** Two weeks go by in the shop. */
const twoWeeks = Effect.gen(function*() {
  const { project } = yield* FlagApi
  yield* TestClock.setTime(launch + 14 * day)
  const batch = Array.from({ length: people }, (_, number) => visit(number)).flat()
  const { status } = yield* call("POST", "/batch/", { api_key: project.api_token, batch })
  assert.strictEqual(status, 200)
})

it.effect("docs/experiments.md: every request is answered as the page says", () =>
  Effect.gen(function*() {
    const { key, project } = yield* FlagApi
    yield* TestClock.setTime(launch)
    const blocks = blocksOf(pageOf("experiments.md"))
    for (const [at, { language, text }] of blocks.entries()) {
      if (language !== "sh") continue
      const { body, method, path } = callOf(text.replaceAll("phx_…", key).replaceAll("phc_…", project.api_token))
      const { json, status } = yield* call(method, path, body)
      assert.isBelow(status, 300, `${text}\n${JSON.stringify(json)}`)
      if (path === "/batch/") yield* twoWeeks
      if (path.endsWith("/recalculate_timeseries/")) yield* worked
      const next = blocks[at + 1]
      const shown: unknown = next?.language === "json" ? JSON.parse(next.text) : {}
      assert.deepStrictEqual(shownPart(shown, json), shown, `${text}\n${JSON.stringify(json, null, 1)}`)
    }
  }).pipe(Effect.provide(FlagApi.layer)))
