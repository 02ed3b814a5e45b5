import { assert } from "@effect/vitest"
import { undescribed } from "@hedgerow/core/definitions/Definition"
import { StoredProperty, withType } from "@hedgerow/core/definitions/DefinitionEntities"
import type { PropertyDefinitionFilter } from "@hedgerow/core/definitions/DefinitionFilters"
import { DefinitionRepository } from "@hedgerow/core/definitions/DefinitionRepository"
import { type DefinitionUpdate, maxPropertiesOfEvent } from "@hedgerow/core/definitions/DefinitionUpdate"
import { propertyDefinitionId, type PropertyType } from "@hedgerow/core/definitions/PropertyDefinition"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Effect, Option } from "effect"
import { makeProject, makeTwoProjects } from "../fixtures.ts"
import { propertySighting, update, updateTime } from "./DefinitionUpdates.ts"
import { all, describeProperty, type It } from "./Ports.ts"

const after = (micros: number) => updateTime + micros as EventTime

const learn = Effect.fnUntraced(function*(project: ProjectId, parts: Partial<DefinitionUpdate>) {
  yield* (yield* DefinitionRepository).learn(project, update(parts))
})

const listed = Effect.fnUntraced(function*(
  project: ProjectId,
  filter: Partial<PropertyDefinitionFilter> = {},
  page = all
) {
  return yield* (yield* DefinitionRepository).listProperties(project, { kind: "event", ...filter }, page)
})

const namesOf = (project: ProjectId, filter: Partial<PropertyDefinitionFilter> = {}) =>
  Effect.map(listed(project, filter), ({ items }) => items.map((item) => item.name))

const typesOf = (project: ProjectId, filter: Partial<PropertyDefinitionFilter> = {}) =>
  Effect.map(listed(project, filter), ({ items }) => items.map((item) => `${item.name} ${item.property_type}`))

/** Inference and listing properties. */
export const suite = (it: It): void => {
  learning(it)
  listing(it)
  pairs(it)
  isolation(it)
}

