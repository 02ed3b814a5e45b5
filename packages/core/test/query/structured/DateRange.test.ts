import { assert, describe, it } from "@effect/vitest"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { Moment } from "@hedgerow/core/filters/Operator"
import { namedTime, namesTime } from "@hedgerow/core/filters/RelativeDate"
import { type DateRange, type Interval, spanOf } from "@hedgerow/core/query/structured/DateRange"
import { toIso } from "@hedgerow/sql/types/Instants"

const at = (iso: string): EventTime => Date.parse(iso) * 1000 as EventTime

/** A Sunday in Berlin, the day on which the clock goes back. */
const berlin: Moment = { now: at("2024-10-27T12:30:15Z"), timezone: "Europe/Berlin", week_start_day: 1 }
const utc: Moment = { now: at("2024-03-31T12:30:15Z"), timezone: "UTC", week_start_day: 0 }

const shown = (time: number | undefined): string | undefined => time === undefined ? undefined : toIso(time)

describe("times that texts name", () => {
  const cases: ReadonlyArray<readonly [text: string, moment: Moment, time: string]> = [
    ["-7d", berlin, "2024-10-19T22:00:00Z"],
    ["7d", berlin, "2024-10-19T22:00:00Z"],
    ["+1d", berlin, "2024-10-27T23:00:00Z"],
    ["dStart", berlin, "2024-10-26T22:00:00Z"],
    ["dEnd", berlin, "2024-10-27T22:59:59.999999Z"],
    ["-1dStart", berlin, "2024-10-25T22:00:00Z"],
    ["wStart", berlin, "2024-10-20T22:00:00Z"],
    ["wStart", { ...berlin, week_start_day: 0 }, "2024-10-26T22:00:00Z"],
    ["-24h", berlin, "2024-10-26T12:30:15Z"],
    ["-24hStart", berlin, "2024-10-26T12:00:00Z"],
    ["-10M", berlin, "2024-10-27T12:20:15Z"],
    ["-30s", berlin, "2024-10-27T12:29:45Z"],
    ["-1m", utc, "2024-02-29T00:00:00Z"],
    ["-1mStart", utc, "2024-02-01T00:00:00Z"],
    ["-1mEnd", utc, "2024-02-29T23:59:59.999999Z"],
    ["-1q", utc, "2023-12-31T00:00:00Z"],
    ["qStart", utc, "2024-01-01T00:00:00Z"],
    ["-1yEnd", utc, "2023-12-31T23:59:59.999999Z"],
    ["-99999y", utc, "1900-01-01T00:00:00Z"],
    ["2024-01-02", berlin, "2024-01-01T23:00:00Z"],
    ["today", berlin, "2024-10-26T22:00:00Z"],
    ["now", berlin, "2024-10-27T12:30:15Z"],
    ["2021-1-1", berlin, "2020-12-31T23:00:00Z"],
    ["2021-1-09 10:00", utc, "2021-01-09T10:00:00Z"],
    ["2024-01-02T03:04:05Z", berlin, "2024-01-02T03:04:05Z"]
  ]
  for (const [text, moment, time] of cases) {
    it(`${text} in ${moment.timezone}`, () => {
      assert.strictEqual(shown(namedTime(text, moment.now, moment)?.time), time)
    })
  }

  it("others name none", () => {
    for (
      const text of ["", "d", "-7", "-7x", "seven days", "2021-13-1", "2021-1-1-1", "Now", "2024-02-30", "-123456d"]
    ) {
      assert.isFalse(namesTime(text), text)
    }
  })
})

describe("the span of a range", () => {
  const cases: ReadonlyArray<readonly [DateRange, Interval, from: string | undefined, to: string]> = [
    [{}, "day", "2024-10-19T22:00:00Z", "2024-10-27T22:59:59.999999Z"],
    [{ date_from: "all" }, "day", undefined, "2024-10-27T22:59:59.999999Z"],
    [{ date_from: "2024-10-02", date_to: "2024-10-03" }, "day", "2024-10-01T22:00:00Z", "2024-10-03T21:59:59.999999Z"],
    [{ date_from: "2024-10-02", date_to: "2024-10-03" }, "week", "2024-09-29T22:00:00Z", "2024-10-03T21:59:59.999999Z"],
    [
      { date_from: "2024-10-02", date_to: "2024-10-03" },
      "month",
      "2024-09-30T22:00:00Z",
      "2024-10-03T21:59:59.999999Z"
    ],
    [{ date_from: "2024-10-02", date_to: "2024-10-03" }, "hour", "2024-10-01T22:00:00Z", "2024-10-02T22:00:00Z"],
    [{ date_from: "2021-1-1", date_to: "today" }, "day", "2020-12-31T23:00:00Z", "2024-10-27T22:59:59.999999Z"],
    [{ date_from: "-1d", date_to: "now" }, "hour", "2024-10-25T22:00:00Z", "2024-10-27T12:59:59.999999Z"],
    [{ date_from: "-10M" }, "minute", "2024-10-27T12:20:00Z", "2024-10-27T12:30:59.999999Z"],
    [{ date_from: "-24h" }, "hour", "2024-10-26T12:30:15Z", "2024-10-27T12:59:59.999999Z"],
    [
      { date_from: "2024-10-02T10:20:30Z", date_to: "2024-10-03T11:00:00Z", explicitDate: true },
      "day",
      "2024-10-02T10:20:30Z",
      "2024-10-03T11:00:00Z"
    ]
  ]
  for (const [range, interval, from, to] of cases) {
    it(`${JSON.stringify(range)} by ${interval}`, () => {
      const span = spanOf(range, interval, berlin)
      assert.deepStrictEqual([shown(span.from), shown(span.to)], [from, to])
    })
  }
})
