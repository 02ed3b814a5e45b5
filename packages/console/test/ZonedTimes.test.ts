import { nextDayAt, offsetAt } from "@hedgerow/console/parts/ZonedTimes"
import { assert, it } from "vitest"

it("the distance from UTC is that of the zone at the time", () => {
  const winter = Date.parse("2026-01-15T12:00:00Z")
  const summer = Date.parse("2026-07-15T12:00:00Z")
  assert.deepStrictEqual(
    [
      offsetAt(winter, "UTC"),
      offsetAt(winter, "America/New_York"),
      offsetAt(summer, "America/New_York"),
      offsetAt(winter, "Asia/Kolkata")
    ],
    ["+00:00", "-05:00", "-04:00", "+05:30"]
  )
})

it("the next day is that of the zone, at its own time of day, also when its clocks change in between", () => {
  assert.strictEqual(
    nextDayAt(Date.parse("2026-03-07T20:00:00Z"), "09:00", "America/New_York"),
    "2026-03-08T09:00:00-04:00"
  )
  assert.strictEqual(nextDayAt(Date.parse("2026-12-01T20:00:00Z"), "00:30", "Asia/Tokyo"), "2026-12-03T00:30:00+09:00")
  assert.strictEqual(nextDayAt(Date.parse("2026-12-31T10:00:00Z"), "09:00", "UTC"), "2027-01-01T09:00:00+00:00")
})