const learning = (it: It): void => {
  it.effect("a property is learnt once per kind and type of group; volumes and times of sight add up", () =>
    Effect.gen(function*() {
      const { id } = yield* makeProject
      const company = { kind: "group", group_type_index: 0 } as const
      const team = { kind: "group", group_type_index: 4, property_type: "Numeric" } as const
      const properties = [
        propertySighting(id, "side", { volume: 2 }),
        propertySighting(id, "side", { kind: "person", volume: 3 }),
        propertySighting(id, "side", { ...company, volume: 4 }),
        propertySighting(id, "side", { ...team, volume: 5 })
      ]
      yield* learn(id, { properties })
      yield* learn(id, { properties: [propertySighting(id, "side", { first: after(-3), last: after(8), volume: 10 })] })
      const { count, items: [side] } = yield* listed(id)
      assert.strictEqual(count, 1)
      assert.deepStrictEqual(side, {
        ...undescribed,
        id: properties[0]?.id as never,
        kind: "event",
        group_type_index: null,
        name: "side",
        property_type: "String",
        first_seen_at: after(-3),
        last_seen_at: after(8),
        volume: 12,
        is_seen_on_filtered_events: null
      })
      const volumes = (filter: Partial<PropertyDefinitionFilter>) =>
        Effect.map(listed(id, filter), ({ items }) => items.map((item) => [item.group_type_index, item.volume]))
      assert.deepStrictEqual(yield* volumes({ kind: "person" }), [[null, 3]])
      assert.deepStrictEqual(yield* volumes({ kind: "group" }), [[0, 4], [4, 5]])
      assert.deepStrictEqual(yield* volumes({ kind: "group", groupTypeIndex: 4 }), [[4, 5]])
      assert.deepStrictEqual(yield* volumes({ kind: "group", groupTypeIndex: 1 }), [])
    }))

  it.effect("a type that is null is filled in by the first one that is not, and is not changed any more", () =>
    Effect.gen(function*() {
      const { id } = yield* makeProject
      const typed = (property_type: "Boolean" | "Numeric" | null) => ({
        properties: [
          propertySighting(id, "size", { property_type }),
          propertySighting(id, "list", { property_type: null })
        ]
      })
      yield* learn(id, typed(null))
      assert.deepStrictEqual(yield* typesOf(id), ["list null", "size null"])
      yield* learn(id, typed("Numeric"))
      yield* learn(id, typed("Boolean"))
      yield* learn(id, typed(null))
      assert.deepStrictEqual(yield* typesOf(id), ["list null", "size Numeric"])
    }))

  it.effect("a type that somebody set is never learnt, not even where it is null", () =>
    Effect.gen(function*() {
      const definitions = yield* DefinitionRepository
      const { id } = yield* makeProject
      const seen = (property_type: "DateTime" | "Numeric" | null) => ({
        properties: ["age", "size"].map((name) => propertySighting(id, name, { property_type, volume: 1 }))
      })
      yield* learn(id, seen("Numeric"))
      const [age, size] = (yield* listed(id)).items
      if (age === undefined || size === undefined) return assert.fail("both were learnt")
      yield* describeProperty(id, age.id, (known) => withType(known, null))
      yield* describeProperty(id, size.id, (known) => withType(known, "Duration"))
      yield* learn(id, seen("DateTime"))
      assert.deepStrictEqual(yield* typesOf(id), ["age null", "size Duration"])
      assert.deepStrictEqual((yield* listed(id)).items.map((item) => item.volume), [2, 2])
      yield* definitions.removeProperty(id, age.id)
      yield* learn(id, seen("DateTime"))
      assert.deepStrictEqual(yield* typesOf(id), ["age DateTime", "size Duration"])
    }))

  it.effect("answers the properties whose type is not text, of every kind", () =>
    Effect.gen(function*() {
      const definitions = yield* DefinitionRepository
      const { id } = yield* makeProject
      yield* learn(id, {
        properties: [
          propertySighting(id, "side"),
          propertySighting(id, "list", { property_type: null }),
          propertySighting(id, "size", { property_type: "Numeric" }),
          propertySighting(id, "open", { kind: "person", property_type: "Boolean" }),
          propertySighting(id, "since", { kind: "group", group_type_index: 2, property_type: "DateTime" })
        ]
      })
      const typed = (yield* definitions.typedProperties(id)).toSorted((a, b) => a.name < b.name ? -1 : 1)
      assert.deepStrictEqual(typed, [
        { kind: "person", group_type_index: null, name: "open", property_type: "Boolean", is_mixed: false },
        { kind: "group", group_type_index: 2, name: "since", property_type: "DateTime", is_mixed: false },
        { kind: "event", group_type_index: null, name: "size", property_type: "Numeric", is_mixed: false }
      ])
    }))

  it.effect("remembers that values were seen which are not of the type, until another one is set", () =>
    Effect.gen(function*() {
      const definitions = yield* DefinitionRepository
      const { id } = yield* makeProject
      const mixed = Effect.map(
        definitions.typedProperties(id),
        (typed) => typed.map(({ is_mixed, name, property_type }) => `${name} ${property_type} ${is_mixed}`).toSorted()
      )
      const see = (property_type: PropertyType, is_mixed: boolean) =>
        learn(id, { properties: [propertySighting(id, "size", { property_type, is_mixed, volume: 1 })] })
      yield* see("Numeric", false)
      assert.deepStrictEqual(yield* mixed, ["size Numeric false"])
      yield* see("Boolean", true)
      assert.deepStrictEqual(yield* mixed, ["size Numeric false"], "of another type than the property has")
      yield* see("Numeric", true)
      yield* see("Numeric", false)
      assert.deepStrictEqual(yield* mixed, ["size Numeric true"])
      const key = { kind: "event" as const, group_type_index: null, name: "size" }
      const size = propertyDefinitionId(id, key)
      yield* describeProperty(id, size, (known) => withType(known, "Numeric"))
      assert.deepStrictEqual(yield* mixed, ["size Numeric true"], "the same type again")
      yield* describeProperty(id, size, (known) => withType(known, "Boolean"))
      assert.deepStrictEqual(yield* mixed, ["size Boolean false"])
    }))

  it.effect("concurrent updates of the same names in any order lose no volume", () =>
    Effect.gen(function*() {
      const { id } = yield* makeProject
      const names = Array.from({ length: 30 }, (_, n) => `p${n}`)
      const learnOnce = (turn: number) => {
        const properties = names.map((name) => propertySighting(id, name, { volume: 1 }))
        const taught = names.map((property) => ({ event: "gate", property }))
        return learn(
          id,
          turn % 2 === 0
            ? { properties, pairs: taught }
            : { properties: properties.toReversed(), pairs: taught.toReversed() }
        )
      }
      yield* Effect.forEach([...names.slice(0, 12).keys()], learnOnce, { concurrency: "unbounded" })
      const { items } = yield* listed(id, { events: ["gate"], isOnlyOfEvents: true })
      assert.deepStrictEqual(items.map((item) => item.volume), Array(30).fill(12))
    }))
}

