import { assert, describe, it } from "@effect/vitest"
import {
  nextDelivery,
  type Schedule,
  scheduleSummary,
  type Weekday
} from "@hedgerow/core/subscriptions/SubscriptionSchedule"
import { DateTime } from "effect"

const at = (text: string) => DateTime.makeUnsafe(text)

const weekly: Schedule = {
  frequency: "weekly",
  interval: 1,
  byweekday: [],
  bysetpos: null,
  count: null,
  start_date: at("2026-01-05T08:00:00Z"),
  until_date: null
}

/** The first dates of a schedule after a time. */
const dates = (changes: Partial<Schedule>, from: string, timezone: string, most = 4): ReadonlyArray<string> => {
  const found: Array<string> = []
  let now: DateTime.Utc | undefined = at(from)
  while (found.length < most) {
    now = nextDelivery({ ...weekly, ...changes }, now, timezone)
    if (now === undefined) break
    found.push(DateTime.formatIso(now))
  }
  return found
}

// The dates are those of calendars.
describe("the dates of a schedule", () => {
  it("keep their local time when the clocks change", () => {
    // Berlin: nine in the morning is 08:00 in winter and 07:00 in summer.
    assert.deepStrictEqual(dates({}, "2026-03-17T00:00:00Z", "Europe/Berlin", 3), [
      "2026-03-23T08:00:00.000Z",
      "2026-03-30T07:00:00.000Z",
      "2026-04-06T07:00:00.000Z"
    ])
    // New York: the first of November is the end of summer time.
    assert.deepStrictEqual(
      dates(
        { frequency: "daily", start_date: at("2026-10-30T13:00:00Z") },
        "2026-10-30T00:00:00Z",
        "America/New_York",
        3
      ),
      ["2026-10-30T13:00:00.000Z", "2026-10-31T13:00:00.000Z", "2026-11-01T14:00:00.000Z"]
    )
  })

  it("leave out a day that has no such time, and take the first of a time that comes twice", () => {
    const start = { frequency: "daily", start_date: at("2026-03-27T01:30:00Z") } as const
    assert.deepStrictEqual(dates(start, "2026-03-27T00:00:00Z", "Europe/Berlin", 3), [
      "2026-03-27T01:30:00.000Z",
      "2026-03-28T01:30:00.000Z",
      "2026-03-30T00:30:00.000Z"
    ])
    const autumn = { frequency: "daily", start_date: at("2026-10-24T00:30:00Z") } as const
    assert.deepStrictEqual(dates(autumn, "2026-10-24T00:00:00Z", "Europe/Berlin", 3), [
      "2026-10-24T00:30:00.000Z",
      "2026-10-25T00:30:00.000Z",
      "2026-10-26T01:30:00.000Z"
    ])
  })

  it("leave out months without the day, and years without the 29th of February", () => {
    assert.deepStrictEqual(
      dates({ frequency: "monthly", start_date: at("2026-01-31T09:00:00Z") }, "2026-01-30T00:00:00Z", "UTC"),
      ["2026-01-31", "2026-03-31", "2026-05-31", "2026-07-31"].map((day) => `${day}T09:00:00.000Z`)
    )
    assert.deepStrictEqual(
      dates({ frequency: "yearly", start_date: at("2024-02-29T09:00:00Z") }, "2024-03-01T00:00:00Z", "UTC", 2),
      ["2028-02-29T09:00:00.000Z", "2032-02-29T09:00:00.000Z"]
    )
  })

  it("are on the days that are named, in the weeks that count", () => {
    assert.deepStrictEqual(
      dates({ interval: 2, byweekday: ["friday", "monday"] }, "2026-01-05T00:00:00Z", "UTC"),
      ["2026-01-05", "2026-01-09", "2026-01-19", "2026-01-23"].map((day) => `${day}T08:00:00.000Z`)
    )
  })

  it("are on the first or the last of such days of a month", () => {
    const monthly = { frequency: "monthly", byweekday: ["monday"] } as const
    assert.deepStrictEqual(
      dates({ ...monthly, bysetpos: 1 }, "2026-01-06T00:00:00Z", "UTC", 3),
      ["2026-02-02", "2026-03-02", "2026-04-06"].map((day) => `${day}T08:00:00.000Z`)
    )
    const workdays: ReadonlyArray<Weekday> = ["monday", "tuesday", "wednesday", "thursday", "friday"]
    assert.deepStrictEqual(
      dates({ frequency: "monthly", byweekday: workdays, bysetpos: -1 }, "2026-01-06T00:00:00Z", "UTC", 3),
      ["2026-01-30", "2026-02-27", "2026-03-31"].map((day) => `${day}T08:00:00.000Z`)
    )
  })

  it("end after a number of them, or by a time", () => {
    assert.deepStrictEqual(dates({ count: 3 }, "2026-01-06T00:00:00Z", "UTC"), [
      "2026-01-12T08:00:00.000Z",
      "2026-01-19T08:00:00.000Z"
    ])
    assert.deepStrictEqual(dates({ until_date: at("2026-01-12T08:00:00Z") }, "2026-01-06T00:00:00Z", "UTC"), [
      "2026-01-12T08:00:00.000Z"
    ])
  })

  it("are at least fifteen minutes ahead", () => {
    assert.deepStrictEqual(dates({}, "2026-01-05T07:45:00Z", "UTC", 1), ["2026-01-05T08:00:00.000Z"])
    assert.deepStrictEqual(dates({}, "2026-01-05T07:45:01Z", "UTC", 1), ["2026-01-12T08:00:00.000Z"])
  })

  it("are found many years after the first", () => {
    const old = { frequency: "daily", start_date: at("2000-01-01T06:00:00Z") } as const
    assert.deepStrictEqual(dates(old, "2199-06-01T12:00:00Z", "UTC", 1), ["2199-06-02T06:00:00.000Z"])
  })
})

it.each(
  [
    [{ frequency: "daily" }, "sent every day"],
    [{ frequency: "daily", interval: 3 }, "sent every 3 days"],
    [{ interval: 2, byweekday: ["monday"] }, "sent every 2 weeks on Monday"],
    [{ byweekday: ["friday", "monday", "wednesday"] }, "sent every week on Monday, Wednesday and Friday"],
    [{ frequency: "monthly", byweekday: ["monday"], bysetpos: -1 }, "sent every month on the last Monday"],
    [
      { frequency: "monthly", byweekday: ["monday", "tuesday", "wednesday", "thursday", "friday"], bysetpos: 1 },
      "sent every month on the first weekday"
    ],
    [{ frequency: "yearly" }, "sent every year"]
  ] as const
)("a schedule is said in words: %j", (changes, words) => {
  assert.strictEqual(scheduleSummary({ ...weekly, ...changes }), words)
})
