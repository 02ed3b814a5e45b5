import { assert, layer } from "@effect/vitest"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { QuerySlotRepository } from "@hedgerow/core/query/execution/QuerySlotRepository"
import { makeUuid7, type Uuid } from "@hedgerow/core/shared/Uuid"
import { Effect, type Layer } from "effect"
import { makeProjectId, makeTwoProjects, type ProjectPorts } from "./fixtures.ts"

const at = (second: number) => 1_700_000_000_000_000 + second * 1_000_000 as EventTime

/** The contract of every `QuerySlotRepository`. */
export const suite = <E>(name: string, storage: Layer.Layer<QuerySlotRepository | ProjectPorts, E>): void => {
  layer(storage, { excludeTestServices: true })(`Query slots: ${name}`, (it) => {
    /** Takes slots one after the other at a second for ten seconds, and returns the number that there were. */
    const take = Effect.fnUntraced(function*(project: ProjectId, node: Uuid, wanted: number, second: number) {
      const slots = yield* QuerySlotRepository
      const claim = { project, node, capacity: 3, now: at(second), until: at(second + 10) }
      const taken = yield* Effect.forEach(Array.from({ length: wanted }), () => slots.take(claim))
      return taken.filter(Boolean).length
    })

    it.effect("all nodes together have no more than there are, each project its own", () =>
      Effect.gen(function*() {
        const slots = yield* QuerySlotRepository
        const [here, there] = yield* makeTwoProjects
        const [one, two] = [yield* makeUuid7, yield* makeUuid7]
        assert.strictEqual(yield* take(here.id, one, 2, 0), 2)
        assert.strictEqual(yield* take(here.id, two, 2, 0), 1)
        assert.strictEqual(yield* take(there.id, two, 5, 0), 3)
        yield* slots.give(here.id, one, 1)
        assert.strictEqual(yield* take(here.id, two, 2, 0), 1)
        yield* slots.give(here.id, two, 100)
        assert.strictEqual(yield* take(here.id, one, 5, 0), 2)
      }))

    it.effect("those of a node that gives no sign of life are free again, those of one that does are not", () =>
      Effect.gen(function*() {
        const slots = yield* QuerySlotRepository
        const project = yield* makeProjectId
        const [dead, alive] = [yield* makeUuid7, yield* makeUuid7]
        yield* take(project, dead, 2, 0)
        yield* take(project, alive, 1, 0)
        yield* slots.renew(alive, at(30))
        assert.strictEqual(yield* take(project, alive, 3, 9), 0)
        assert.strictEqual(yield* take(project, alive, 3, 10), 2)
        assert.strictEqual(yield* take(project, dead, 3, 10), 0)
      }))

    it.effect("many that take at once get as many as there are", () =>
      Effect.gen(function*() {
        const slots = yield* QuerySlotRepository
        const project = yield* makeProjectId
        const nodes = yield* Effect.forEach(Array.from({ length: 10 }), () => makeUuid7)
        const taken = yield* Effect.forEach(
          nodes,
          (node) => slots.take({ project, node, capacity: 4, now: at(0), until: at(10) }),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(taken.filter(Boolean).length, 4)
      }))
  })
}