const listing = (it: It): void => {
  it.effect("narrows by every filter, and by several at once", () =>
    Effect.gen(function*() {
      const { id } = yield* makeProject
      const names = ["$browser", "$feature/beta", "plan", "Plan Name", "size"]
      yield* learn(id, {
        properties: names.map((name) =>
          propertySighting(id, name, { property_type: name === "size" ? "Numeric" : "String" })
        )
      })
      const plan = (yield* listed(id, { names: ["plan"] })).items[0]
      if (plan === undefined) return assert.fail("plan was learnt")
      yield* describeProperty(id, plan.id, () => ({ hidden: true }))
      assert.deepStrictEqual(yield* namesOf(id), ["$browser", "$feature/beta", "Plan Name", "plan", "size"])
      assert.deepStrictEqual(yield* namesOf(id, { isCore: false }), ["Plan Name", "plan", "size"])
      assert.deepStrictEqual(yield* namesOf(id, { isCore: true }), ["$browser", "$feature/beta"])
      assert.deepStrictEqual(yield* namesOf(id, { isFeatureFlag: true }), ["$feature/beta"])
      assert.deepStrictEqual(yield* namesOf(id, { isFeatureFlag: false, isCore: true }), ["$browser"])
      assert.deepStrictEqual(yield* namesOf(id, { isNumerical: true }), ["size"])
      assert.deepStrictEqual(yield* namesOf(id, { isNumerical: false, isCore: false }), ["Plan Name", "plan"])
      assert.deepStrictEqual(yield* namesOf(id, { hidden: false, isCore: false }), ["Plan Name", "size"])
      assert.deepStrictEqual(yield* namesOf(id, { names: ["size", "plan", "other", "s\0"] }), ["plan", "size"])
      assert.deepStrictEqual(yield* namesOf(id, { names: [] }), [])
      assert.deepStrictEqual(yield* namesOf(id, { excludedNames: ["size", "$browser"], isFeatureFlag: false }), [
        "Plan Name",
        "plan"
      ])
      assert.deepStrictEqual(yield* namesOf(id, { words: ["plan"] }), ["Plan Name", "plan"])
      assert.deepStrictEqual(yield* namesOf(id, { words: ["name", "plan"] }), ["Plan Name"])
      assert.deepStrictEqual(yield* namesOf(id, { words: ["\0"] }), [])
      const page = yield* listed(id, { words: ["a"] }, { limit: 1, offset: 1 })
      assert.deepStrictEqual([page.count, page.items.map((item) => item.name)], [3, ["Plan Name"]])
    }))
}

