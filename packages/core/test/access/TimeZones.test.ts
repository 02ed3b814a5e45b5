import { assert, describe, it } from "@effect/vitest"
import { isTimeZone, timeZones } from "@hedgerow/core/access/TimeZones"

describe("time zones", () => {
  it("are all known to the runtime, which computes with them in memory", () => {
    for (const zone of timeZones) {
      assert.doesNotThrow(() => new Intl.DateTimeFormat("en", { timeZone: zone }), undefined, zone)
    }
  })

  it("are names alone, as the database of zones writes them", () => {
    for (
      const zone of ["UTC", "Europe/Dublin", "Asia/Calcutta", "Asia/Kolkata", "America/Argentina/Salta", "EST5EDT"]
    ) {
      assert.isTrue(isTimeZone(zone), zone)
    }
    for (const text of ["", "utc", "+05:30", "europe/dublin", "Europe/Camelot", " UTC", "America/", "Factory"]) {
      assert.isFalse(isTimeZone(text), text)
    }
    assert.strictEqual(new Set(timeZones).size, timeZones.length)
  })
})
