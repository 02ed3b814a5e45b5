import { assert, type Vitest } from "@effect/vitest"
import { PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import { Effect } from "effect"
import { makeProject, newPerson, personChanges } from "../fixtures.ts"
import { StoredRows } from "../StoredRows.ts"
import { idsOf, makePersons, merge, overridesOf, type PersonPorts } from "./Letters.ts"

/** Merges and overrides. */
export const mergeTests = (it: Vitest.MethodsNonLive<PersonPorts>): void => {
  it.effect("a merge removes the person, moves its distinct ids and leaves an override", () =>
    Effect.gen(function*() {
      const persons = yield* PersonRepository
      const { id } = yield* makeProject
      yield* persons.apply(id, newPerson(id, ["a", "a2"])).uncaptured
      yield* makePersons(id, "b")
      yield* merge(id, "ab")
      assert.deepStrictEqual(yield* idsOf(id, deriveUuid(id, "b")), ["a", "a2", "b"])
      assert.deepStrictEqual(yield* idsOf(id, deriveUuid(id, "a")), [])
      assert.strictEqual((yield* persons.findByDistinctId(id, "a2"))?.id, deriveUuid(id, "b"))
      assert.deepStrictEqual(yield* (yield* StoredRows).personIds(id), [deriveUuid(id, "b")])
      assert.deepStrictEqual(yield* overridesOf(id, "ab"), ["ab"])
    }))

  it.effect("a change may create the person, assign its distinct ids and merge into it at once", () =>
    Effect.gen(function*() {
      const persons = yield* PersonRepository
      const { id } = yield* makeProject
      yield* persons.apply(id, newPerson(id, ["a", "a2"])).uncaptured
      const created = newPerson(id, ["b"])
      yield* persons.apply(id, {
        ...created,
        assigned: [...created.assigned, { distinctId: "a", personId: deriveUuid(id, "b") }],
        merged: [{ from: deriveUuid(id, "a"), into: deriveUuid(id, "b") }]
      }).uncaptured
      assert.deepStrictEqual(yield* idsOf(id, deriveUuid(id, "b")), ["a", "a2", "b"])
    }))

  it.effect.each([
    { merges: [["ab"], ["bc"]], expected: ["ac", "bc"] },
    { merges: [["ab", "bc"]], expected: ["ac", "bc"] },
    { merges: [["bc", "ab"]], expected: ["ac", "bc"] },
    { merges: [["ab"], ["cd"], ["bd"]], expected: ["ad", "bd", "cd"] },
    { merges: [["ac", "bc"], ["cd"]], expected: ["ad", "bd", "cd"] }
  ])("overrides never form a chain: $merges", ({ expected, merges }) =>
    Effect.gen(function*() {
      const { id } = yield* makeProject
      yield* makePersons(id, "abcd")
      for (const pairs of merges) yield* merge(id, ...pairs)
      assert.deepStrictEqual(yield* overridesOf(id, "abcd"), expected)
      const last = expected[0]?.[1] ?? ""
      const moved = expected.map((pair) => pair.slice(0, 1))
      assert.includeMembers(yield* idsOf(id, deriveUuid(id, last)), [...moved, last])
    }))

  it.effect("an override of a personless id leaves persons and distinct ids alone, and follows a later merge", () =>
    Effect.gen(function*() {
      const persons = yield* PersonRepository
      const { id } = yield* makeProject
      yield* makePersons(id, "bc")
      const overridden = [{ from: deriveUuid(id, "p"), into: deriveUuid(id, "b") }]
      yield* persons.apply(id, personChanges({ overridden })).uncaptured
      assert.deepStrictEqual(yield* overridesOf(id, "pbc"), ["pb"])
      assert.deepStrictEqual(yield* idsOf(id, deriveUuid(id, "b")), ["b"])
      yield* merge(id, "bc")
      assert.deepStrictEqual(yield* overridesOf(id, "pbc"), ["bc", "pc"])
    }))

  it.effect("applying the same changes again changes nothing", () =>
    Effect.gen(function*() {
      const persons = yield* PersonRepository
      const { id } = yield* makeProject
      yield* persons.apply(id, newPerson(id, ["a", "a2"])).uncaptured
      const created = newPerson(id, ["b"], { properties: { side: "north" }, version: 2 })
      const changes = {
        ...created,
        merged: [{ from: deriveUuid(id, "a"), into: deriveUuid(id, "b") }],
        overridden: [{ from: deriveUuid(id, "p"), into: deriveUuid(id, "b") }]
      }
      const look = Effect.all({
        b: persons.findByDistinctId(id, "b"),
        ids: idsOf(id, deriveUuid(id, "b")),
        overrides: overridesOf(id, "abp"),
        persons: (yield* StoredRows).personIds(id)
      })
      yield* persons.apply(id, changes).uncaptured
      const before = yield* look
      yield* persons.apply(id, changes).uncaptured
      assert.deepStrictEqual(yield* look, before)
      assert.deepStrictEqual(before.overrides, ["ab", "pb"])
    }))
}
