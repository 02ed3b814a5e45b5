import { assert, type Vitest } from "@effect/vitest"
import { PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import { Effect } from "effect"
import { makePerson, makeProject, makeTwoProjects, newPerson, personChanges } from "../fixtures.ts"
import { idsOf, makePersons, merge, overridesOf, type PersonPorts } from "./Letters.ts"

/** Ids that mean their own person again, and the persons that ids mean. */
export const splitTests = (it: Vitest.MethodsNonLive<PersonPorts>): void => {
  it.effect("a returned id means its own person again, and other merges into the same person stay", () =>
    Effect.gen(function*() {
      const persons = yield* PersonRepository
      const { id } = yield* makeProject
      yield* makePersons(id, "abc")
      yield* merge(id, "ac", "bc")
      const split = personChanges({
        upserted: [makePerson(id, "a", { version: 7 }), makePerson(id, "c", { version: 7 })],
        assigned: [{ distinctId: "a", personId: deriveUuid(id, "a") }],
        returned: [deriveUuid(id, "a")]
      })
      yield* persons.apply(id, split).uncaptured
      yield* persons.apply(id, split).uncaptured
      assert.deepStrictEqual(yield* overridesOf(id, "abc"), ["bc"])
      assert.deepStrictEqual(yield* idsOf(id, deriveUuid(id, "a")), ["a"])
      assert.deepStrictEqual(yield* idsOf(id, deriveUuid(id, "c")), ["b", "c"])
      assert.deepStrictEqual(yield* persons.findByDistinctId(id, "a"), makePerson(id, "a", { version: 7 }))
      yield* merge(id, "ac")
      assert.deepStrictEqual(yield* overridesOf(id, "abc"), ["ac", "bc"])
    }))

  it.effect("an id means its person, or the one that it was merged into", () =>
    Effect.gen(function*() {
      const persons = yield* PersonRepository
      const { id } = yield* makeProject
      yield* makePersons(id, "abc")
      yield* merge(id, "ab")
      yield* persons.apply(
        id,
        personChanges({ overridden: [{ from: deriveUuid(id, "personless"), into: deriveUuid(id, "c") }] })
      ).uncaptured
      const [a, b, c] = [deriveUuid(id, "a"), deriveUuid(id, "b"), deriveUuid(id, "c")]
      const asked = [a, b, c, deriveUuid(id, "personless"), deriveUuid(id, "nobody")]
      assert.deepStrictEqual(
        yield* persons.ownersOf(id, asked),
        new Map([[a, b], [b, b], [c, c], [deriveUuid(id, "personless"), c]])
      )
      assert.strictEqual((yield* persons.ownersOf(id, [])).size, 0)
    }))

  it.effect("neither sees or changes another project's persons under the same ids", () =>
    Effect.gen(function*() {
      const persons = yield* PersonRepository
      const [here, there] = yield* makeTwoProjects
      yield* persons.apply(here.id, newPerson(here.id, ["a"])).uncaptured
      yield* makePersons(here.id, "b")
      yield* merge(here.id, "ab")
      const [a, b] = [deriveUuid(here.id, "a"), deriveUuid(here.id, "b")]
      assert.strictEqual((yield* persons.ownersOf(there.id, [a, b])).size, 0)
      yield* persons.apply(there.id, personChanges({ returned: [a] })).uncaptured
      assert.deepStrictEqual(yield* overridesOf(here.id, "ab"), ["ab"])
      assert.deepStrictEqual(yield* persons.ownersOf(here.id, [a]), new Map([[a, b]]))
    }))
}
