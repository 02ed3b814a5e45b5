import { assert, layer, type Vitest } from "@effect/vitest"
import { PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import { Effect, type Layer } from "effect"
import { makePerson, makeProject, makeTwoProjects, newPerson, personChanges } from "./fixtures.ts"
import { idsOf, makePersons, type PersonPorts } from "./person/Letters.ts"
import { mergeTests } from "./person/Merges.ts"
import { removalTests } from "./person/Removal.ts"
import { splitTests } from "./person/Splits.ts"
import { walkTests } from "./person/Walking.ts"
import { StoredRows } from "./StoredRows.ts"

/** The contract of every `PersonRepository`. */
export const suite = <E>(name: string, storage: Layer.Layer<PersonPorts, E>): void => {
  layer(storage, { excludeTestServices: true })(`Persons: ${name}`, (it) => {
    changes(it)
    mergeTests(it)
    walkTests(it)
    together(it)
    removalTests(it)
    splitTests(it)
    isolation(it)
  })
}

type It = Vitest.MethodsNonLive<PersonPorts>

const changes = (it: It): void => {
  it.effect("a new person is found by each of its distinct ids, as it was written", () =>
    Effect.gen(function*() {
      const persons = yield* PersonRepository
      const { id } = yield* makeProject
      const properties = {
        name: "Zoë \"Z\" O'Neil\\",
        tags: ["a", null, 1.5, { deep: true }],
        $big: 9_007_199_254_740_991
      }
      const distinctIds = ["anon-1", "zoë@example.com", "'; drop table\t\n", "🦔", ""] as const
      yield* persons.apply(id, newPerson(id, distinctIds, { properties, version: 3 })).uncaptured
      const expected = makePerson(id, "anon-1", { properties, version: 3 })
      for (const distinctId of distinctIds) {
        assert.deepStrictEqual(yield* persons.findByDistinctId(id, distinctId), expected)
      }
      assert.deepStrictEqual(yield* idsOf(id, expected.id), [...distinctIds].toSorted())
      assert.strictEqual(yield* persons.findByDistinctId(id, "ANON-1"), undefined)
    }))

  it.effect("an upsert replaces every field of a known person", () =>
    Effect.gen(function*() {
      const persons = yield* PersonRepository
      const { id } = yield* makeProject
      yield* persons.apply(id, newPerson(id, ["a"], { properties: { kept: 1, gone: 2 } })).uncaptured
      const changed = makePerson(id, "a", { properties: { kept: 3 }, version: 2 })
      yield* persons.apply(id, personChanges({ upserted: [changed] })).uncaptured
      assert.deepStrictEqual(yield* persons.findByDistinctId(id, "a"), changed)
    }))

  it.effect("locking answers the known persons by distinct id and nothing for unknown ones", () =>
    Effect.gen(function*() {
      const persons = yield* PersonRepository
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      yield* persons.apply(id, newPerson(id, ["a", "b"])).uncaptured
      yield* makePersons(id, "c")
      const locked = yield* run(persons.lockByDistinctIds(id, ["a", "b", "c", "unknown", "a"]))
      assert.deepStrictEqual(
        [...locked].toSorted(([left], [right]) => left < right ? -1 : 1),
        [["a", makePerson(id, "a")], ["b", makePerson(id, "a")], ["c", makePerson(id, "c")]]
      )
      assert.strictEqual((yield* run(persons.lockByDistinctIds(id, []))).size, 0)
    }))

  it.effect("locking fails when there is more of properties than asked for, and reads one person however large", () =>
    Effect.gen(function*() {
      const persons = yield* PersonRepository
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      const text = "x".repeat(20_000)
      const names = Array.from({ length: 300 }, (_, at) => `u${at}`)
      for (const name of names.slice(0, 3)) {
        yield* persons.apply(id, newPerson(id, [name], { properties: { text } })).uncaptured
      }
      for (const name of names.slice(3)) yield* persons.apply(id, newPerson(id, [name])).uncaptured
      const bytes = { maxBytes: 50_000, maxValues: 1_000 }
      assert.strictEqual((yield* run(persons.lockByDistinctIds(id, names.slice(1), bytes))).size, 299)
      assert.strictEqual((yield* Effect.flip(run(persons.lockByDistinctIds(id, names, bytes))))._tag, "TooMuchKnown")
      const small = { maxBytes: 10, maxValues: 1_000 }
      assert.strictEqual((yield* run(persons.lockByDistinctIds(id, ["u0"], small))).size, 1)
      const few = { maxBytes: 1_000_000, maxValues: 3 }
      assert.strictEqual(
        (yield* Effect.flip(run(persons.lockByDistinctIds(id, ["u0", "u1"], few))))._tag,
        "TooMuchKnown"
      )
    }))

  it.effect("many are found by their distinct ids; a text that cannot be stored is nobody's", () =>
    Effect.gen(function*() {
      const persons = yield* PersonRepository
      const [here, there] = yield* makeTwoProjects
      yield* persons.apply(here.id, newPerson(here.id, ["a", "b"])).uncaptured
      yield* makePersons(there.id, "z")
      const asked = ["a", "b", "z", "unknown", "nul\0", "\ud800", "a"]
      const found = yield* persons.findByDistinctIds(here.id, asked)
      assert.deepStrictEqual(
        [...found].toSorted(([left], [right]) => left < right ? -1 : 1),
        [["a", makePerson(here.id, "a")], ["b", makePerson(here.id, "a")]]
      )
      assert.strictEqual((yield* persons.findByDistinctIds(here.id, [])).size, 0)
    }))

  it.effect("assigning a distinct id again moves it", () =>
    Effect.gen(function*() {
      const persons = yield* PersonRepository
      const { id } = yield* makeProject
      yield* persons.apply(id, newPerson(id, ["a", "x"])).uncaptured
      yield* makePersons(id, "b")
      yield* persons.apply(id, personChanges({ assigned: [{ distinctId: "x", personId: deriveUuid(id, "b") }] }))
        .uncaptured
      assert.deepStrictEqual(yield* idsOf(id, deriveUuid(id, "a")), ["a"])
      assert.deepStrictEqual(yield* idsOf(id, deriveUuid(id, "b")), ["b", "x"])
    }))

  it.effect("empty changes change nothing", () =>
    Effect.gen(function*() {
      const persons = yield* PersonRepository
      const { id } = yield* makeProject
      yield* persons.apply(id, personChanges({})).uncaptured
      assert.deepStrictEqual(yield* (yield* StoredRows).personIds(id), [])
    }))
}

const together = (it: It): void => {
  it.effect("concurrent creation of the same distinct id makes one person", () =>
    Effect.gen(function*() {
      const persons = yield* PersonRepository
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      const create = run(Effect.gen(function*() {
        const known = (yield* persons.lockByDistinctIds(id, ["a"])).get("a")
        yield* Effect.yieldNow
        const version = (known?.version ?? 0) + 1
        yield* persons.apply(id, newPerson(id, ["a"], { version })).uncaptured
        return version
      }))
      const versions = yield* Effect.all(Array.from({ length: 10 }, () => create), { concurrency: "unbounded" })
      assert.deepStrictEqual([...versions].toSorted((a, b) => a - b), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
      assert.deepStrictEqual(yield* (yield* StoredRows).personIds(id), [deriveUuid(id, "a")])
    }))

  it.effect("concurrent batches over the same distinct ids in different orders all get through", () =>
    Effect.gen(function*() {
      const persons = yield* PersonRepository
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      const letters = ["a", "b", "c", "d"]
      const raise = (order: ReadonlyArray<string>) =>
        run(Effect.gen(function*() {
          const locked = yield* persons.lockByDistinctIds(id, order)
          yield* Effect.yieldNow
          for (const letter of order) {
            const version = (locked.get(letter)?.version ?? 0) + 1
            yield* persons.apply(id, newPerson(id, [letter], { version })).uncaptured
          }
        }))
      const orders = Array.from({ length: 8 }, (_, at) => at % 2 === 0 ? letters : letters.toReversed())
      yield* Effect.forEach(orders, raise, { concurrency: "unbounded" })
      const versions = yield* Effect.forEach(letters, (letter) => persons.findByDistinctId(id, letter))
      assert.deepStrictEqual(versions.map((person) => person?.version), [8, 8, 8, 8])
    }))
}

const isolation = (it: It): void => {
  it.effect("no method sees or changes another project's persons, even under the same ids", () =>
    Effect.gen(function*() {
      const persons = yield* PersonRepository
      const rows = yield* StoredRows
      const [here, there] = yield* makeTwoProjects
      const shared = makePerson(here.id, "a")
      const twin = { ...newPerson(here.id, ["a", "b"]) }
      yield* persons.apply(here.id, twin).uncaptured
      assert.strictEqual(yield* persons.findByDistinctId(there.id, "a"), undefined)
      assert.deepStrictEqual(yield* idsOf(there.id, shared.id), [])
      assert.strictEqual((yield* persons.lockByDistinctIds(there.id, ["a"])).size, 0)

      const stranger = makePerson(there.id, "a", { properties: { side: "south" } })
      yield* persons.apply(there.id, newPerson(there.id, ["a", "x"], { properties: { side: "south" } })).uncaptured
      yield* makePersons(there.id, "z")
      yield* persons.apply(
        there.id,
        personChanges({ merged: [{ from: shared.id, into: deriveUuid(there.id, "z") }] })
      ).uncaptured
      assert.deepStrictEqual(yield* persons.findByDistinctId(here.id, "b"), shared)
      assert.deepStrictEqual(yield* idsOf(here.id, shared.id), ["a", "b"])
      assert.deepStrictEqual(yield* rows.personIds(here.id), [shared.id])
      assert.strictEqual((yield* rows.overrides(here.id)).size, 0)
      assert.deepStrictEqual(yield* persons.findByDistinctId(there.id, "x"), stranger)
    }))
}
