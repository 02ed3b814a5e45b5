import { assert, layer, type Vitest } from "@effect/vitest"
import type { OrganizationRepository, ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import { EventTime } from "@hedgerow/core/events/EventTime"
import type { GroupTypeIndex } from "@hedgerow/core/events/GroupTypeIndex"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Group } from "@hedgerow/core/persons/Group"
import { type GroupPage, type GroupPlace, GroupRepository } from "@hedgerow/core/persons/GroupRepository"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { Effect, type Layer, Struct } from "effect"
import { makeProject, makeTwoProjects } from "./fixtures.ts"

type Ports = GroupRepository | OrganizationRepository | ProjectRepository | Transaction

const makeGroup = (
  project: ProjectId,
  index: GroupTypeIndex,
  key: string,
  properties: Group["properties"] = {}
): Group =>
  new Group({
    project_id: project,
    group_type_index: index,
    group_key: key,
    properties,
    created_at: EventTime.make(1_700_000_000_123_456),
    updated_at: EventTime.make(1_700_000_000_654_321)
  })

const types = Effect.fnUntraced(function*(project: ProjectId) {
  return Object.fromEntries(yield* (yield* GroupRepository).types(project))
})

const sorted = (groups: ReadonlyArray<Group>): ReadonlyArray<Group> =>
  groups.toSorted((left, right) => left.group_key < right.group_key ? -1 : 1)

/** The contract of every `GroupRepository`. */
export const suite = <E>(name: string, storage: Layer.Layer<Ports, E>): void => {
  layer(storage, { excludeTestServices: true })(`Groups: ${name}`, (it) => {
    groupTypes(it)
    groups(it)
  })
}

type It = Vitest.MethodsNonLive<Ports>

const groupTypes = (it: It): void => {
  it.effect("types get indexes in the order they are first seen; the sixth gets none", () =>
    Effect.gen(function*() {
      const groups = yield* GroupRepository
      const { id } = yield* makeProject
      assert.deepStrictEqual(yield* types(id), {})
      const first = yield* groups.ensureTypes(id, ["zebra", "apple"])
      assert.deepStrictEqual(Object.fromEntries(first), { zebra: 0, apple: 1 })
      const more = yield* groups.ensureTypes(id, ["team", "zebra", "team", "unit", "Apple", "sixth"])
      const all = { zebra: 0, apple: 1, team: 2, unit: 3, Apple: 4 } as const
      assert.deepStrictEqual(Object.fromEntries(more), all)
      assert.deepStrictEqual(Object.fromEntries(yield* groups.ensureTypes(id, ["seventh"])), all)
      assert.deepStrictEqual(Object.fromEntries(yield* groups.ensureTypes(id, [])), all)
      assert.deepStrictEqual(yield* types(id), all)
    }))

  it.effect("concurrent first sights agree on the indexes", () =>
    Effect.gen(function*() {
      const groups = yield* GroupRepository
      const { id } = yield* makeProject
      const names = ["a", "b", "c", "d", "e", "f", "g"]
      const orders = Array.from({ length: 14 }, (_, at) => names.map((_, place) => names[(at + place) % 7] ?? ""))
      const answers = yield* Effect.forEach(orders, (order) => groups.ensureTypes(id, order.slice(0, 3)), {
        concurrency: "unbounded"
      })
      const final = yield* types(id)
      assert.deepStrictEqual(Object.values(final).toSorted((a, b) => a - b), [0, 1, 2, 3, 4])
      for (const answer of answers) {
        for (const [name, index] of answer) assert.strictEqual(final[name], index)
      }
    }))
}

