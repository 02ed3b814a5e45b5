import { assert, it } from "@effect/vitest"
import { localTime } from "@hedgerow/charts/insights/LocalTimes"
import { seriesOfItems } from "@hedgerow/charts/insights/TrendsChart"

it("the series of a formula that is cut are told apart by their values", () => {
  const formula = { label: "Formula (A+B)", action: null, data: [1] }
  const event = { label: "Chrome", action: { id: "view" }, breakdown_value: "Chrome", data: [1] }
  const items = [
    { ...formula, breakdown_value: "Chrome" },
    { ...formula, breakdown_value: ["Chrome", "$$_posthog_breakdown_null_$$"], compare_label: "previous" },
    formula,
    event
  ]
  assert.deepStrictEqual(seriesOfItems(items).map(({ name }) => name), [
    "Formula (A+B) - Chrome",
    "Formula (A+B) - Chrome::None (previous period)",
    "Formula (A+B)",
    "Chrome"
  ])
})

it("a time with an offset is shown as the clocks of the zone show it", () => {
  assert.strictEqual(localTime("2020-09-27T00:00:00+02:00", "Europe/Berlin"), "2020-09-27")
  assert.strictEqual(localTime("2020-09-27T13:30:00+02:00", "Europe/Berlin"), "2020-09-27 13:30")
  assert.strictEqual(localTime("2020-09-27T00:00:00+02:00", "UTC"), "2020-09-26 22:00")
})
