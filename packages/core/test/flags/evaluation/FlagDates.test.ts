import { assert, describe, it } from "@effect/vitest"
import { parseRelativeDate, relativeMillis } from "@hedgerow/core/evaluation/FlagDates"
import { DateTime } from "effect"

const before = (date: string, at: string): string | undefined => {
  const relative = parseRelativeDate(date)
  if (relative === undefined) return undefined
  const millis = relativeMillis(relative, DateTime.toEpochMillis(DateTime.makeUnsafe(at)))
  return DateTime.formatIso(DateTime.makeUnsafe(millis))
}

describe("FlagDates", () => {
  const rows: ReadonlyArray<readonly [date: string, at: string, expected: string | undefined]> = [
    ["5h", "2026-03-01T03:00:00Z", "2026-02-28T22:00:00.000Z"],
    ["-3d", "2026-03-01T03:00:00Z", "2026-02-26T03:00:00.000Z"],
    ["2w", "2026-03-15T00:00:00Z", "2026-03-01T00:00:00.000Z"],
    ["1m", "2026-03-31T12:00:00Z", "2026-02-28T12:00:00.000Z"],
    ["2m", "2026-03-31T12:00:00Z", "2026-01-28T12:00:00.000Z"],
    ["2m", "2024-03-31T12:00:00Z", "2024-01-29T12:00:00.000Z"],
    ["14m", "2026-01-15T00:00:00Z", "2024-11-15T00:00:00.000Z"],
    ["0m", "2026-03-31T12:00:00Z", "2026-03-31T12:00:00.000Z"],
    ["1y", "2024-02-29T00:00:00Z", "2023-02-28T00:00:00.000Z"],
    ["4y", "2024-02-29T00:00:00Z", "2020-02-28T00:00:00.000Z"],
    ["9999d", "2026-01-01T00:00:00Z", "1998-08-17T00:00:00.000Z"],
    ["10000d", "2026-01-01T00:00:00Z", undefined],
    ["+3d", "2026-01-01T00:00:00Z", undefined],
    ["3s", "2026-01-01T00:00:00Z", undefined],
    ["3D", "2026-01-01T00:00:00Z", undefined],
    ["d", "2026-01-01T00:00:00Z", undefined]
  ]
  it.for(rows)("%s before %s is %s", ([date, at, expected]) => {
    assert.strictEqual(before(date, at), expected)
  })
})
