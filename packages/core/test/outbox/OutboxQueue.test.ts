import { assert, describe, it } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { backOffAfter } from "@hedgerow/core/outbox/OutboxLease"
import { OutboxQueue } from "@hedgerow/core/outbox/OutboxQueue"
import { Duration } from "effect"

const [one, two, three] = [1 as ProjectId, 2 as ProjectId, 3 as ProjectId]

describe("an outbox queue", () => {
  it("is ready while there is something to look at", () => {
    const queue = new OutboxQueue(2)
    assert.isFalse(queue.ready.isOpen())
    queue.hint(two)
    queue.hint(one)
    queue.hint(two)
    assert.isTrue(queue.ready.isOpen())
    assert.deepStrictEqual(queue.take(), [two, one])
    assert.isFalse(queue.ready.isOpen())
    queue.hintAll()
    assert.strictEqual(queue.take(), "all")
    assert.deepStrictEqual(queue.take(), [])
  })

  it("keeps a hint of a project that is worked on until that is over", () => {
    const queue = new OutboxQueue(2)
    queue.begin(one)
    queue.hint(one)
    assert.isFalse(queue.ready.isOpen())
    queue.hint(two)
    assert.deepStrictEqual(queue.take(), [two])
    queue.end(one)
    assert.isTrue(queue.ready.isOpen())
    assert.deepStrictEqual(queue.take(), [one])
  })

  it("waits for a free worker, and takes back projects that could not be read", () => {
    const queue = new OutboxQueue(2)
    queue.begin(one)
    queue.begin(two)
    assert.strictEqual(queue.free, 0)
    queue.hint(three)
    assert.isFalse(queue.ready.isOpen())
    queue.end(two)
    assert.isTrue(queue.ready.isOpen())
    assert.deepStrictEqual(queue.take(), [three])
    queue.giveBack([three, two])
    assert.deepStrictEqual(queue.take(), [three, two])
    queue.giveBack("all")
    assert.isTrue(queue.ready.isOpen())
    assert.strictEqual(queue.take(), "all")
  })
})

describe("the wait after a failure", () => {
  it.each([
    [1, 1],
    [2, 2],
    [3, 4],
    [6, 32],
    [9, 256],
    [10, 300],
    [4_000, 300]
  ])("after %d failures is %d seconds", (attempts, seconds) => {
    const wait = backOffAfter(attempts, Duration.seconds(1), Duration.minutes(5))
    assert.strictEqual(Duration.toSeconds(wait), seconds)
  })
})
