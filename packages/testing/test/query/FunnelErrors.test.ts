import { assert, it } from "@effect/vitest"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { TestApi } from "@hedgerow/testing"
import { Effect } from "effect"
import { call } from "../definitions/Call.ts"
import { pageOf } from "../docs/DocumentedCalls.ts"

const steps = (...events: ReadonlyArray<string>) => events.map((event) => ({ kind: "EventsNode", event }))
const three = steps("a", "b", "c")

const excluded = (from: number, to: number, event = "x") => ({
  exclusions: [{ kind: "EventsNode", event, funnelFromStep: from, funnelToStep: to }]
})

const optional = (at: number, series = three) =>
  series.map((step, index) => index === at ? { ...step, optionalInFunnel: true } : step)

const range = "Exclusion event range is invalid."
const onlySteps =
  "Optional funnel steps are only supported in funnels with step order Sequential or Strict and the graph "
  + "type \"Conversion Steps\"."
const noTables = "Data warehouse tables are not supported in funnels just yet. For now, please try this funnel without "
  + "the data warehouse-based step."

/** The steps, the filter, and the error. */
const refusals: ReadonlyArray<readonly [series: ReadonlyArray<JsonRecord>, filter: JsonRecord, detail: string]> = [
  [steps("a"), {}, "Funnels require at least two steps."],
  [three, { funnelFromStep: 2 }, "funnelFromStep is out of bounds. It must be between 0 and 1."],
  [three, { funnelFromStep: -1 }, "funnelFromStep is out of bounds. It must be between 0 and 1."],
  [three, { funnelToStep: 3 }, "funnelToStep is out of bounds. It must be between 1 and 2."],
  [
    three,
    { funnelFromStep: 1, funnelToStep: 1 },
    "Funnel step range is invalid. funnelToStep should be greater than funnelFromStep."
  ],
  [three, excluded(1, 1), `${range} End of range should be greater than start.`],
  [three, excluded(2, 3), `${range} Start of range is greater than number of steps.`],
  [three, excluded(1, 3), `${range} End of range is greater than number of steps.`],
  [three, excluded(0, 1, "b"), "Exclusion steps cannot contain an event that's part of funnel steps."],
  [
    three,
    { ...excluded(0, 1), funnelOrderType: "unordered" },
    "Partial Exclusions not allowed in unordered funnels"
  ],
  [optional(1), { funnelOrderType: "unordered" }, onlySteps],
  [optional(1), { funnelVizType: "trends" }, onlySteps],
  [optional(0), {}, "The first step of a funnel cannot be optional."],
  [optional(1, steps("a", "b", "b")), {}, "An optional step cannot be the same as the following required step."],
  [[...three, { kind: "DataWarehouseNode", id: "t" }], {}, noTables]
]

it.effect("a funnel that cannot be is refused in the words of the reference", () =>
  Effect.gen(function*() {
    const page = pageOf("insights/funnels.md")
    for (const [series, funnelsFilter, detail] of refusals) {
      const { body, status } = yield* call("POST", "query/", { query: { kind: "FunnelsQuery", series, funnelsFilter } })
      assert.strictEqual(status, 400, JSON.stringify(body))
      assert.deepInclude(body, { type: "validation_error", code: "invalid_input", detail })
      assert.include(page, `\`${detail}\``)
    }
  }).pipe(Effect.provide(TestApi.layer)))

it.effect("an excluded event may be one of other steps, and unknown fields are refused with their path", () =>
  Effect.gen(function*() {
    const ask = (query: JsonRecord) => call("POST", "query/", { query: { kind: "FunnelsQuery", ...query } })
    const fine = yield* ask({ series: three, funnelsFilter: excluded(0, 1, "c") })
    assert.strictEqual(fine.status, 200, JSON.stringify(fine.body))
    assert.deepStrictEqual(fine.body["results"], [])
    const unknown = yield* ask({ series: three, funnelsFilter: { funnelColour: "red" } })
    assert.strictEqual(unknown.status, 400)
    assert.strictEqual(unknown.body["attr"], "query__funnelsFilter__funnelColour")
  }).pipe(Effect.provide(TestApi.layer)))
