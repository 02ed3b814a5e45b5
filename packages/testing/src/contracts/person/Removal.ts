import { assert, type Vitest } from "@effect/vitest"
import { Person } from "@hedgerow/core/persons/Person"
import { PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import { Effect } from "effect"
import { makePerson, makeProject, makeTwoProjects, newPerson, personChanges } from "../fixtures.ts"
import { StoredRows } from "../StoredRows.ts"
import { idsOf, makePersons, merge, overridesOf, type PersonPorts } from "./Letters.ts"

/** Removed persons. */
export const removalTests = (it: Vitest.MethodsNonLive<PersonPorts>): void => {
  it.effect("a removed person is gone with its distinct ids and the merges into it, once for all", () =>
    Effect.gen(function*() {
      const persons = yield* PersonRepository
      const { id } = yield* makeProject
      yield* makePersons(id, "abcde")
      yield* merge(id, "ab", "cb", "de")
      const recorded = ["a", "b", "c"].map((letter) => deriveUuid(id, letter)).toSorted()
      assert.deepStrictEqual(yield* persons.recordedAs(id, [deriveUuid(id, "b")]), recorded)
      const removal = persons.remove(id, [deriveUuid(id, "b"), deriveUuid("nobody")]).uncaptured
      yield* removal
      yield* removal
      assert.deepStrictEqual(yield* (yield* StoredRows).personIds(id), [deriveUuid(id, "e")])
      assert.deepStrictEqual(yield* idsOf(id, deriveUuid(id, "b")), [])
      assert.strictEqual(yield* persons.findByDistinctId(id, "a"), undefined)
      assert.deepStrictEqual(yield* overridesOf(id, "abcde"), ["de"])
      assert.deepStrictEqual(yield* persons.recordedAs(id, [deriveUuid(id, "b")]), [deriveUuid(id, "b")])
    }))

  it.effect("a person that comes back has nothing of the one before", () =>
    Effect.gen(function*() {
      const persons = yield* PersonRepository
      const { id } = yield* makeProject
      yield* persons.apply(id, newPerson(id, ["a", "a2"], { properties: { email: "a@example.com" } })).uncaptured
      yield* persons.remove(id, [deriveUuid(id, "a")]).uncaptured
      yield* persons.apply(id, newPerson(id, ["a"], { properties: { plan: "free" } })).uncaptured
      assert.deepStrictEqual(
        yield* persons.findByDistinctId(id, "a"),
        makePerson(id, "a", { properties: { plan: "free" } })
      )
      assert.deepStrictEqual(yield* idsOf(id, deriveUuid(id, "a")), ["a"])
    }))

  it.effect("a person of the same id in another project stays", () =>
    Effect.gen(function*() {
      const persons = yield* PersonRepository
      const [here, there] = yield* makeTwoProjects
      const same = deriveUuid("same")
      for (const { id } of [here, there]) {
        const person = new Person({ ...makePerson(id, "a"), id: same })
        const changes = { upserted: [person], assigned: [{ distinctId: "a", personId: same }] }
        yield* persons.apply(id, personChanges(changes)).uncaptured
      }
      yield* persons.remove(here.id, [same]).uncaptured
      assert.strictEqual(yield* persons.findByDistinctId(here.id, "a"), undefined)
      assert.strictEqual((yield* persons.findByDistinctId(there.id, "a"))?.id, same)
    }))
}