const groups = (it: It): void => {
  it.effect("locking fails when there is more of properties than asked for", () =>
    Effect.gen(function*() {
      const repository = yield* GroupRepository
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      yield* repository.ensureTypes(id, ["company"])
      const keys = Array.from({ length: 300 }, (_, at) => ({ index: 0 as GroupTypeIndex, key: `g${at}` }))
      const text = "x".repeat(20_000)
      yield* repository.save(id, keys.map(({ index, key }, at) => makeGroup(id, index, key, at < 3 ? { text } : {})))
        .uncaptured
      const bounds = { maxBytes: 50_000, maxValues: 1_000 }
      assert.strictEqual((yield* run(repository.lock(id, keys.slice(1), bounds))).length, 299)
      assert.strictEqual((yield* Effect.flip(run(repository.lock(id, keys, bounds))))._tag, "TooMuchKnown")
    }))

  it.effect("saved groups are found by type and key, as written; saving again replaces", () =>
    Effect.gen(function*() {
      const repository = yield* GroupRepository
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      yield* repository.ensureTypes(id, ["company", "team"])
      const oak = makeGroup(id, 0, "oak", { name: "Oak & Sons' \"Ltd\"", size: 12.5, tags: [null, true] })
      const ash = makeGroup(id, 0, "ash/1")
      const team = makeGroup(id, 1, "oak", { side: "north" })
      yield* repository.save(id, [oak, ash, team]).uncaptured
      const asked = [{ index: 0, key: "oak" }, { index: 0, key: "ash/1" }, { index: 0, key: "unknown" }] as const
      assert.deepStrictEqual(sorted(yield* run(repository.lock(id, [...asked, asked[0]]))), [ash, oak])
      assert.deepStrictEqual(yield* repository.lock(id, [{ index: 1, key: "oak" }]), [team])

      const later = new Group(
        Struct.assign(oak, { properties: { size: 13 }, updated_at: EventTime.make(1_800_000_000_000_001) })
      )
      yield* repository.save(id, [later]).uncaptured
      assert.deepStrictEqual(yield* repository.lock(id, [{ index: 0, key: "oak" }]), [later])
      assert.deepStrictEqual(yield* repository.lock(id, []), [])
      yield* repository.save(id, []).uncaptured
    }))

  it.effect("pages go through all groups of a type once, by key; one is found by its key", () =>
    Effect.gen(function*() {
      const repository = yield* GroupRepository
      const [{ id }, there] = yield* makeTwoProjects
      yield* repository.ensureTypes(id, ["company", "team"])
      const keys = ["ash", "Oak", "élan", "zoo", "🦔"]
      yield* repository.save(id, [...keys.map((key) => makeGroup(id, 0, key)), makeGroup(id, 1, "ash", { side: "x" })])
        .uncaptured
      const first = yield* repository.page(id, 0, undefined, 2)
      const second = yield* repository.page(id, 0, first.at(-1)?.group_key, 9)
      assert.deepStrictEqual([...first, ...second].map(({ group_key }) => group_key), [
        "Oak",
        "ash",
        "zoo",
        "élan",
        "🦔"
      ])
      assert.deepStrictEqual([yield* repository.count(id, 0), yield* repository.count(id, 1)], [5, 1])
      assert.deepStrictEqual(yield* repository.find(id, 1, "ash"), makeGroup(id, 1, "ash", { side: "x" }))
      assert.isUndefined(yield* repository.find(id, 1, "Oak"))
      assert.isUndefined(yield* repository.find(there.id, 0, "ash"))
      assert.deepStrictEqual(yield* repository.page(there.id, 0, undefined, 9), [])
      assert.strictEqual(yield* repository.count(there.id, 0), 0)
    }))

  it.effect("lists have the groups of a type whose keys have every text, by key, on either side of a place", () =>
    Effect.gen(function*() {
      const repository = yield* GroupRepository
      const [{ id }, there] = yield* makeTwoProjects
      yield* repository.ensureTypes(id, ["company", "team"])
      const keys = ["ash", "Oak", "élan", "zoo", "a_b%c", "🦔"]
      yield* repository.save(id, [...keys.map((key) => makeGroup(id, 0, key)), makeGroup(id, 1, "ash")]).uncaptured
      const list = Effect.fnUntraced(function*(texts: ReadonlyArray<string>, limit: number, place?: GroupPlace) {
        const { groups, hasMore } = yield* repository.list(id, { index: 0, texts }, place, limit)
        return [groups.map(({ group_key }) => group_key), hasMore] as const
      })
      assert.deepStrictEqual(yield* list([], 9), [["Oak", "a_b%c", "ash", "zoo", "élan", "🦔"], false])
      assert.deepStrictEqual(yield* list([], 2), [["Oak", "a_b%c"], true])
      assert.deepStrictEqual(yield* list([], 3, { side: "after", key: "ash" }), [["zoo", "élan", "🦔"], false])
      assert.deepStrictEqual(yield* list([], 2, { side: "before", key: "zoo" }), [["a_b%c", "ash"], true])
      assert.deepStrictEqual(yield* list([], 9, { side: "before", key: "zoo" }), [["Oak", "a_b%c", "ash"], false])
      assert.deepStrictEqual(yield* list(["O"], 9), [["Oak", "zoo"], false])
      assert.deepStrictEqual(yield* list(["O", "k"], 9), [["Oak"], false])
      assert.deepStrictEqual(yield* list(["ÉL"], 9), [["élan"], false])
      assert.deepStrictEqual(yield* list(["_b%"], 9), [["a_b%c"], false])
      assert.deepStrictEqual(yield* list(["\0"], 9), [[], false])
      assert.deepStrictEqual(yield* repository.list(there.id, { index: 0, texts: [] }, undefined, 9), {
        groups: [],
        hasMore: false
      })
      const { groups } = yield* repository.list(id, { index: 1, texts: [] }, undefined, 9)
      assert.deepStrictEqual(groups, [makeGroup(id, 1, "ash")])
    }))

  it.effect("a page of large groups has one at least, and says that there are more", () =>
    Effect.gen(function*() {
      const repository = yield* GroupRepository
      const { id } = yield* makeProject
      yield* repository.ensureTypes(id, ["company"])
      const keys = ["a", "b", "c", "d", "e", "f", "g", "h"]
      const text = "x".repeat(600_000)
      yield* Effect.forEach(keys, (key) => repository.save(id, [makeGroup(id, 0, key, { text })]).uncaptured)
      for (const side of ["after", "before"] as const) {
        const met: Array<string> = []
        let place: GroupPlace | undefined = side === "after" ? undefined : { side, key: "z" }
        while (true) {
          const page: GroupPage = yield* repository.list(id, { index: 0, texts: [] }, place, 100)
          const found = page.groups.map(({ group_key }) => group_key)
          assert.isTrue(found.length > 0 && found.length < keys.length)
          met.splice(side === "after" ? met.length : 0, 0, ...found)
          if (!page.hasMore) break
          place = { side, key: (side === "after" ? found.at(-1) : found[0]) ?? "" }
        }
        assert.deepStrictEqual(met, keys)
      }
    }))

  it.effect("a key is claimed once, by one of several, and given back where the transaction fails", () =>
    Effect.gen(function*() {
      const repository = yield* GroupRepository
      const { run } = yield* Transaction
      const [{ id }, there] = yield* makeTwoProjects
      yield* repository.ensureTypes(id, ["company", "team"])
      const oak = makeGroup(id, 0, "oak", { size: 1 })
      const claimed = (group: Group) => run(repository.claim(group.project_id, group))
      yield* Effect.ignore(run(Effect.andThen(repository.claim(id, oak), Effect.fail("no"))))
      assert.isUndefined(yield* repository.find(id, 0, "oak"))
      const answers = yield* Effect.forEach([1, 2, 3, 4], () => claimed(oak), { concurrency: "unbounded" })
      assert.strictEqual(answers.filter((isFirst) => isFirst).length, 1)
      yield* repository.save(id, [oak]).uncaptured
      assert.isFalse(yield* claimed(makeGroup(id, 0, "oak", { size: 2 })))
      assert.deepStrictEqual(yield* repository.find(id, 0, "oak"), oak)
      assert.isTrue(yield* claimed(makeGroup(id, 1, "oak")))
      assert.isTrue(yield* claimed(makeGroup(there.id, 0, "oak")))
    }))

  it.effect("concurrent writers of a known group never lose an update", () =>
    Effect.gen(function*() {
      const repository = yield* GroupRepository
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      yield* repository.ensureTypes(id, ["company"])
      yield* repository.save(id, [makeGroup(id, 0, "oak", { count: 0 })]).uncaptured
      const raise = run(Effect.gen(function*() {
        const [group] = yield* repository.lock(id, [{ index: 0, key: "oak" }])
        yield* Effect.yieldNow
        const count = Number(group?.properties["count"])
        yield* repository.save(id, [makeGroup(id, 0, "oak", { count: count + 1 })]).uncaptured
      }))
      yield* Effect.all(Array.from({ length: 10 }, () => raise), { concurrency: "unbounded" })
      const [group] = yield* repository.lock(id, [{ index: 0, key: "oak" }])
      assert.deepStrictEqual(group?.properties, { count: 10 })
    }))

  it.effect("no method sees or changes another project's types and groups", () =>
    Effect.gen(function*() {
      const repository = yield* GroupRepository
      const [here, there] = yield* makeTwoProjects
      yield* repository.ensureTypes(here.id, ["company", "team"])
      const oak = makeGroup(here.id, 0, "oak", { side: "north" })
      yield* repository.save(here.id, [oak]).uncaptured
      assert.deepStrictEqual(yield* types(there.id), {})
      assert.deepStrictEqual(yield* repository.lock(there.id, [{ index: 0, key: "oak" }]), [])
      yield* repository.ensureTypes(there.id, ["team"])
      yield* repository.save(there.id, [makeGroup(there.id, 0, "oak", { side: "south" })]).uncaptured
      assert.deepStrictEqual(yield* types(there.id), { team: 0 })
      assert.deepStrictEqual(yield* types(here.id), { company: 0, team: 1 })
      assert.deepStrictEqual(yield* repository.lock(here.id, [{ index: 0, key: "oak" }]), [oak])
    }))
}
