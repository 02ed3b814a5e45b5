import { assert, describe, it } from "@effect/vitest"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { actionOf, type CacheState, type RefreshMode } from "@hedgerow/core/query/execution/RefreshMode"
import { cacheState, freshUntil, type Interval, nextAllowedRefresh } from "@hedgerow/core/query/execution/Staleness"

const states: ReadonlyArray<CacheState> = ["miss", "fresh", "aging", "stale"]

describe("refresh modes", () => {
  const table: ReadonlyArray<readonly [RefreshMode, string]> = [
    ["force_blocking", "compute compute compute compute"],
    ["force_async", "enqueue enqueue enqueue enqueue"],
    ["blocking", "compute cached compute compute"],
    ["force_cache", "compute cached compute compute"],
    ["async", "enqueue cached enqueue enqueue"],
    ["async_except_on_cache_miss", "compute cached enqueue enqueue"],
    ["lazy_async", "enqueue cached cached enqueue"]
  ]
  for (const [mode, expected] of table) {
    it(`${mode}: ${states.join(", ")} → ${expected}`, () => {
      assert.strictEqual(states.map((state) => actionOf(mode, state)).join(" "), expected)
    })
  }
})

describe("staleness", () => {
  const minute = 60_000_000
  const computed = 1_700_000_000_000_000 as EventTime
  const after = (minutes: number) => computed + minutes * minute as EventTime
  const table: ReadonlyArray<readonly [Interval, fresh: number, lazy: number]> = [
    ["none", 5, 15],
    ["second", 5, 15],
    ["minute", 5, 15],
    ["hour", 60, 120],
    ["day", 360, 720],
    ["week", 1_440, 1_440],
    ["month", 2_880, 2_880]
  ]
  for (const [interval, fresh, lazy] of table) {
    it(`${interval}: fresh for ${fresh} minutes, good enough for lazy_async for ${lazy}`, () => {
      const freshness = { interval, until: undefined }
      const at = (minutes: number, micros = 0) => cacheState(freshness, computed, after(minutes) + micros as EventTime)
      assert.strictEqual(at(0), "fresh")
      assert.strictEqual(at(fresh, -1), "fresh")
      assert.strictEqual(at(fresh), fresh === lazy ? "stale" : "aging")
      assert.strictEqual(at(lazy, -1), fresh === lazy ? "fresh" : "aging")
      assert.strictEqual(at(lazy), "stale")
      assert.strictEqual(freshUntil(freshness, computed), after(fresh))
    })
  }

  it("a period that had ended ten seconds before never changes", () => {
    const ended = { interval: "hour", until: computed - 10_000_001 as EventTime } as const
    assert.strictEqual(cacheState(ended, computed, after(1_000_000)), "fresh")
    assert.isUndefined(freshUntil(ended, computed))
    const ending = { interval: "hour", until: computed - 10_000_000 as EventTime } as const
    assert.strictEqual(cacheState(ending, computed, after(1_000_000)), "stale")
  })

  it("a client may ask again after a minute", () => {
    assert.strictEqual(nextAllowedRefresh(computed), after(1))
  })
})
