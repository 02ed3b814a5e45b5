import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { call, FlagApi, good } from "./FlagApi.ts"

const cohort = (name: string, ...values: ReadonlyArray<object>) =>
  good("POST", "cohorts/", { name, filters: { properties: { type: "OR", values: [{ type: "OR", values }] } } })

it.effect("a flag that reaches conditions on events is refused by the name of the cohort that has them", () =>
  Effect.gen(function*() {
    const did = { type: "behavioral", value: "performed_event", key: "paid", event_type: "events", negation: false }
    const inside = (id: unknown) => ({ type: "cohort", key: "id", value: id })
    const onPlan = { type: "person", key: "plan", operator: "exact", value: "pro" }
    const plain = yield* cohort("Plain", onPlan)
    const inner = yield* cohort("Inner", { ...did, time_value: 30, time_interval: "day" })
    const middle = yield* cohort("Middle", inside(plain["id"]), inside(inner["id"]))
    const outer = yield* cohort("Outer", inside(middle["id"]))
    for (const { id } of [inner, middle, outer]) {
      const filters = { groups: [{ properties: [{ ...inside(id), operator: "in" }] }] }
      const { body, status } = yield* call("POST", "feature_flags/", { key: "reaching", filters })
      assert.deepStrictEqual([status, body["code"], body["detail"], body["attr"]], [
        400,
        "behavioral_cohort_found",
        "Cohort 'Inner' with filters on events cannot be used in feature flags.",
        "filters"
      ])
    }
    const filters = { groups: [{ properties: [{ ...inside(plain["id"]), operator: "in" }] }] }
    yield* good("POST", "feature_flags/", { key: "fine", filters })
  }).pipe(Effect.provide(FlagApi.layer)))
