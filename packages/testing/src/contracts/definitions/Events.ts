import { assert } from "@effect/vitest"
import { undescribed } from "@hedgerow/core/definitions/Definition"
import { type EventDefinitionFilter, type EventOrder, searchWords } from "@hedgerow/core/definitions/DefinitionFilters"
import { DefinitionRepository } from "@hedgerow/core/definitions/DefinitionRepository"
import { eventDefinitionId } from "@hedgerow/core/definitions/EventDefinition"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Effect, Option } from "effect"
import { makeProject, makeTwoProjects } from "../fixtures.ts"
import { sighting, update, updateDay, updateTime } from "./DefinitionUpdates.ts"
import { all, type It } from "./Ports.ts"

const after = (micros: number) => updateTime + micros as EventTime

const learn = Effect.fnUntraced(function*(project: ProjectId, ...events: Parameters<typeof update>[0]["events"] & {}) {
  yield* (yield* DefinitionRepository).learn(project, update({ events }))
})

const listed = Effect.fnUntraced(function*(project: ProjectId, filter: EventDefinitionFilter = {}, page = all) {
  return yield* (yield* DefinitionRepository).listEvents(project, filter, updateDay - 29, page)
})

const namesOf = (project: ProjectId, filter: EventDefinitionFilter = {}, page = all) =>
  Effect.map(listed(project, filter, page), ({ count, items }) => ({ count, names: items.map((item) => item.name) }))

/** Inference and listing event names. */
export const suite = (it: It): void => {
  learning(it)
  listing(it)
  isolation(it)
}

const learning = (it: It): void => {
  it.effect("a name is learnt once; volumes add up and the time of sight widens to both sides", () =>
    Effect.gen(function*() {
      const { id } = yield* makeProject
      yield* learn(id, sighting(id, "gate"))
      yield* learn(id, sighting(id, "gate", { first: after(5), last: after(9), volume: 3 }))
      yield* learn(id, sighting(id, "gate", { first: after(-7), last: after(-2), volume: 4 }))
      assert.deepStrictEqual(yield* listed(id), {
        count: 1,
        items: [{
          ...undescribed,
          id: eventDefinitionId(id, "gate"),
          name: "gate",
          owner: null,
          created_at: after(-7),
          last_seen_at: after(9),
          volume: 7,
          volume_30_day: 0
        }]
      })
      yield* (yield* DefinitionRepository).learn(id, update({}))
    }))

  it.effect("the volume of the last days counts from the asked day on, day by day", () =>
    Effect.gen(function*() {
      const definitions = yield* DefinitionRepository
      const { id } = yield* makeProject
      const days = [{ day: updateDay, volume: 3 }, { day: updateDay - 29, volume: 20 }]
      yield* learn(id, sighting(id, "gate", { volume: 30, days }), sighting(id, "hedge", { volume: 1 }))
      yield* learn(id, sighting(id, "gate", { volume: 4, days: [{ day: updateDay, volume: 4 }] }))
      const volumes = (since: number) =>
        Effect.map(
          definitions.listEvents(id, {}, since, all),
          ({ items }) => items.map((item) => [item.name, item.volume, item.volume_30_day])
        )
      assert.deepStrictEqual(yield* volumes(updateDay - 29), [["gate", 34, 27], ["hedge", 1, 0]])
      assert.deepStrictEqual(yield* volumes(updateDay - 28), [["gate", 34, 7], ["hedge", 1, 0]])
      assert.deepStrictEqual(yield* volumes(updateDay + 1), [["gate", 34, 0], ["hedge", 1, 0]])
    }))

  it.effect("days that are no longer counted are forgotten when a new one begins", () =>
    Effect.gen(function*() {
      const definitions = yield* DefinitionRepository
      const { id } = yield* makeProject
      yield* learn(id, sighting(id, "gate", { volume: 5, days: [{ day: updateDay, volume: 5 }] }))
      const last = after(30 * 86_400_000_000)
      const days = [{ day: updateDay + 30, volume: 2 }]
      yield* learn(id, sighting(id, "gate", { first: last, last, volume: 2, days }))
      const [gate] = (yield* definitions.listEvents(id, {}, 0, all)).items
      assert.deepStrictEqual([gate?.volume, gate?.volume_30_day], [7, 2])
    }))

  it.effect("concurrent updates learn each name once and lose no volume", () =>
    Effect.gen(function*() {
      const { id } = yield* makeProject
      const learnAt = (at: number) => {
        const names = at % 2 === 0 ? ["a", "b", "c"] : ["c", "b", "a"]
        const [first, last] = [after(at), after(at)]
        const days = [{ day: updateDay, volume: at }]
        return learn(id, ...names.map((name) => sighting(id, name, { first, last, volume: at, days })))
      }
      yield* Effect.forEach([3, 9, 1, 4, 8, 2, 7, 6], learnAt, { concurrency: "unbounded" })
      const { count, items } = yield* listed(id)
      assert.strictEqual(count, 3)
      for (const item of items) {
        assert.deepStrictEqual(
          [item.created_at, item.last_seen_at, item.volume, item.volume_30_day],
          [after(1), after(9), 40, 40]
        )
      }
    }))
}

