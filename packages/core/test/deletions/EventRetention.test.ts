import { assert, it } from "@effect/vitest"
import { keptFrom, nextRemoval, removedBefore } from "@hedgerow/core/deletions/EventRetention"
import { DateTime } from "effect"

const at = (text: string) => DateTime.makeUnsafe(text)
const shown = (time: DateTime.Utc) => DateTime.formatIso(time)

it("whole days are kept, whole months are removed, and the next month is old when its last day is", () => {
  const cases = [
    [30, "2026-03-15T13:00:00Z", "2026-02-13T00:00:00.000Z", "2026-02-01T00:00:00.000Z", "2026-03-31T00:00:00.000Z"],
    [1, "2026-03-01T00:00:00Z", "2026-02-28T00:00:00.000Z", "2026-02-01T00:00:00.000Z", "2026-03-02T00:00:00.000Z"],
    [365, "2024-12-31T23:59:59Z", "2024-01-01T00:00:00.000Z", "2024-01-01T00:00:00.000Z", "2025-01-31T00:00:00.000Z"]
  ] as const
  for (const [days, now, kept, removed, next] of cases) {
    assert.deepStrictEqual(
      [keptFrom, removedBefore, nextRemoval].map((of) => shown(of(days, at(now)))),
      [kept, removed, next]
    )
  }
})

it("the next removal is the first moment at which one more month is removed", () => {
  for (let place = 0; place < 2_000; place++) {
    const days = 1 + (place * 37) % 800
    const now = DateTime.add(at("2020-01-01T00:00:00Z"), { minutes: place * 1_741 })
    const next = nextRemoval(days, now)
    assert.isTrue(DateTime.isGreaterThan(next, now))
    const justBefore = DateTime.subtract(next, { milliseconds: 1 })
    assert.strictEqual(shown(removedBefore(days, justBefore)), shown(removedBefore(days, now)))
    assert.strictEqual(shown(removedBefore(days, next)), shown(DateTime.add(removedBefore(days, now), { months: 1 })))
  }
})
