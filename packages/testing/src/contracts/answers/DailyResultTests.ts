import { assert, type Vitest } from "@effect/vitest"
import type { DomainServices } from "@hedgerow/core/Domain"
import { Experiments } from "@hedgerow/core/experiments/Experiments"
import { makeDayComputing } from "@hedgerow/core/experiments/timeseries/ComputeDay"
import { experimentDays } from "@hedgerow/core/experiments/timeseries/ExperimentDays"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { DateTime, Effect } from "effect"
import { makeUser } from "../access/AccessWorld.ts"
import { eventUuid, type SentEvent } from "../sql/data/SentEvent.ts"
import { capture, makeProject } from "../sql/SqlWorld.ts"

let sent = 0

const event = (
  name: string,
  person: string,
  timestamp: string,
  properties: SentEvent["properties"] = {}
): SentEvent => ({
  event: name,
  distinct_id: person,
  timestamp,
  uuid: eventUuid(++sent),
  properties
})

const exposed = (person: string, timestamp: string): SentEvent =>
  event("$feature_flag_called", person, timestamp, { $feature_flag: "days", $feature_flag_response: "control" })

/** Two midnights of Berlin, and the instants before them. */
const [before, midnight] = ["2024-10-22T21:59:59.999999Z", "2024-10-22T22:00:00.000000Z"]
const [beforeNext, nextMidnight] = ["2024-10-23T21:59:59.999999Z", "2024-10-23T22:00:00.000000Z"]

const history: ReadonlyArray<SentEvent> = [
  exposed("ann", "2024-10-22T10:00:00Z"),
  exposed("bob", before),
  exposed("cid", midnight),
  exposed("dot", nextMidnight),
  event("buy", "ann", before),
  event("buy", "ann", midnight),
  event("buy", "bob", beforeNext),
  event("buy", "cid", nextMidnight)
]

const purchases = {
  kind: "ExperimentMetric",
  metric_type: "mean",
  uuid: "m1",
  source: { kind: "EventsNode", event: "buy" }
}

/** The samples and the sum of the baseline on each day, as of that day's end. */
const baselines = Effect.fnUntraced(function*(settings: object) {
  const project = yield* makeProject("Days", { timezone: "Europe/Berlin" })
  yield* capture(project, history)
  const actor = yield* makeUser
  const metric = { ...purchases, ...settings }
  const experiment = yield* (yield* Experiments).create({ project, actor }, {
    name: "Days",
    feature_flag_key: "days",
    start_date: "2024-10-22T00:00:00Z",
    end_date: nextMidnight,
    metrics: [metric],
    ...("conversion_window" in settings ? { parameters: { only_count_matured_users: true } } : {})
  })
  const compute = yield* makeDayComputing
  const days = experimentDays(experiment, project, yield* DateTime.now)
  const question = { project, experiment, metric, metricUuid: "m1", fingerprint: "f" }
  return yield* Effect.forEach(days, (day) =>
    Effect.map(compute(question, day), ({ result }) => {
      const { number_of_samples: samples, sum } = Object(result?.["baseline"])
      return [day.date, samples, sum]
    }))
})

/** Each day of an experiment is half-open on every storage: what happens at midnight belongs to the day that begins. */
export const dailyResultTests = (it: Vitest.MethodsNonLive<DomainServices | StoragePorts>): void => {
  it.effect("daily results: exposures and events at midnight count from the day that begins then", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* baselines({}), [["2024-10-22", 2, 1], ["2024-10-23", 3, 3]])
    }))

  it.effect("daily results: a conversion window that ends at midnight is over on the day before", () =>
    Effect.gen(function*() {
      const settings = { conversion_window: 12, conversion_window_unit: "hour" }
      assert.deepStrictEqual(yield* baselines(settings), [["2024-10-22", 1, 1], ["2024-10-23", 3, 1]])
    }))
}
