import type { OrganizationRepository, ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import type { ProjectId } from "@hedgerow/core/access/Project"
import { PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { deriveUuid, type Uuid } from "@hedgerow/core/shared/Uuid"
import { assert, layer } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { makePerson, makeProject, makeTwoProjects, newPerson, personChanges } from "./fixtures.ts"
import { StoredRows } from "./StoredRows.ts"

type Ports = OrganizationRepository | PersonRepository | ProjectRepository | StoredRows | Transaction

const idsOf = Effect.fnUntraced(function*(project: ProjectId, person: Uuid) {
  const persons = yield* PersonRepository
  return [...(yield* persons.distinctIdsOf(project, person))].toSorted()
})

/** One person per letter, each with that letter as its distinct id. */
const makePersons = Effect.fnUntraced(function*(project: ProjectId, letters: string) {
  const persons = yield* PersonRepository
  for (const letter of letters) yield* persons.apply(project, newPerson(project, [letter]))
})

/** Merges written as "ab" for "a into b", applied together. */
const merge = Effect.fnUntraced(function*(project: ProjectId, ...pairs: ReadonlyArray<string>) {
  const persons = yield* PersonRepository
  const merged = pairs.map(([from = "", into = ""]) => ({
    from: deriveUuid(project, from),
    into: deriveUuid(project, into)
  }))
  yield* persons.apply(project, personChanges({ merged }))
})

/** Overrides as "ac" for "a is now c", sorted. */
const overridesOf = Effect.fnUntraced(function*(project: ProjectId, letters: string) {
  const rows = yield* StoredRows
  const letterOf = new Map<string, string>([...letters].map((letter) => [deriveUuid(project, letter), letter]))
  const overrides = yield* rows.overrides(project)
  return Array.from(overrides, ([from, into]) => `${letterOf.get(from)}${letterOf.get(into)}`).toSorted()
})

/** What every `PersonRepository` promises. */
export const suite = <E>(name: string, storage: Layer.Layer<Ports, E>): void => {
  layer(storage, { excludeTestServices: true })(`Persons: ${name}`, (it) => {
    changes(it)
    merges(it)
    together(it)
    isolation(it)
  })
}

type It = Parameters<Parameters<ReturnType<typeof layer<Ports, never>>>[0]>[0]

const changes = (it: It): void => {
  it.effect("a new person is found by each of its distinct ids, as it was written", () =>
    Effect.gen(function*() {
      const persons = yield* PersonRepository
      const { id } = yield* makeProject
      const properties = { name: "Zoë \"Z\" O'Neil\\", tags: ["a", null, 1.5, { deep: true }], $big: 9_007_199_254_740_991 }
      const distinctIds = ["anon-1", "zoë@example.com", "'; drop table\t\n", "🦔", ""] as const
      yield* persons.apply(id, newPerson(id, distinctIds, { properties, version: 3 }))
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
      yield* persons.apply(id, newPerson(id, ["a"], { properties: { kept: 1, gone: 2 } }))
      const changed = makePerson(id, "a", { properties: { kept: 3 }, version: 2 })
      yield* persons.apply(id, personChanges({ upserted: [changed] }))
      assert.deepStrictEqual(yield* persons.findByDistinctId(id, "a"), changed)
    }))

  it.effect("locking answers the known persons by distinct id and nothing for unknown ones", () =>
    Effect.gen(function*() {
      const persons = yield* PersonRepository
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      yield* persons.apply(id, newPerson(id, ["a", "b"]))
      yield* makePersons(id, "c")
      const locked = yield* run(persons.lockByDistinctIds(id, ["a", "b", "c", "unknown", "a"]))
      assert.deepStrictEqual(
        [...locked].toSorted(([left], [right]) => left < right ? -1 : 1),
        [["a", makePerson(id, "a")], ["b", makePerson(id, "a")], ["c", makePerson(id, "c")]]
      )
      assert.strictEqual((yield* run(persons.lockByDistinctIds(id, []))).size, 0)
    }))

  it.effect("assigning a distinct id again moves it", () =>
    Effect.gen(function*() {
      const persons = yield* PersonRepository
      const { id } = yield* makeProject
      yield* persons.apply(id, newPerson(id, ["a", "x"]))
      yield* makePersons(id, "b")
      yield* persons.apply(id, personChanges({ assigned: [{ distinctId: "x", personId: deriveUuid(id, "b") }] }))
      assert.deepStrictEqual(yield* idsOf(id, deriveUuid(id, "a")), ["a"])
      assert.deepStrictEqual(yield* idsOf(id, deriveUuid(id, "b")), ["b", "x"])
    }))

  it.effect("empty changes change nothing", () =>
    Effect.gen(function*() {
      const persons = yield* PersonRepository
      const { id } = yield* makeProject
      yield* persons.apply(id, personChanges({}))
      assert.deepStrictEqual(yield* (yield* StoredRows).personIds(id), [])
    }))
}

const merges = (it: It): void => {
  it.effect("a merge removes the person, moves its distinct ids and leaves an override", () =>
    Effect.gen(function*() {
      const persons = yield* PersonRepository
      const { id } = yield* makeProject
      yield* persons.apply(id, newPerson(id, ["a", "a2"]))
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
      yield* persons.apply(id, newPerson(id, ["a", "a2"]))
      const created = newPerson(id, ["b"])
      yield* persons.apply(id, {
        ...created,
        assigned: [...created.assigned, { distinctId: "a", personId: deriveUuid(id, "b") }],
        merged: [{ from: deriveUuid(id, "a"), into: deriveUuid(id, "b") }]
      })
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
      yield* persons.apply(id, personChanges({ overridden }))
      assert.deepStrictEqual(yield* overridesOf(id, "pbc"), ["pb"])
      assert.deepStrictEqual(yield* idsOf(id, deriveUuid(id, "b")), ["b"])
      yield* merge(id, "bc")
      assert.deepStrictEqual(yield* overridesOf(id, "pbc"), ["bc", "pc"])
    }))

  it.effect("applying the same changes again changes nothing", () =>
    Effect.gen(function*() {
      const persons = yield* PersonRepository
      const { id } = yield* makeProject
      yield* persons.apply(id, newPerson(id, ["a", "a2"]))
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
      yield* persons.apply(id, changes)
      const before = yield* look
      yield* persons.apply(id, changes)
      assert.deepStrictEqual(yield* look, before)
      assert.deepStrictEqual(before.overrides, ["ab", "pb"])
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
        yield* persons.apply(id, newPerson(id, ["a"], { version }))
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
            yield* persons.apply(id, newPerson(id, [letter], { version }))
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
      yield* persons.apply(here.id, twin)
      assert.strictEqual(yield* persons.findByDistinctId(there.id, "a"), undefined)
      assert.deepStrictEqual(yield* idsOf(there.id, shared.id), [])
      assert.strictEqual((yield* persons.lockByDistinctIds(there.id, ["a"])).size, 0)

      const stranger = makePerson(there.id, "a", { properties: { side: "south" } })
      yield* persons.apply(there.id, newPerson(there.id, ["a", "x"], { properties: { side: "south" } }))
      yield* makePersons(there.id, "z")
      yield* persons.apply(
        there.id,
        personChanges({ merged: [{ from: shared.id, into: deriveUuid(there.id, "z") }] })
      )
      assert.deepStrictEqual(yield* persons.findByDistinctId(here.id, "b"), shared)
      assert.deepStrictEqual(yield* idsOf(here.id, shared.id), ["a", "b"])
      assert.deepStrictEqual(yield* rows.personIds(here.id), [shared.id])
      assert.strictEqual((yield* rows.overrides(here.id)).size, 0)
      assert.deepStrictEqual(yield* persons.findByDistinctId(there.id, "x"), stranger)
    }))
}
