import { assert, describe, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, FlagApi, good } from "../flags/FlagApi.ts"
import { create, mean, part, patch, refusedWith, worked } from "./ExperimentApi.ts"

const world = Effect.provide(FlagApi.layer)

const metricOf = (experiment: JsonRecord): JsonRecord => (experiment["metrics"] as ReadonlyArray<JsonRecord>)[0] ?? {}

const series = (experiment: JsonRecord) => {
  const { fingerprint, uuid } = metricOf(experiment)
  return good(
    "GET",
    `experiments/${String(experiment["id"])}/timeseries_results/?metric_uuid=${String(uuid)}&fingerprint=${
      String(fingerprint)
    }`
  )
}

const recalculate = (experiment: JsonRecord) =>
  good("POST", `experiments/${String(experiment["id"])}/recalculate_timeseries/`, {
    metric: metricOf(experiment),
    fingerprint: metricOf(experiment)["fingerprint"]
  })

const measured = { metrics: [mean("purchase", { uuid: "m1" })] }

const exposedAndBought = Effect.fnUntraced(function*(flag: string, day: string, people: number) {
  const { project } = yield* FlagApi
  const batch = Array.from({ length: people }, (_, number) => {
    const distinct_id = `${day} ${number}`
    const variant = number % 2 === 0 ? "control" : "test"
    return [
      {
        event: "$feature_flag_called",
        distinct_id,
        timestamp: `${day}T10:00:00Z`,
        properties: { $feature_flag: flag, $feature_flag_response: variant }
      },
      { event: "purchase", distinct_id, timestamp: `${day}T11:00:00Z`, properties: {} }
    ]
  }).flat()
  assert.strictEqual((yield* call("POST", "/batch/", { api_key: project.api_token, batch })).status, 200)
})

const samples = (answer: JsonRecord) =>
  Object.entries(part(answer, "timeseries")).map(([day, result]) => [
    day,
    result === null ? null : part(result as JsonRecord, "baseline")["number_of_samples"]
  ])

describe("the daily results of an experiment", () => {
  it.effect("are refused without a metric, a fingerprint or a start", () =>
    Effect.gen(function*() {
      const draft = yield* create("draft", measured)
      const path = `experiments/${String(draft["id"])}/`
      const all = "timeseries_results/?metric_uuid=m1&fingerprint=f"
      const { fingerprint } = metricOf(draft)
      const metric = metricOf(draft)
      const cases: ReadonlyArray<readonly [method: string, path: string, body: unknown, detail: string]> = [
        ["GET", "timeseries_results/?fingerprint=f", undefined, "metric_uuid query parameter is required"],
        ["GET", "timeseries_results/?metric_uuid=m1", undefined, "fingerprint query parameter is required"],
        ["GET", all, undefined, "Experiment has not been started yet"],
        ["POST", "recalculate_timeseries/", { fingerprint }, "metric is required"],
        ["POST", "recalculate_timeseries/", { metric }, "fingerprint is required"],
        [
          "POST",
          "recalculate_timeseries/",
          { metric, fingerprint },
          "Cannot recalculate timeseries for experiment that hasn't started"
        ]
      ]
      for (const [method, rest, body, detail] of cases) {
        assert.deepStrictEqual(yield* refusedWith(method, path + rest, body), ["invalid_input", detail, null])
      }
      assert.strictEqual((yield* call("GET", `experiments/99/${all}`)).status, 404)
    }).pipe(world))

  it.effect("have every day of the project's time zone, and are computed on demand: acceptance cases 37, 39", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.parse("2026-01-07T12:00:00Z"))
      yield* exposedAndBought("shop", "2026-01-05", 20)
      yield* exposedAndBought("shop", "2026-01-06", 10)
      const made = yield* create("shop", { ...measured, start_date: "2026-01-05T00:00:00Z" })
      const before = yield* series(made)
      assert.deepInclude(before, {
        experiment_id: made["id"],
        metric_uuid: "m1",
        status: "pending",
        timeseries: { "2026-01-05": null, "2026-01-06": null, "2026-01-07": null },
        errors: null,
        computed_at: null,
        recalculation_status: null,
        recalculation_created_at: null
      })
      const asked = yield* recalculate(made)
      assert.deepInclude(asked, {
        experiment_id: made["id"],
        metric_uuid: "m1",
        fingerprint: metricOf(made)["fingerprint"],
        status: "pending"
      })
      assert.strictEqual((yield* recalculate(made))["id"], asked["id"])
      yield* worked
      const after = yield* series(made)
      assert.deepInclude(after, { status: "completed", errors: null, recalculation_status: null })
      assert.deepStrictEqual(samples(after), [["2026-01-05", 10], ["2026-01-06", 15], ["2026-01-07", 15]])
      const again = yield* recalculate(made)
      assert.notStrictEqual(again["id"], asked["id"])
      const emptied = yield* series(made)
      assert.deepStrictEqual([emptied["status"], emptied["recalculation_status"]], ["pending", "pending"])
      yield* worked
      assert.strictEqual((yield* series(made))["status"], "completed")
    }).pipe(world))

  it.effect("end with the experiment, and say why a day has none", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.parse("2026-01-20T12:00:00Z"))
      const broken = mean("x", { uuid: "m1", source: { kind: "ActionsNode", id: 7 } })
      const made = yield* create("ended", {
        metrics: [broken],
        start_date: "2026-01-05T22:00:00Z",
        end_date: "2026-01-07T00:00:00Z"
      })
      yield* recalculate(made)
      yield* worked
      const answer = yield* series(made)
      assert.deepInclude(answer, {
        status: "failed",
        timeseries: { "2026-01-05": null, "2026-01-06": null },
        recalculation_status: null
      })
      assert.sameMembers(Object.keys(part(answer, "errors")), ["2026-01-05", "2026-01-06"])
      assert.match(String(part(answer, "errors")["2026-01-05"]), /^Invalid experiment configuration detected\./)
    }).pipe(world))

  it.effect("of running experiments come every night by themselves", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.parse("2026-01-05T22:30:00Z"))
      const made = yield* create("nightly", { ...measured, start_date: "2026-01-05T00:00:00Z" })
      const ended = yield* create("over", { ...measured, start_date: "2026-01-04T00:00:00Z" })
      yield* patch(ended, { end_date: "2026-01-05T00:00:00Z" })
      yield* exposedAndBought("nightly", "2026-01-05", 8)
      yield* worked
      assert.strictEqual((yield* series(made))["status"], "pending")
      for (let hours = 4; hours > 0; hours--) {
        yield* TestClock.adjust("1 hour")
        yield* worked
      }
      const answer = yield* series(made)
      assert.deepStrictEqual([answer["status"], ...samples(answer)], [
        "partial",
        ["2026-01-05", 4],
        ["2026-01-06", null]
      ])
      assert.strictEqual((yield* series(ended))["status"], "pending")
    }).pipe(world))
})
