import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, good } from "../flags/FlagApi.ts"

/** A new experiment, which the API must take. */
export const create = (key: string, fields: object = {}) =>
  good("POST", "experiments/", { name: `Experiment ${key}`, feature_flag_key: key, ...fields })

/** A change of an experiment, which the API must take. */
export const patch = ({ id }: JsonRecord, fields: object) => good("PATCH", `experiments/${String(id)}/`, fields)

/** The experiment as it is now. */
export const read = ({ id }: JsonRecord) => good("GET", `experiments/${String(id)}/`)

/** The error of a request: code, text and the field that it names. */
export const refusedWith = Effect.fnUntraced(function*(method: string, path: string, body: unknown) {
  const { body: { attr, code, detail }, status, text } = yield* call(method, path, body)
  return status === 400
    ? [code, detail, attr]
    : yield* Effect.die(new Error(`${method} ${path} answered ${status}: ${text}`))
})

/** The error of a new experiment. */
export const refusedNew = (fields: object) =>
  refusedWith("POST", "experiments/", { name: "New", feature_flag_key: "new", ...fields })

/** The error of a change. */
export const refusedChange = ({ id }: JsonRecord, fields: object) =>
  refusedWith("PATCH", `experiments/${String(id)}/`, fields)

/** A part of a record that is an object. */
export const part = (record: JsonRecord, name: string): JsonRecord => record[name] as JsonRecord

/** The variants of an experiment's flag with their shares. */
export const shares = (experiment: JsonRecord): ReadonlyArray<unknown> => {
  const { variants } = part(part(part(experiment, "feature_flag"), "filters"), "multivariate")
  return (variants as ReadonlyArray<JsonRecord>).map(({ key, rollout_percentage }) =>
    `${String(key)} ${String(rollout_percentage)}`
  )
}

/** Variants of equal shape, as `parameters` has them. */
export const variants = (shareOf: Readonly<Record<string, number>>) => ({
  feature_flag_variants: Object.entries(shareOf).map(([key, rollout_percentage]) => ({ key, rollout_percentage }))
})

/** A metric that sums nothing but counts events. */
export const mean = (event: string, more: object = {}) => ({
  kind: "ExperimentMetric",
  metric_type: "mean",
  source: { kind: "EventsNode", event },
  ...more
})

/** Jobs that are due come to their end. */
export const worked = Effect.gen(function*() {
  for (let left = 60; left > 0; left--) {
    yield* Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void)))
    yield* Effect.repeat(Effect.yieldNow, { times: 20 })
    yield* TestClock.adjust("100 millis")
  }
})
