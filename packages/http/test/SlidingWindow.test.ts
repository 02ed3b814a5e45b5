import { assert, describe, it } from "@effect/vitest"
import { makeSlidingWindow } from "@hedgerow/http/limits/SlidingWindow"
import { Schema } from "effect"

const minute = { limit: 5, windowSeconds: 60 }
const ms = 60_000

describe("SlidingWindow", () => {
  it("has no state for a key that was never counted", () => {
    const window = makeSlidingWindow(minute, 10)
    assert.strictEqual(window.usage("a", 0).used, 0)
    assert.strictEqual(window.size(), 0)
  })

  it("lets a request leave when it is a window old, not earlier", () => {
    const window = makeSlidingWindow(minute, 10)
    window.count("a", 0)
    window.count("a", 30_000)
    assert.deepStrictEqual(window.usage("a", 59_999), { used: 2, freedAt: 60_000 })
    assert.deepStrictEqual(window.usage("a", 60_000), { used: 1, freedAt: 90_000 })
    assert.strictEqual(window.usage("a", 90_000).used, 0)
  })

  it("counts keys apart", () => {
    const window = makeSlidingWindow(minute, 10)
    window.count("a", 0)
    assert.strictEqual(window.usage("b", 0).used, 0)
  })

  it("counts close requests together, until the last of them is a window old", () => {
    const window = makeSlidingWindow(minute, 10)
    for (const at of [0, 400, 999]) window.count("a", at)
    assert.deepStrictEqual(window.usage("a", 60_998), { used: 3, freedAt: 60_999 })
    assert.strictEqual(window.usage("a", 60_999).used, 0)
  })

  it("forgets keys that were not used for two windows", () => {
    const window = makeSlidingWindow(minute, 1_000)
    for (let i = 0; i < 500; i++) window.count(`key ${i}`, 0)
    assert.strictEqual(window.size(), 500)
    window.count("late", ms)
    assert.strictEqual(window.size(), 501)
    window.count("later", 2 * ms)
    assert.strictEqual(window.size(), 2)
    window.count("much later", 10 * ms)
    assert.strictEqual(window.size(), 1)
  })

  it("holds no more than twice its capacity, and keeps those in use", () => {
    const window = makeSlidingWindow(minute, 100)
    for (let i = 0; i < 300_000; i++) {
      window.count(`key ${i}`, 0)
      if (i % 50 === 0) window.count("in use", 0)
      if (i % 99 === 0) assert.isAtMost(window.size(), 200)
    }
    assert.strictEqual(window.usage("in use", 0).used, 6_000)
  })

  const steps = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20_000 }))).check(
    Schema.isMaxLength(300)
  )

  it.prop("never counts fewer than the window holds, and at most a 60th of a window longer", [steps], ([gaps]) => {
    const window = makeSlidingWindow(minute, 10)
    const counted: Array<number> = []
    let now = 1_000_000
    for (const gap of gaps) {
      now += gap
      const { used } = window.usage("a", now)
      assert.isAtLeast(used, counted.filter((at) => at + ms > now).length)
      assert.isAtMost(used, counted.filter((at) => at + ms + ms / 60 > now).length)
      window.count("a", now)
      counted.push(now)
    }
  })
})
