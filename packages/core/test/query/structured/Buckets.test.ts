import { assert, describe, it } from "@effect/vitest"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { Moment } from "@hedgerow/core/filters/Operator"
import { bucketIndex, bucketsOf } from "@hedgerow/core/query/structured/Buckets"
import { type CompareFilter, previousPeriod } from "@hedgerow/core/query/structured/CompareFilter"
import { type DateRange, type Interval, spanOf } from "@hedgerow/core/query/structured/DateRange"
import { toIso } from "@hedgerow/sql/types/Instants"
import { Result } from "effect"

const at = (iso: string): EventTime => Date.parse(iso) * 1000 as EventTime

/** A Sunday in Berlin, the day on which the clock goes back. */
const berlin: Moment = { now: at("2024-10-27T12:30:15Z"), timezone: "Europe/Berlin", week_start_day: 1 }
const utc: Moment = { ...berlin, timezone: "UTC", week_start_day: 0 }

const cut = (from: string, to: string, interval: Interval, moment: Moment = berlin) =>
  Result.getOrThrow(bucketsOf({ from: at(from), to: at(to) }, interval, moment, []))

describe("intervals of a span", () => {
  it("days are those of the project, also where the clock changes", () => {
    const found = cut("2024-10-25T22:00:00Z", "2024-10-28T22:59:59Z", "day")
    assert.deepStrictEqual(found.days, ["2024-10-26", "2024-10-27", "2024-10-28"])
    assert.deepStrictEqual(found.labels, ["26-Oct-2024", "27-Oct-2024", "28-Oct-2024"])
    assert.deepStrictEqual(found.instants, [
      "2024-10-26T00:00:00+02:00",
      "2024-10-27T00:00:00+02:00",
      "2024-10-28T00:00:00+01:00"
    ])
    const named = ["2024-10-28", "2024-10-28T00:00:00+01:00", "2024-10-27T23:00:00Z", "2024-10-28T00:00:00Z"]
    assert.deepStrictEqual(named.map((text) => bucketIndex(found, text)), [2, 2, 2, undefined])
    assert.deepStrictEqual(found.cells.map(found.indexOf), [0, 1, 2])
    assert.isUndefined(found.indexOf(found.starts[0]))
    assert.isUndefined(found.indexOf(null))
  })

  it("an hour that comes twice is two", () => {
    const found = cut("2024-10-26T23:00:00Z", "2024-10-27T02:59:59Z", "hour")
    assert.deepStrictEqual(found.days, [
      "2024-10-27 01:00:00",
      "2024-10-27 02:00:00",
      "2024-10-27 02:00:00",
      "2024-10-27 03:00:00"
    ])
    assert.deepStrictEqual(found.labels.slice(0, 2), ["27-Oct 01:00", "27-Oct 02:00"])
  })

  it("weeks begin where the project's do, and months have a leap day", () => {
    const weeks = cut("2024-02-19T00:00:00Z", "2024-03-01T00:00:00Z", "week", utc)
    assert.deepStrictEqual(weeks.days, ["2024-02-18", "2024-02-25"])
    assert.strictEqual(weeks.indexOf(Date.UTC(2024, 1, 25) / 86_400_000), 1)
    assert.deepStrictEqual(cut("2024-02-19T00:00:00Z", "2024-02-27T00:00:00Z", "week").days, [
      "2024-02-19",
      "2024-02-26"
    ])
    const months = cut("2024-02-29T12:00:00Z", "2024-04-01T00:00:00Z", "month", utc)
    assert.deepStrictEqual(months.days, ["2024-02-01", "2024-03-01", "2024-04-01"])
  })

  it("one instant is one interval; more than can be shown are refused by their place", () => {
    assert.deepStrictEqual(cut("2020-01-09T00:00:00Z", "2020-01-09T00:00:00Z", "hour", utc).labels, ["9-Jan 00:00"])
    const span = { from: at("2000-01-01T00:00:00Z"), to: at("2024-01-01T00:00:00Z") }
    const refused = Result.flip(bucketsOf(span, "minute", utc, ["query"]))
    assert.deepStrictEqual(Result.getOrThrow(refused).issues[0].path, ["query", "dateRange"])
  })
})

describe("the period before", () => {
  const before = (filter: CompareFilter | null, range: DateRange, interval: Interval, moment = utc) => {
    const { from, to } = spanOf(range, interval, moment)
    if (from === undefined) return undefined
    const buckets = Result.getOrThrow(bucketsOf({ from, to }, interval, moment, []))
    const period = previousPeriod(filter, range, { from, to, buckets }, moment)
    return period === undefined ? undefined : [toIso(period.from), toIso(period.to)]
  }
  const on = { compare: true }

  it("there is none unless it is asked for", () => {
    assert.isUndefined(before(null, {}, "day"))
    assert.isUndefined(before({ compare: false, compare_to: "-1w" }, {}, "day"))
  })

  const cases: ReadonlyArray<readonly [CompareFilter, DateRange, Interval, from: string, to: string]> = [
    [on, {}, "day", "2024-10-13T00:00:00Z", "2024-10-20T23:59:59.999999Z"],
    [on, { date_from: "-7d" }, "day", "2024-10-13T00:00:00Z", "2024-10-20T23:59:59.999999Z"],
    [on, { date_from: "-30d" }, "day", "2024-08-27T00:00:00Z", "2024-09-26T23:59:59.999999Z"],
    [
      on,
      { date_from: "2024-10-11", date_to: "2024-10-13" },
      "day",
      "2024-10-08T00:00:00Z",
      "2024-10-10T23:59:59.999999Z"
    ],
    [on, { date_from: "2024-10-27" }, "hour", "2024-10-26T00:00:00Z", "2024-10-26T12:59:59.999999Z"],
    [
      on,
      { date_from: "2024-02-01", date_to: "2024-03-31" },
      "month",
      "2023-12-01T00:00:00Z",
      "2024-01-31T23:59:59.999999Z"
    ],
    [
      on,
      { date_from: "2024-10-13", date_to: "2024-10-26" },
      "week",
      "2024-09-29T00:00:00Z",
      "2024-10-12T23:59:59.999999Z"
    ],
    [
      { compare: true, compare_to: "-1y" },
      { date_from: "2024-02-29", date_to: "2024-02-29" },
      "day",
      "2023-02-28T00:00:00Z",
      "2023-02-28T23:59:59.999999Z"
    ]
  ]
  for (const [filter, range, interval, from, to] of cases) {
    it(`${JSON.stringify({ ...filter, ...range })} by ${interval}`, () => {
      assert.deepStrictEqual(before(filter, range, interval), [from, to])
    })
  }
})
