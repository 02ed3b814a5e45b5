import { assert, layer, type Vitest } from "@effect/vitest"
import type { OrganizationRepository, ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import type { ProjectId } from "@hedgerow/core/access/Project"
import {
  DefinitionRepository,
  type EventDefinition,
  type PropertyDefinition,
  type PropertyKind,
  type PropertyType
} from "@hedgerow/core/events/DefinitionRepository"
import { EventTime } from "@hedgerow/core/events/EventTime"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import { Effect, type Layer } from "effect"
import { makeProject, makeTwoProjects } from "./fixtures.ts"

type Ports = DefinitionRepository | OrganizationRepository | ProjectRepository

const all = { limit: 1000, offset: 0 }

const eventOf = (project: ProjectId, name: string, at = 1_700_000_000_000_001): EventDefinition => ({
  id: deriveUuid(project, "event", name),
  name,
  created_at: EventTime.make(at),
  last_seen_at: EventTime.make(at)
})

const propertyOf = (
  project: ProjectId,
  kind: PropertyKind,
  name: string,
  property_type: PropertyType | null = "String"
): PropertyDefinition => ({ id: deriveUuid(project, kind, name), kind, name, property_type })

const eventNames = Effect.fnUntraced(function*(project: ProjectId, search = "", page = all) {
  const { count, items } = yield* (yield* DefinitionRepository).listEvents(project, search, page)
  return { count, names: items.map((item) => item.name) }
})

/** What every `DefinitionRepository` promises. */
export const suite = <E>(name: string, storage: Layer.Layer<Ports, E>): void => {
  layer(storage, { excludeTestServices: true })(`Definitions: ${name}`, (it) => {
    events(it)
    properties(it)
  })
}

type It = Vitest.MethodsNonLive<Ports>

const events = (it: It): void => {
  it.effect("learns each event once; what is known only gets a later last sight, never an earlier one", () =>
    Effect.gen(function*() {
      const definitions = yield* DefinitionRepository
      const { id } = yield* makeProject
      const first = eventOf(id, "gate", 1_700_000_000_000_001)
      yield* definitions.learn(id, [first], [])
      yield* definitions.learn(id, [eventOf(id, "gate", 1_800_000_000_000_002)], [])
      yield* definitions.learn(id, [eventOf(id, "gate", 1_600_000_000_000_003)], [])
      assert.deepStrictEqual(yield* definitions.listEvents(id, "", all), {
        count: 1,
        items: [{ ...first, last_seen_at: EventTime.make(1_800_000_000_000_002) }]
      })
      yield* definitions.learn(id, [], [])
    }))

  it.effect("lists by code point, in pages that count everything found", () =>
    Effect.gen(function*() {
      const definitions = yield* DefinitionRepository
      const { id } = yield* makeProject
      const names = ["b", "B", "a", "_", "$pageview", "é", "ab", "\uff5e", "🦔", "a b"]
      yield* definitions.learn(id, names.map((name) => eventOf(id, name)), [])
      const ordered = ["$pageview", "B", "_", "a", "a b", "ab", "b", "é", "\uff5e", "🦔"]
      assert.deepStrictEqual(yield* eventNames(id), { count: 10, names: ordered })
      const page = { limit: 3, offset: 4 }
      assert.deepStrictEqual(yield* eventNames(id, "", page), { count: 10, names: ordered.slice(4, 7) })
      assert.deepStrictEqual(yield* eventNames(id, "", { limit: 5, offset: 10 }), { count: 10, names: [] })
    }))

  it.effect("searches a part of the name in any letter case and takes every character as itself", () =>
    Effect.gen(function*() {
      const definitions = yield* DefinitionRepository
      const { id } = yield* makeProject
      const names = ["Gate Opened", "gate_closed", "100% off", "100 off", "back\\slash", "it's"]
      yield* definitions.learn(id, names.map((name) => eventOf(id, name)), [])
      const find = (search: string) => Effect.map(eventNames(id, search), (found) => found.names)
      assert.deepStrictEqual(yield* find("GATE"), ["Gate Opened", "gate_closed"])
      assert.deepStrictEqual(yield* find("_"), ["gate_closed"])
      assert.deepStrictEqual(yield* find("%"), ["100% off"])
      assert.deepStrictEqual(yield* find("\\"), ["back\\slash"])
      assert.deepStrictEqual(yield* find("'S"), ["it's"])
      assert.deepStrictEqual(yield* find("missing"), [])
      assert.deepStrictEqual(yield* eventNames(id, "e", { limit: 1, offset: 1 }), { count: 2, names: ["gate_closed"] })
    }))

  it.effect("concurrent lessons learn each name once and keep the latest sight", () =>
    Effect.gen(function*() {
      const definitions = yield* DefinitionRepository
      const { id } = yield* makeProject
      const learn = (at: number) => {
        const names = at % 2 === 0 ? ["a", "b", "c"] : ["c", "b", "a"]
        return definitions.learn(
          id,
          names.map((name) => eventOf(id, name, 1_700_000_000_000_000 + at)),
          names.map((name) => propertyOf(id, "event", name))
        )
      }
      yield* Effect.forEach([3, 9, 1, 4, 8, 2, 7, 6], learn, { concurrency: "unbounded" })
      const { count, items } = yield* definitions.listEvents(id, "", all)
      assert.strictEqual(count, 3)
      assert.deepStrictEqual(items.map((item) => item.last_seen_at - 1_700_000_000_000_000), [9, 9, 9])
      assert.strictEqual((yield* definitions.listProperties(id, "event", "", all)).count, 3)
    }))
}

const properties = (it: It): void => {
  it.effect("learns each property once per kind, with the type of its first value", () =>
    Effect.gen(function*() {
      const definitions = yield* DefinitionRepository
      const { id } = yield* makeProject
      const own = [
        propertyOf(id, "event", "side", "String"),
        propertyOf(id, "event", "size", "Numeric"),
        propertyOf(id, "event", "seen", "DateTime"),
        propertyOf(id, "event", "list", null),
        propertyOf(id, "event", "open", "Boolean")
      ]
      const person = propertyOf(id, "person", "side", "Boolean")
      const group = propertyOf(id, "group", "side", "Numeric")
      yield* definitions.learn(id, [], [...own, person])
      yield* definitions.learn(id, [], [propertyOf(id, "event", "side", "Numeric"), group])
      const byName = own.toSorted((left, right) => left.name < right.name ? -1 : 1)
      assert.deepStrictEqual(yield* definitions.listProperties(id, "event", "", all), { count: 5, items: byName })
      assert.deepStrictEqual(yield* definitions.listProperties(id, "person", "", all), { count: 1, items: [person] })
      assert.deepStrictEqual(yield* definitions.listProperties(id, "group", "SID", all), { count: 1, items: [group] })
      const page = yield* definitions.listProperties(id, "event", "S", { limit: 2, offset: 1 })
      assert.deepStrictEqual([page.count, page.items.map((item) => item.name)], [4, ["seen", "side"]])
    }))

  it.effect("learns names whose values have no type", () =>
    Effect.gen(function*() {
      const definitions = yield* DefinitionRepository
      const { id } = yield* makeProject
      const untyped = [propertyOf(id, "event", "list", null), propertyOf(id, "event", "tree", null)]
      yield* definitions.learn(id, [], untyped)
      assert.deepStrictEqual(yield* definitions.listProperties(id, "event", "", all), { count: 2, items: untyped })
    }))

  it.effect("a search that no name can hold finds nothing", () =>
    Effect.gen(function*() {
      const definitions = yield* DefinitionRepository
      const { id } = yield* makeProject
      yield* definitions.learn(id, [eventOf(id, "gate")], [propertyOf(id, "event", "side")])
      for (const search of ["\0", "g\0", "\ud83d"]) {
        assert.deepStrictEqual(yield* definitions.listEvents(id, search, all), { count: 0, items: [] })
        assert.deepStrictEqual(yield* definitions.listProperties(id, "event", search, all), { count: 0, items: [] })
      }
    }))

  it.effect("no method sees or changes another project's definitions", () =>
    Effect.gen(function*() {
      const definitions = yield* DefinitionRepository
      const [here, there] = yield* makeTwoProjects
      const gate = eventOf(here.id, "gate")
      yield* definitions.learn(here.id, [gate], [propertyOf(here.id, "event", "side")])
      assert.deepStrictEqual(yield* eventNames(there.id), { count: 0, names: [] })
      assert.strictEqual((yield* definitions.listProperties(there.id, "event", "", all)).count, 0)
      yield* definitions.learn(there.id, [eventOf(there.id, "gate", 1_800_000_000_000_000)], [])
      assert.deepStrictEqual(yield* definitions.listEvents(here.id, "", all), { count: 1, items: [gate] })
    }))
}
