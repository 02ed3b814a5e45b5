import { assert, layer, type Vitest } from "@effect/vitest"
import { type HashKey, HashKeyRepository } from "@hedgerow/core/flags/serving/HashKeyRepository"
import { PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { deriveUuid, type Uuid } from "@hedgerow/core/shared/Uuid"
import { Effect, type Layer } from "effect"
import { makeProject, makeTwoProjects } from "./fixtures.ts"
import { makePersons, merge, type PersonPorts } from "./person/Letters.ts"

type Ports = HashKeyRepository | PersonPorts | Transaction

const textOf = ({ flagKey, hashKey, personId }: HashKey, names: ReadonlyMap<Uuid, string>): string =>
  `${names.get(personId) ?? "?"}.${flagKey}=${hashKey}`

/** The contract of every `HashKeyRepository`. */
export const suite = <E>(name: string, storage: Layer.Layer<Ports, E>): void => {
  layer(storage, { excludeTestServices: true })(`Hash keys: ${name}`, (it) => {
    keeping(it)
    merging(it)
  })
}

type It = Vitest.MethodsNonLive<Ports>

/** A project with the persons `a` to `d`, and the keys of it as text. */
const makeWorld = Effect.gen(function*() {
  const repository = yield* HashKeyRepository
  const { id } = yield* makeProject
  yield* makePersons(id, "abcd")
  const person = (letter: string) => deriveUuid(id, letter)
  const names = new Map(["a", "b", "c", "d"].map((letter) => [person(letter), letter]))
  const add = (...keys: ReadonlyArray<readonly [letter: string, flagKey: string, hashKey: string]>) =>
    repository.add(
      id,
      keys.map(([letter, flagKey, hashKey]) => ({ personId: person(letter), flagKey, hashKey }))
    )
  const found = Effect.fnUntraced(function*(letters: string) {
    const keys = yield* repository.find(id, [...letters].map(person))
    return keys.map((key) => textOf(key, names)).toSorted()
  })
  return { id, add, found, person }
})

const keeping = (it: It): void => {
  it.effect("the first key of a person and flag stays, whoever comes later", () =>
    Effect.gen(function*() {
      const { add, found } = yield* makeWorld
      yield* add(["a", "beta", "anon-1"], ["b", "beta", "anon-2"])
      yield* add(["a", "beta", "anon-3"], ["a", "gamma", "anon \"3\" 🌱"], ["a", "gamma", "anon-4"])
      assert.deepStrictEqual(yield* found("ab"), ["a.beta=anon-1", "a.gamma=anon \"3\" 🌱", "b.beta=anon-2"])
      assert.deepStrictEqual(yield* found("b"), ["b.beta=anon-2"])
      assert.deepStrictEqual(yield* found("aa"), ["a.beta=anon-1", "a.gamma=anon \"3\" 🌱"])
      assert.deepStrictEqual(yield* found(""), [])
      yield* add()
    }))

  it.effect("a person that does not exist gets none", () =>
    Effect.gen(function*() {
      const { add, found } = yield* makeWorld
      yield* add(["z", "beta", "anon"], ["a", "beta", "anon"])
      assert.deepStrictEqual(yield* found("az"), ["a.beta=anon"])
    }))

  it.effect("of concurrent writers one wins for all", () =>
    Effect.gen(function*() {
      const { add, found } = yield* makeWorld
      const attempts = Array.from({ length: 12 }, (_, at) => add(["a", "beta", `${at}`], ["b", "beta", `${at}`]))
      yield* Effect.all(attempts, { concurrency: "unbounded" })
      assert.lengthOf(yield* found("ab"), 2)
    }))

  it.effect("no method sees or changes another project's keys", () =>
    Effect.gen(function*() {
      const repository = yield* HashKeyRepository
      const [here, there] = yield* makeTwoProjects
      yield* makePersons(here.id, "a")
      const personId = deriveUuid(here.id, "a")
      yield* repository.add(here.id, [{ personId, flagKey: "beta", hashKey: "anon" }])
      assert.deepStrictEqual(yield* repository.find(there.id, [personId]), [])
      yield* repository.add(there.id, [{ personId, flagKey: "gamma", hashKey: "other" }])
      assert.deepStrictEqual(yield* repository.find(there.id, [personId]), [])
      assert.deepStrictEqual(yield* repository.find(here.id, [personId]), [
        { personId, flagKey: "beta", hashKey: "anon" }
      ])
    }))
}

const merging = (it: It): void => {
  it.effect("a merge moves the keys; those the remaining person has already stay", () =>
    Effect.gen(function*() {
      const { add, found, id } = yield* makeWorld
      yield* add(["a", "beta", "a-1"], ["a", "gamma", "a-2"], ["b", "beta", "b-1"], ["c", "delta", "c-1"])
      yield* merge(id, "ab")
      assert.deepStrictEqual(yield* found("abcd"), ["b.beta=b-1", "b.gamma=a-2", "c.delta=c-1"])
    }))

  it.effect("a chain of merges brings all keys to its end", () =>
    Effect.gen(function*() {
      const { add, found, id } = yield* makeWorld
      yield* add(["a", "alpha", "a-1"], ["b", "beta", "b-1"], ["b", "alpha", "b-2"])
      yield* merge(id, "ab", "bc")
      assert.deepStrictEqual(yield* found("abcd"), ["c.alpha=b-2", "c.beta=b-1"])
    }))

  it.effect("of several persons merged into one the first one's key stays", () =>
    Effect.gen(function*() {
      const { add, found, id } = yield* makeWorld
      yield* add(["a", "beta", "a-1"], ["b", "beta", "b-1"], ["c", "beta", "c-1"])
      yield* merge(id, "bd", "ca", "ad")
      assert.deepStrictEqual(yield* found("abcd"), ["d.beta=b-1"])
    }))

  it.effect("what is added during a merge stays with nobody who is gone", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      for (let round = 0; round < 10; round++) {
        const { add, found, id } = yield* makeWorld
        const adding = add(["a", "beta", "a-1"], ["b", "gamma", "b-1"])
        yield* Effect.all([run(merge(id, "ab")), adding], { concurrency: "unbounded" })
        assert.deepStrictEqual(yield* found("a"), [])
        assert.include(yield* found("b"), "b.gamma=b-1")
      }
    }))

  it.effect("a merge that is rolled back moves nothing", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const { add, found, id } = yield* makeWorld
      yield* add(["a", "beta", "a-1"])
      yield* Effect.flip(run(Effect.andThen(merge(id, "ab"), Effect.fail("no"))))
      assert.deepStrictEqual(yield* found("ab"), ["a.beta=a-1"])
    }))

  it.effect("merges in other projects move nothing here", () =>
    Effect.gen(function*() {
      const persons = yield* PersonRepository
      const { add, found, person } = yield* makeWorld
      const other = yield* makeProject
      yield* add(["a", "beta", "a-1"])
      const merged = [{ from: person("a"), into: person("b") }]
      yield* persons.apply(other.id, { upserted: [], assigned: [], merged, overridden: [], returned: [] }).uncaptured
      assert.deepStrictEqual(yield* found("ab"), ["a.beta=a-1"])
    }))
}
