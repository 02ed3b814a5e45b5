import { assert, describe, it } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/access/Project"
import { OutboxAgenda } from "@hedgerow/core/outbox/OutboxAgenda"
import { backOffAfter } from "@hedgerow/core/outbox/OutboxTurn"
import { Duration } from "effect"

const [one, two, three] = [1 as ProjectId, 2 as ProjectId, 3 as ProjectId]

describe("an outbox agenda", () => {
  it("is ready while there is something to look at", () => {
    const agenda = new OutboxAgenda(2)
    assert.isFalse(agenda.ready.isOpen())
    agenda.hint(two)
    agenda.hint(one)
    agenda.hint(two)
    assert.isTrue(agenda.ready.isOpen())
    assert.deepStrictEqual(agenda.take(), [two, one])
    assert.isFalse(agenda.ready.isOpen())
    agenda.hintAll()
    assert.strictEqual(agenda.take(), "all")
    assert.deepStrictEqual(agenda.take(), [])
  })

  it("keeps a hint of a project that is worked on until that is over", () => {
    const agenda = new OutboxAgenda(2)
    agenda.begin(one)
    agenda.hint(one)
    assert.isFalse(agenda.ready.isOpen())
    agenda.hint(two)
    assert.deepStrictEqual(agenda.take(), [two])
    agenda.end(one)
    assert.isTrue(agenda.ready.isOpen())
    assert.deepStrictEqual(agenda.take(), [one])
  })

  it("waits for a free hand, and takes back what could not be looked at", () => {
    const agenda = new OutboxAgenda(2)
    agenda.begin(one)
    agenda.begin(two)
    assert.strictEqual(agenda.free, 0)
    agenda.hint(three)
    assert.isFalse(agenda.ready.isOpen())
    agenda.end(two)
    assert.isTrue(agenda.ready.isOpen())
    assert.deepStrictEqual(agenda.take(), [three])
    agenda.giveBack([three, two])
    assert.deepStrictEqual(agenda.take(), [three, two])
    agenda.giveBack("all")
    assert.isTrue(agenda.ready.isOpen())
    assert.strictEqual(agenda.take(), "all")
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
