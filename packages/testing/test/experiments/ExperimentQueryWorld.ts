import { assert } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { TestApi, type TestEvent } from "@hedgerow/testing"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call } from "../definitions/Call.ts"
import { mean } from "./ExperimentApi.ts"

/** The start of the experiment. */
export const start = Date.UTC(2026, 0, 5)
/** A day, in milliseconds. */
export const day = 86_400_000
/** The text of an instant. */
export const iso = (time: number) => new Date(time).toISOString().replace(".000Z", "Z")

/** Users see their variant on one of the first three days; every third of the test buys, every fifth of the control. */
export const user = (index: number, variant: string): ReadonlyArray<TestEvent> => {
  const distinct_id = `${variant}-${index}`
  const time = start + (index % 3) * day + 3_600_000
  const called: TestEvent = {
    event: "$feature_flag_called",
    distinct_id,
    timestamp: iso(time),
    properties: {
      $feature_flag: "checkout",
      $feature_flag_response: variant,
      $lib: "web",
      $browser: index % 2 === 0 ? "Firefox" : "Chrome"
    }
  }
  const buys = index % (variant === "control" ? 5 : 3) === 0
  const view: TestEvent = { event: "view", distinct_id, timestamp: iso(time + 1000), properties: {} }
  const buy: TestEvent = { event: "purchase", distinct_id, timestamp: iso(time + 2000), properties: { amount: 10 } }
  return [called, view, ...(buys ? [buy] : [])]
}

/** The events of a number of users of a variant. */
export const users = (count: number, variant: string) =>
  Array.from({ length: count }, (_, index) => user(index, variant)).flat()

/** An experiment of ten days with its users. */
export const makeWorld = Effect.fnUntraced(function*(fields: object = {}, count = 90) {
  const { capture } = yield* TestApi
  yield* TestClock.setTime(start + 10 * day)
  yield* capture(...users(count, "control"))
  yield* capture(...users(count, "test"))
  const { body, status } = yield* call("POST", "experiments/", {
    name: "Checkout",
    feature_flag_key: "checkout",
    start_date: iso(start),
    stats_config: { method: "frequentist" },
    ...fields
  })
  assert.strictEqual(status, 201, JSON.stringify(body))
  return body
})

/** Changes the experiment. */
export const patch = Effect.fnUntraced(function*(experiment: JsonRecord, fields: object) {
  const { body, status } = yield* call("PATCH", `experiments/${String(experiment["id"])}/`, fields)
  assert.strictEqual(status, 200, JSON.stringify(body))
})

/** The answer of a query, computed anew. */
export const ask = (query: object, more: object = {}) =>
  call("POST", "query/", { query, refresh: "force_blocking", ...more })

/** The results of a metric. */
export const metricOf = (experiment: JsonRecord, metric: object, more: object = {}) =>
  ask({ kind: "ExperimentQuery", experiment_id: experiment["id"], metric }, more)

/** The exposures of the experiment. */
export const exposuresOf = (experiment: JsonRecord, more: object = {}) =>
  ask({ kind: "ExperimentExposureQuery", experiment_id: experiment["id"], ...more })

/** The number of purchases. */
export const purchases = mean("purchase", { source: { kind: "EventsNode", event: "purchase", properties: {} } })

export const [view, purchase] = ["view", "purchase"].map((event) => ({ kind: "EventsNode", event }))

/** Purchases for each view. */
export const ratio = { kind: "ExperimentMetric", metric_type: "ratio", numerator: purchase, denominator: view }

/** The results of a variant that is not the control. */
export const variant = (body: JsonRecord, index = 0): JsonRecord =>
  (body["variant_results"] as ReadonlyArray<JsonRecord>)[index] ?? {}
