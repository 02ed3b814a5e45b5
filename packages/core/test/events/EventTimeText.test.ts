import { assert, describe, it } from "@effect/vitest"
import { earliest, latest } from "@hedgerow/core/events/EventTime"
import { readEventTime } from "@hedgerow/core/events/EventTimeText"
import { toIso } from "@hedgerow/sql/types/Instants"
import { Effect, Schema } from "effect"

const cases: ReadonlyArray<readonly [sent: unknown, iso: string | undefined]> = [
  ["2026-03-04T05:06:07.123456Z", "2026-03-04T05:06:07.123456Z"],
  ["2026-03-04T05:06:07.123456789+00:00", "2026-03-04T05:06:07.123456Z"],
  ["2026-03-04T05:06:07+02:30", "2026-03-04T02:36:07Z"],
  ["2026-03-04T05:06:07-0230", "2026-03-04T07:36:07Z"],
  ["2026-03-04 05:06", "2026-03-04T05:06:00Z"],
  ["2026-03-04", "2026-03-04T00:00:00Z"],
  ["1969-12-31T23:59:59.999999Z", "1969-12-31T23:59:59.999999Z"],
  ["2024-02-29T00:00:00Z", "2024-02-29T00:00:00Z"],
  ["2023-02-29T00:00:00Z", undefined],
  ["2026-13-01", undefined],
  ["2026-01-01T24:00:00Z", undefined],
  ["1899-12-31T23:59:59Z", undefined],
  ["1899-12-31T23:59:59-01:00", "1900-01-01T00:59:59Z"],
  ["2200-01-01T00:00:00Z", undefined],
  ["0000-00-00", undefined],
  ["Wed, 04 Mar 2026 05:06:07 GMT", "2026-03-04T05:06:07Z"],
  ["yesterday", undefined],
  ["", undefined],
  ["9".repeat(300), undefined],
  [1772600767, "2026-03-04T05:06:07Z"],
  [1772600767123, "2026-03-04T05:06:07.123000Z"],
  ["1772600767123", "2026-03-04T05:06:07.123000Z"],
  [5, undefined],
  [-1772600767123, undefined],
  [Number.NaN, undefined],
  [1e300, undefined],
  [true, undefined],
  [{}, undefined],
  [null, undefined]
]

describe("readEventTime", () => {
  for (const [sent, iso] of cases) {
    it(`${JSON.stringify(sent)} → ${iso}`, () => {
      const time = readEventTime(sent)
      assert.strictEqual(time === undefined ? undefined : toIso(time), iso)
    })
  }

  it.effect.prop(
    "reads back every time as it is written",
    [Schema.Int.check(Schema.isBetween({ minimum: earliest, maximum: latest }))],
    ([time]) => Effect.sync(() => assert.strictEqual(readEventTime(toIso(time)), time as never))
  )
})
