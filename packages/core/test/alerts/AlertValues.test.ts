import { assert, describe, it } from "@effect/vitest"
import type { AlertConfig, Condition, Threshold } from "@hedgerow/core/alerts/Alert"
import { isSkipped, nextCheckAt, readSnooze } from "@hedgerow/core/alerts/AlertTimes"
import { checkValues, curvesOf, measured } from "@hedgerow/core/alerts/AlertValues"
import { DateTime } from "effect"

const config: AlertConfig = { type: "TrendsAlertConfig", series_index: 0 }
const bounds = (type: "absolute" | "percentage", lower?: number, upper?: number): Threshold => ({
  configuration: {
    type,
    bounds: { ...(lower === undefined ? undefined : { lower }), ...(upper === undefined ? undefined : { upper }) }
  }
})
const curve = (...data: ReadonlyArray<number>) => ({ label: "a", data, total: undefined })

describe("the value of an alert", () => {
  const cases: ReadonlyArray<
    [Condition["type"], "absolute" | "percentage", ReadonlyArray<number>, number | undefined]
  > = [
    ["absolute_value", "absolute", [3, 7, 100], 7],
    ["absolute_value", "absolute", [100], undefined],
    ["relative_increase", "absolute", [3, 7, 100], 4],
    ["relative_decrease", "absolute", [3, 7, 100], -4],
    ["relative_increase", "percentage", [4, 5, 100], 0.25],
    ["relative_decrease", "percentage", [4, 5, 100], -0.25],
    ["relative_increase", "percentage", [0, 5, 100], Infinity],
    ["relative_increase", "percentage", [0, 0, 100], 0],
    ["relative_increase", "absolute", [7, 100], undefined]
  ]
  it.each(cases)("%s, %s, of %j is %s", (type, of, data, expected) => {
    assert.strictEqual(measured(curve(...data), { type }, bounds(of, 1), config), expected)
  })

  it("is that of the running interval where that counts, and the total where there are no intervals", () => {
    const ongoing = { ...config, check_ongoing_interval: true }
    assert.strictEqual(measured(curve(3, 7), { type: "absolute_value" }, bounds("absolute", 1), ongoing), 7)
    const total = { label: "a", data: [], total: 12 }
    assert.strictEqual(measured(total, { type: "absolute_value" }, bounds("absolute", 1), config), 12)
    assert.isUndefined(measured(total, { type: "relative_increase" }, bounds("absolute", 1), config))
  })

  it("fires beyond a bound, not on it", () => {
    const at = (value: number) => checkValues([{ label: "a", value }], bounds("absolute", 1, 5)).breaches
    assert.deepStrictEqual([1, 3, 5].map(at), [[], [], []])
    assert.deepStrictEqual(at(0), ["a: 0 is below the lower bound 1"])
    assert.deepStrictEqual(at(6), ["a: 6 is above the upper bound 5"])
    const share = checkValues(
      [{ label: "a", value: 0.25 }, { label: "b", value: Infinity }],
      bounds("percentage", -1, 0.3)
    )
    assert.deepStrictEqual(share, { value: null, breaches: ["b: Infinity % is above the upper bound 30 %"] })
  })

  it("is of the curves of its series alone, each value of a breakdown, without earlier periods", () => {
    const of = (order: number, label: string, more: object = {}) => ({
      label,
      data: [1, 2],
      action: { order },
      ...more
    })
    const answer = {
      results: [of(0, "a"), of(1, "b"), of(1, "c"), of(1, "old", { compare_label: "previous" })]
    }
    assert.deepStrictEqual(curvesOf(answer, { ...config, series_index: 1 }).map(({ label }) => label), ["b", "c"])
    const formulas = { results: [{ label: "f", data: [1] }, { label: "g", data: [2] }] }
    assert.deepStrictEqual(curvesOf(formulas, { ...config, series_index: 1 }).map(({ label }) => label), ["g"])
    assert.deepStrictEqual(curvesOf({ results: null }, config), [])
  })
})

describe("the time of the next check", () => {
  const at = DateTime.makeUnsafe
  const iso = (time: DateTime.Utc) => DateTime.formatIso(time)
  // A Wednesday.
  const now = at("2026-01-14T23:30:15Z")

  it("is on the hour, or at two in the night of the project's next day, Monday or first", () => {
    assert.strictEqual(iso(nextCheckAt("hourly", now, "UTC")), "2026-01-15T00:00:00.000Z")
    assert.strictEqual(iso(nextCheckAt("daily", now, "UTC")), "2026-01-15T02:00:00.000Z")
    // In Berlin it is Thursday already.
    assert.strictEqual(iso(nextCheckAt("daily", now, "Europe/Berlin")), "2026-01-16T01:00:00.000Z")
    assert.strictEqual(iso(nextCheckAt("weekly", now, "UTC")), "2026-01-19T02:00:00.000Z")
    assert.strictEqual(iso(nextCheckAt("monthly", now, "UTC")), "2026-02-01T02:00:00.000Z")
  })

  it("leaves out weekends of the project's time zone where asked to", () => {
    const daily = { calculation_interval: "daily", skip_weekend: true } as const
    assert.isTrue(isSkipped(daily, at("2026-01-17T12:00:00Z"), "UTC"))
    assert.isTrue(isSkipped(daily, at("2026-01-16T23:30:00Z"), "Europe/Berlin"))
    assert.isFalse(isSkipped(daily, at("2026-01-16T23:30:00Z"), "UTC"))
    assert.isFalse(isSkipped({ ...daily, skip_weekend: false }, at("2026-01-17T12:00:00Z"), "UTC"))
    assert.isFalse(isSkipped({ ...daily, calculation_interval: "weekly" }, at("2026-01-17T12:00:00Z"), "UTC"))
  })

  it.each([
    ["4h", "2026-01-15T03:30:15.000Z"],
    ["2d", "2026-01-16T23:30:15.000Z"],
    ["1w", "2026-01-21T23:30:15.000Z"],
    ["1m", "2026-02-14T23:30:15.000Z"],
    ["2026-03-01T00:00:00Z", "2026-03-01T00:00:00.000Z"]
  ])("a silence of %s ends at %s", (text, expected) => {
    const until = readSnooze(text, now)
    assert.strictEqual(until === undefined ? undefined : iso(until), expected)
  })

  it("a silence of another form is none", () => {
    assert.isUndefined(readSnooze("soon", now))
    assert.isUndefined(readSnooze("0d", now))
  })
})
