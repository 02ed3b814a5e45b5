import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { call, good } from "../flags/FlagApi.ts"

/** A new survey, which the API must take. */
export const create = (name: string, fields: object = {}) =>
  good("POST", "surveys/", { name, type: "popover", ...fields })

/** A change of a survey, which the API must take. */
export const patch = ({ id }: JsonRecord, fields: object) => good("PATCH", `surveys/${String(id)}/`, fields)

/** The survey as it is now. */
export const read = ({ id }: JsonRecord) => good("GET", `surveys/${String(id)}/`)

/** The error of a change: code, text and the field that it names. */
export const refusedWith = Effect.fnUntraced(function*(method: string, path: string, body: unknown) {
  const { body: { attr, code, detail }, status, text } = yield* call(method, path, body)
  return status === 400
    ? [code, detail, attr]
    : yield* Effect.die(new Error(`${method} ${path} answered ${status}: ${text}`))
})

/** An open question. */
export const open = (question: string, more: object = {}) => ({ type: "open", question, ...more })

/** Filters of one condition on a person. */
export const forPlan = (plan: string, rollout = 50) => ({
  groups: [{
    properties: [{ key: "plan", type: "person", operator: "exact", value: [plan] }],
    rollout_percentage: rollout
  }]
})

/** Waits for counts in the background: the clock moves, and due jobs run to their end. */
export const counted = Effect.gen(function*() {
  yield* TestClock.adjust("11 seconds")
  for (let left = 20; left > 0; left--) {
    yield* Effect.callback<void>((resume) => void setImmediate(() => resume(Effect.void)))
    yield* Effect.repeat(Effect.yieldNow, { times: 20 })
    yield* TestClock.adjust("100 millis")
  }
})

/** A part of a record that is an object. */
export const part = (record: JsonRecord, name: string): JsonRecord => record[name] as JsonRecord