const listing = (it: It): void => {
  it.effect("lists by code point, in pages that count everything found", () =>
    Effect.gen(function*() {
      const { id } = yield* makeProject
      const names = ["b", "B", "a", "_", "$pageview", "é", "ab", "\uff5e", "🦔", "a b"]
      yield* learn(id, ...names.map((name) => sighting(id, name)))
      const ordered = ["$pageview", "B", "_", "a", "a b", "ab", "b", "é", "\uff5e", "🦔"]
      assert.deepStrictEqual(yield* namesOf(id), { count: 10, names: ordered })
      const page = { limit: 3, offset: 4 }
      assert.deepStrictEqual(yield* namesOf(id, {}, page), { count: 10, names: ordered.slice(4, 7) })
      assert.deepStrictEqual(yield* namesOf(id, {}, { limit: 5, offset: 10 }), { count: 10, names: [] })
    }))

  it.effect("searches all words in any letter case and takes every character as itself", () =>
    Effect.gen(function*() {
      const { id } = yield* makeProject
      const names = ["Gate Opened", "gate_closed", "100% off", "100 off", "back\\slash", "it's"]
      yield* learn(id, ...names.map((name) => sighting(id, name)))
      const find = (search: string) => Effect.map(namesOf(id, { words: searchWords(search) }), (found) => found.names)
      assert.deepStrictEqual(yield* find("GATE"), ["Gate Opened", "gate_closed"])
      assert.deepStrictEqual(yield* find(" ed\tgAt "), ["Gate Opened", "gate_closed"])
      assert.deepStrictEqual(yield* find("opened gate"), ["Gate Opened"])
      assert.deepStrictEqual(yield* find("gate off"), [])
      assert.deepStrictEqual(yield* find("_"), ["gate_closed"])
      assert.deepStrictEqual(yield* find("%"), ["100% off"])
      assert.deepStrictEqual(yield* find("\\"), ["back\\slash"])
      assert.deepStrictEqual(yield* find("'S"), ["it's"])
      assert.strictEqual((yield* find("")).length, 6)
      for (const none of ["\0", "g\0", "\ud83d"]) assert.deepStrictEqual(yield* find(none), [])
      const page = { limit: 1, offset: 1 }
      assert.deepStrictEqual(yield* namesOf(id, { words: ["e"] }, page), { count: 2, names: ["gate_closed"] })
    }))

  it.effect("orders by each order both ways, equal ones by name, never seen ones as the oldest", () =>
    Effect.gen(function*() {
      const definitions = yield* DefinitionRepository
      const { id } = yield* makeProject
      const seen = (name: string, at: number, volume: number) =>
        sighting(id, name, { first: after(-at), last: after(at), volume, days: [{ day: updateDay, volume }] })
      yield* learn(id, seen("b", 2, 5), seen("a", 1, 5), seen("c", 3, 7))
      const [known] = (yield* listed(id)).items
      assert.isDefined(known)
      if (known === undefined) return
      const fresh = { id: eventDefinitionId(id, "d"), name: "d", created_at: after(9), last_seen_at: null }
      yield* definitions.insertEvent(id, { ...known, ...fresh, volume: 0, volume_30_day: 0 })
      const by = (order: EventOrder, isDescending: boolean) =>
        Effect.map(namesOf(id, { order: { by: order, isDescending } }), ({ names }) => names.join(""))
      assert.deepStrictEqual([yield* by("name", false), yield* by("name", true)], ["abcd", "dcba"])
      assert.deepStrictEqual([yield* by("created_at", false), yield* by("created_at", true)], ["cbad", "dabc"])
      assert.deepStrictEqual([yield* by("last_seen_at", false), yield* by("last_seen_at", true)], ["dabc", "cbad"])
      assert.deepStrictEqual([yield* by("volume", false), yield* by("volume", true)], ["dabc", "cabd"])
      assert.deepStrictEqual([yield* by("volume_30_day", false), yield* by("volume_30_day", true)], ["dabc", "cabd"])
    }))

  it.effect("tells core events, hidden and verified ones apart", () =>
    Effect.gen(function*() {
      const definitions = yield* DefinitionRepository
      const { id } = yield* makeProject
      yield* learn(id, ...["$pageview", "gate", "hedge"].map((name) => sighting(id, name)))
      const events = (yield* listed(id)).items
      for (const event of events) {
        yield* definitions.describeEvent(id, {
          ...event,
          hidden: event.name === "gate",
          verified: event.name === "hedge"
        })
      }
      const names = (filter: EventDefinitionFilter) => Effect.map(namesOf(id, filter), (found) => found.names)
      assert.deepStrictEqual(yield* names({ isCore: true }), ["$pageview"])
      assert.deepStrictEqual(yield* names({ isCore: false }), ["gate", "hedge"])
      assert.deepStrictEqual(yield* names({ hidden: false }), ["$pageview", "hedge"])
      assert.deepStrictEqual(yield* names({ hidden: true }), ["gate"])
      assert.deepStrictEqual(yield* names({ verified: true }), ["hedge"])
      assert.deepStrictEqual(yield* names({ verified: false, isCore: false, words: ["a"] }), ["gate"])
    }))

  it.effect("ten thousand names are listed, searched and found by page", () =>
    Effect.gen(function*() {
      const { id } = yield* makeProject
      const name = (n: number) => `event ${String(n).padStart(5, "0")}`
      const days = [{ day: updateDay, volume: 1 }]
      yield* learn(id, ...Array.from({ length: 10_000 }, (_, n) => sighting(id, name(n), { volume: n, days })))
      const page = { limit: 2, offset: 9_000 }
      assert.deepStrictEqual(yield* namesOf(id, {}, page), { count: 10_000, names: [name(9_000), name(9_001)] })
      const order = { by: "volume", isDescending: true } as const
      assert.deepStrictEqual(yield* namesOf(id, { order }, page), { count: 10_000, names: [name(999), name(998)] })
      const found = yield* namesOf(id, { words: ["99"] }, { limit: 1, offset: 0 })
      assert.deepStrictEqual(found, { count: 280, names: [name(99)] })
    }), 30_000)
}

const isolation = (it: It): void => {
  it.effect("no method sees or changes another project's events", () =>
    Effect.gen(function*() {
      const definitions = yield* DefinitionRepository
      const [here, there] = yield* makeTwoProjects
      const days = [{ day: updateDay, volume: 2 }]
      yield* learn(here.id, sighting(here.id, "gate", { volume: 2, days }))
      const [gate] = (yield* listed(here.id)).items
      assert.isDefined(gate)
      if (gate === undefined) return
      assert.deepStrictEqual(yield* namesOf(there.id), { count: 0, names: [] })
      assert.isTrue(Option.isNone(yield* definitions.findEvent(there.id, gate.id, 0)))
      assert.isTrue(Option.isNone(yield* definitions.findEventForUpdate(there.id, gate.id, 0)))
      assert.isTrue(Option.isNone(yield* definitions.findEventByName(there.id, "gate", 0)))
      yield* definitions.describeEvent(there.id, { ...gate, description: "theirs" })
      yield* definitions.removeEvent(there.id, gate.id)
      yield* learn(there.id, sighting(there.id, "gate", { last: after(9), volume: 5, days }))
      assert.deepStrictEqual(yield* listed(here.id), { count: 1, items: [gate] })
    }))
}
