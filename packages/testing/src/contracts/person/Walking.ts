import { assert, type Vitest } from "@effect/vitest"
import { type KnownPerson, PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { deriveUuid, parseUuid } from "@hedgerow/core/shared/Uuid"
import { Effect } from "effect"
import { makePerson, makeProject, makeTwoProjects, newPerson, personChanges } from "../fixtures.ts"
import { makePersons, type PersonPorts } from "./Letters.ts"

const idsOfAll = (known: ReadonlyArray<KnownPerson>) => known.map(({ person }) => person.id)

/** Going through all persons. */
export const walkTests = (it: Vitest.MethodsNonLive<PersonPorts>): void => {
  it.effect("pages go through all persons once, by id, with all of their distinct ids", () =>
    Effect.gen(function*() {
      const persons = yield* PersonRepository
      const { id } = yield* makeProject
      yield* makePersons(id, "abcd")
      yield* persons.apply(id, newPerson(id, ["e", "ü", "E", "e 2"], { properties: { plan: "x" } })).uncaptured
      const expected = Array.from("abcde", (letter) => deriveUuid(id, letter)).toSorted()
      const first = yield* persons.page(id, undefined, 3)
      const second = yield* persons.page(id, first.at(-1)?.person.id, 3)
      assert.deepStrictEqual([first.length, second.length], [3, 2])
      assert.deepStrictEqual(idsOfAll([...first, ...second]), expected)
      assert.deepStrictEqual(yield* persons.page(id, second.at(-1)?.person.id, 3), [])
      const [known] = yield* persons.findByIds(id, [deriveUuid(id, "e"), deriveUuid(id, "unknown")])
      assert.deepStrictEqual(known, {
        person: makePerson(id, "e", { properties: { plan: "x" } }),
        distinctIds: ["E", "e", "e 2", "ü"]
      })
      assert.strictEqual(yield* persons.count(id), 5)
      assert.deepStrictEqual(yield* persons.findByIds(id, []), [])
    }))

  it.effect("a page has the persons of now: the new ones, not the merged ones, and those whose removal was undone", () =>
    Effect.gen(function*() {
      const persons = yield* PersonRepository
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      const of = (letter: string) => deriveUuid(id, letter)
      const page = Effect.map(persons.page(id, undefined, 100), idsOfAll)
      const merge = persons.apply(id, personChanges({ merged: [{ from: of("b"), into: of("a") }] })).uncaptured
      const sorted = (letters: string) => Array.from(letters, of).toSorted()
      yield* makePersons(id, "abc")
      assert.deepStrictEqual(yield* page, sorted("abc"))
      const inside = yield* Effect.flip(run(Effect.gen(function*() {
        yield* makePersons(id, "defghijklm")
        yield* merge
        return yield* Effect.fail(yield* page)
      })))
      assert.deepStrictEqual(inside, sorted("acdefghijklm"))
      assert.deepStrictEqual(yield* page, sorted("abc"))
      assert.deepStrictEqual(idsOfAll(yield* persons.page(id, undefined, 3)), sorted("abc"))
      yield* makePersons(id, "d")
      yield* merge
      const [first = "", ...rest] = sorted("acd")
      assert.deepStrictEqual(yield* page, [first, ...rest])
      assert.deepStrictEqual(idsOfAll(yield* persons.page(id, parseUuid(first), 100)), rest)
    }))

  it.effect("no walk meets another project's persons", () =>
    Effect.gen(function*() {
      const persons = yield* PersonRepository
      const [here, there] = yield* makeTwoProjects
      yield* makePersons(here.id, "ab")
      assert.deepStrictEqual(yield* persons.page(there.id, undefined, 10), [])
      assert.deepStrictEqual(yield* persons.findByIds(there.id, [deriveUuid(here.id, "a")]), [])
      assert.strictEqual(yield* persons.count(there.id), 0)
    }))
}
