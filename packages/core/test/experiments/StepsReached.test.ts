import { assert, describe, it } from "@effect/vitest"
import { makeStepsReached } from "@hedgerow/core/experiments/results/StepsReached"

type Order = "ordered" | "strict" | "unordered"

interface Case {
  readonly what: string
  readonly steps: number
  /** The steps that each event is, by their numbers from 1. */
  readonly events: ReadonlyArray<ReadonlyArray<number>>
  readonly reached: Readonly<Record<Order, number>>
}

const cases: ReadonlyArray<Case> = [
  { what: "no events", steps: 2, events: [], reached: { ordered: 0, strict: 0, unordered: 0 } },
  { what: "each step once", steps: 3, events: [[1], [2], [3]], reached: { ordered: 3, strict: 3, unordered: 3 } },
  { what: "steps that are turned", steps: 2, events: [[2], [1]], reached: { ordered: 1, strict: 0, unordered: 2 } },
  {
    what: "a step that is repeated",
    steps: 2,
    events: [[1], [1], [2]],
    reached: { ordered: 2, strict: 1, unordered: 2 }
  },
  { what: "another event first", steps: 2, events: [[], [1], [2]], reached: { ordered: 2, strict: 0, unordered: 2 } },
  { what: "another between", steps: 2, events: [[1], [], [2]], reached: { ordered: 2, strict: 1, unordered: 2 } },
  { what: "one after the end", steps: 2, events: [[1], [2], []], reached: { ordered: 2, strict: 2, unordered: 2 } },
  { what: "one event of two steps", steps: 2, events: [[1, 2]], reached: { ordered: 1, strict: 1, unordered: 1 } },
  { what: "one step twice", steps: 2, events: [[1, 2], [1, 2]], reached: { ordered: 2, strict: 2, unordered: 2 } },
  {
    what: "events that have to leave a step to others",
    steps: 3,
    events: [[1, 2], [1, 2, 3], [1]],
    reached: { ordered: 2, strict: 2, unordered: 3 }
  },
  {
    what: "more events than there are steps for them",
    steps: 3,
    events: [[1], [1], [1, 3], [1], [1, 3]],
    reached: { ordered: 1, strict: 1, unordered: 2 }
  },
  {
    what: "the twentieth step",
    steps: 20,
    events: Array.from({ length: 20 }, (_, step) => [step + 1]),
    reached: { ordered: 20, strict: 20, unordered: 20 }
  }
]

const series = (length: number) => Array.from({ length }, () => ({ kind: "EventsNode", event: "a" } as const))

const bitsOf = (steps: ReadonlyArray<number>): number => steps.reduce((bits, step) => bits | 1 << (step - 1), 0)

describe("the steps that an entity reaches", () => {
  for (const { events, reached, steps, what } of cases) {
    for (const order of ["ordered", "strict", "unordered"] as const) {
      it(`${what}, ${order}`, () => {
        const stepsReached = makeStepsReached({ funnel_order_type: order, series: series(steps) })
        const bits = events.map(bitsOf)
        assert.strictEqual(stepsReached(bits), reached[order])
        assert.strictEqual(stepsReached([]), 0, "nothing stays of the entity before")
        assert.strictEqual(stepsReached(bits), reached[order])
      })
    }
  }
})