const pairs = (it: It): void => {
  it.effect("says which properties were seen on the named events, those first, and can leave out the others", () =>
    Effect.gen(function*() {
      const { id } = yield* makeProject
      yield* learn(id, {
        properties: ["a", "b", "c", "d"].map((name) => propertySighting(id, name)),
        pairs: [
          { event: "gate", property: "d" },
          { event: "gate", property: "b" },
          { event: "hedge", property: "c" },
          { event: "gate", property: "b" }
        ]
      })
      const seen = (filter: Partial<PropertyDefinitionFilter>) =>
        Effect.map(
          listed(id, filter),
          ({ items }) => items.map((item) => `${item.name} ${item.is_seen_on_filtered_events}`)
        )
      assert.deepStrictEqual(yield* seen({}), ["a null", "b null", "c null", "d null"])
      assert.deepStrictEqual(yield* seen({ events: ["gate"] }), ["b true", "d true", "a false", "c false"])
      assert.deepStrictEqual(yield* seen({ events: ["gate", "hedge", "\0"], isOnlyOfEvents: true }), [
        "b true",
        "c true",
        "d true"
      ])
      assert.deepStrictEqual(yield* seen({ events: ["none"], isOnlyOfEvents: true }), [])
      const page = yield* listed(id, { events: ["gate"] }, { limit: 1, offset: 1 })
      assert.deepStrictEqual([page.count, page.items[0]?.name], [4, "d"])
    }))

  it.effect("remembers at most the limit of properties of one event, also when they come in several updates", () =>
    Effect.gen(function*() {
      const { id } = yield* makeProject
      const numbers = Array.from({ length: maxPropertiesOfEvent + 5 }, (_, n) => `p${String(n).padStart(4, "0")}`)
      const taught = (event: string, names: ReadonlyArray<string>) => ({
        properties: names.map((name) => propertySighting(id, name)),
        pairs: names.map((property) => ({ event, property }))
      })
      yield* learn(id, taught("gate", numbers.slice(0, 600)))
      yield* learn(id, taught("gate", numbers.slice(590)))
      yield* learn(id, taught("gate", ["late", ...numbers.slice(0, 10)]))
      yield* learn(id, taught("hedge", ["late"]))
      const count = (events: ReadonlyArray<string>) =>
        Effect.map(listed(id, { events, isOnlyOfEvents: true }, { limit: 1, offset: 0 }), (found) => found.count)
      assert.strictEqual(yield* count(["gate"]), maxPropertiesOfEvent)
      assert.strictEqual(yield* count(["hedge"]), 1)
    }))
}

const isolation = (it: It): void => {
  it.effect("no method sees or changes another project's properties", () =>
    Effect.gen(function*() {
      const definitions = yield* DefinitionRepository
      const [here, there] = yield* makeTwoProjects
      const size = (project: ProjectId) => ({
        properties: [propertySighting(project, "size", { property_type: "Numeric", volume: 2 })],
        pairs: [{ event: "gate", property: "size" }]
      })
      yield* learn(here.id, size(here.id))
      const before = yield* listed(here.id, { events: ["gate"] })
      const [property] = before.items
      if (property === undefined) return assert.fail("size was learnt")
      assert.strictEqual((yield* listed(there.id)).count, 0)
      assert.isTrue(Option.isNone(yield* definitions.findProperty(there.id, property.id)))
      assert.isTrue(Option.isNone(yield* definitions.findPropertyForUpdate(there.id, property.id)))
      assert.deepStrictEqual(yield* definitions.typedProperties(there.id), [])
      const row = Option.getOrThrow(yield* definitions.findPropertyForUpdate(here.id, property.id))
      yield* definitions.describeProperty(new StoredProperty({ ...row, project_id: there.id, tags: ["theirs"] }))
      yield* definitions.removeProperty(there.id, property.id)
      yield* learn(there.id, { properties: [propertySighting(there.id, "size", { volume: 9 })] })
      assert.deepStrictEqual(yield* listed(here.id, { events: ["gate"] }), before)
      assert.deepStrictEqual(yield* namesOf(there.id, { events: ["gate"], isOnlyOfEvents: true }), [])
    }))
}
