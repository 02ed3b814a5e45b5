import { assert, layer } from "@effect/vitest"
import { ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import { PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import { Deferred, Effect, Exit, Fiber, type Layer, Option } from "effect"
import { makeProject, newPerson, personChanges, projectFields } from "./fixtures.ts"
import { afterCommitTests } from "./transaction/AfterCommits.ts"
import { beforeCommitTests } from "./transaction/BeforeCommits.ts"
import { concurrentTests } from "./transaction/Concurrent.ts"
import { nestedTests } from "./transaction/Nested.ts"
import { snapshot, steps, stepsThen, untouched } from "./transaction/Steps.ts"
import type { TransactionPorts } from "./transaction/TransactionPorts.ts"
import { putVersion, versionOf } from "./transaction/Versions.ts"

/** The contract of every `Transaction` over the repositories it is provided with. */
export const suite = <E>(name: string, storage: Layer.Layer<TransactionPorts, E>): void => {
  layer(storage, { excludeTestServices: true })(`Transaction: ${name}`, (it) => {
    it.effect("keeps every change when it succeeds, and answers the effect's value", () =>
      Effect.gen(function*() {
        const { run } = yield* Transaction
        const { id } = yield* makeProject
        const answer = yield* run(stepsThen(id, 6, Effect.succeed("done")))
        assert.strictEqual(answer, "done")
        const { a, ...rest } = yield* snapshot(id)
        assert.strictEqual(a?.id, deriveUuid(id, "a"))
        assert.deepStrictEqual(rest, {
          aIds: ["a", "b"],
          types: [["company", 0]],
          groups: 1,
          confirmed: 1,
          events: 1,
          properties: 1
        })
      }))

    it.effect.each([1, 2, 3, 4, 5, 6, 7])(
      "a failure, a defect and an interruption after step %d leave nothing",
      (count) =>
        Effect.gen(function*() {
          const { run } = yield* Transaction
          const { id } = yield* makeProject
          yield* putVersion(id, "c", 1)
          const failed = yield* run(stepsThen(id, count, Effect.fail("no"))).pipe(Effect.exit)
          assert.deepStrictEqual(failed, Exit.fail("no"))
          assert.deepStrictEqual(yield* snapshot(id), untouched)

          const died = yield* run(stepsThen(id, count, Effect.die("bug"))).pipe(Effect.exit)
          assert.deepStrictEqual(died, Exit.die("bug"))
          assert.deepStrictEqual(yield* snapshot(id), untouched)

          const reached = yield* Deferred.make<void>()
          const hanging = stepsThen(id, count, Effect.andThen(Deferred.succeed(reached, undefined), Effect.never))
          const fiber = yield* Effect.forkChild(run(hanging))
          yield* Deferred.await(reached)
          yield* Fiber.interrupt(fiber)
          assert.deepStrictEqual(yield* snapshot(id), untouched)
        })
    )

    it.effect("a rollback brings back what was changed, moved and removed", () =>
      Effect.gen(function*() {
        const { run } = yield* Transaction
        const { id } = yield* makeProject
        const persons = yield* PersonRepository
        yield* persons.apply(id, newPerson(id, ["c"])).uncaptured
        yield* Effect.forEach(yield* steps(id), (step) => step)
        yield* persons.apply(id, newPerson(id, ["x", "y"], { properties: { side: "north" }, version: 3 })).uncaptured
        const before = { rest: yield* snapshot(id), x: yield* persons.findByDistinctId(id, "x") }
        yield* run(Effect.gen(function*() {
          yield* persons.apply(id, newPerson(id, ["x"], { properties: { side: "south" }, version: 4 })).uncaptured
          yield* persons.apply(
            id,
            personChanges({ merged: [{ from: deriveUuid(id, "x"), into: deriveUuid(id, "c") }] })
          ).uncaptured
          assert.strictEqual((yield* persons.findByDistinctId(id, "y"))?.id, deriveUuid(id, "c"))
          return yield* Effect.fail("no")
        })).pipe(Effect.ignore)
        assert.deepStrictEqual({ rest: yield* snapshot(id), x: yield* persons.findByDistinctId(id, "x") }, before)
        assert.deepStrictEqual([...(yield* persons.distinctIdsOf(id, deriveUuid(id, "x")))].toSorted(), ["x", "y"])
      }))

    it.effect("takes back projects too, and their tokens are free again", () =>
      Effect.gen(function*() {
        const { run } = yield* Transaction
        const projects = yield* ProjectRepository
        const { organization_id } = yield* makeProject
        const fields = yield* projectFields(organization_id)
        yield* run(Effect.andThen(projects.insert(fields), Effect.fail("no"))).pipe(Effect.ignore)
        assert.isTrue(Option.isNone(yield* projects.findByToken(fields.api_token)))
        const project = yield* projects.insert(fields)
        assert.isTrue(Option.isSome(yield* projects.find(project.id)))
      }))

    it.effect("reads inside see the transaction's own writes", () =>
      Effect.gen(function*() {
        const { run } = yield* Transaction
        const { id } = yield* makeProject
        const seen = yield* run(Effect.andThen(putVersion(id, "a", 7), versionOf(id, "a")))
        assert.strictEqual(seen, 7)
      }))

    it.effect("a transaction that never wrote rolls back as well, and the next one works", () =>
      Effect.gen(function*() {
        const { run } = yield* Transaction
        const { id } = yield* makeProject
        assert.deepStrictEqual(yield* run(Effect.fail("no")).pipe(Effect.exit), Exit.fail("no"))
        yield* run(putVersion(id, "a", 1))
        assert.strictEqual(yield* versionOf(id, "a"), 1)
      }))

    afterCommitTests(it)
    beforeCommitTests(it)
    nestedTests(it)
    concurrentTests(it)
  })
}
