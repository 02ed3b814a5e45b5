import { assert } from "@effect/vitest"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { JobRepository } from "@hedgerow/core/jobs/JobRepository"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { Effect } from "effect"
import { makeTwoProjects } from "../fixtures.ts"
import { at, claim, enqueue, freshKind, type It } from "./JobFixtures.ts"

/** Enqueues a number of jobs of a project, due one millisecond after the other. */
const enqueueMany = (kind: string, project: ProjectId, count: number, seconds = 0) =>
  Effect.flatMap(Transaction, ({ run }) =>
    run(Effect.forEach(
      Array.from({ length: count }, (_, i) => at(seconds + i / 1000)),
      (run_at) => enqueue(kind, { project_id: project, run_at })
    )))

const idsOf = (jobs: ReadonlyArray<{ readonly id: string }>): ReadonlyArray<string | undefined> =>
  jobs.map(({ id }) => id)

/** Tests of how projects share the workers of a kind. */
export const fairness = (it: It): void => {
  it.effect("projects take turns, each in the order in which its jobs became due", () =>
    Effect.gen(function*() {
      const kind = yield* freshKind
      const [here, there] = yield* makeTwoProjects
      const [a1, a2, a3, a4] = yield* enqueueMany(kind, here.id, 4)
      const [b1, b2] = yield* enqueueMany(kind, there.id, 2, 5)
      const own = yield* enqueue(kind, { run_at: at(7) })
      assert.deepStrictEqual(idsOf(yield* claim(kind, 9, 4)), [a1, b1, own, a2])
      assert.deepStrictEqual(idsOf(yield* claim(kind, 9)), [b2, a3, a4])
    }))

  it.effect("a project waits behind those of which fewer jobs run", () =>
    Effect.gen(function*() {
      const kind = yield* freshKind
      const [here, there] = yield* makeTwoProjects
      const [a1, a2, a3] = yield* enqueueMany(kind, here.id, 3)
      assert.deepStrictEqual(idsOf(yield* claim(kind, 1, 2)), [a1, a2])
      const [b1, b2, b3] = yield* enqueueMany(kind, there.id, 3, 5)
      assert.deepStrictEqual(idsOf(yield* claim(kind, 9, 2)), [b1, b2])
      assert.deepStrictEqual(idsOf(yield* claim(kind, 9, 2)), [a3, b3])
    }))

  it.effect("a run whose lease is over does not count as one that runs", () =>
    Effect.gen(function*() {
      const kind = yield* freshKind
      const [here, there] = yield* makeTwoProjects
      const [a1, a2] = yield* enqueueMany(kind, here.id, 2)
      assert.deepStrictEqual(idsOf(yield* claim(kind, 1, 1)), [a1])
      const [b1] = yield* enqueueMany(kind, there.id, 1, 40)
      assert.deepStrictEqual(idsOf(yield* claim(kind, 50, 1)), [a2])
      assert.deepStrictEqual(idsOf(yield* claim(kind, 50, 1)), [b1])
    }))

  it.effect("for projects of which none runs, the first job of each is claimed", () =>
    Effect.gen(function*() {
      const jobs = yield* JobRepository
      const kind = yield* freshKind
      const [here, there] = yield* makeTwoProjects
      const [a1] = yield* enqueueMany(kind, here.id, 300)
      assert.deepStrictEqual(idsOf(yield* claim(kind, 1, 1)), [a1])
      const [b1] = yield* enqueueMany(kind, there.id, 2, 5)
      const own = yield* enqueue(kind, { run_at: at(7) })
      const ofIdle = jobs.claim({
        kinds: [kind],
        node: "one",
        now: at(9),
        until: at(30),
        limit: 9,
        ofIdleProjects: true
      })
      assert.deepStrictEqual(idsOf(yield* ofIdle), [b1, own])
      assert.deepStrictEqual(idsOf(yield* ofIdle), [])
    }))

  it.effect("a long queue of one project holds up no other one", () =>
    Effect.gen(function*() {
      const kind = yield* freshKind
      const [here, there] = yield* makeTwoProjects
      const queue = yield* enqueueMany(kind, here.id, 300)
      const [first, second] = yield* enqueueMany(kind, there.id, 2, 60)
      assert.deepStrictEqual(idsOf(yield* claim(kind, 90, 4)), [queue[0], first, queue[1], second])
      assert.deepStrictEqual(idsOf(yield* claim(kind, 90, 2)), [queue[2], queue[3]])
    }))
}
