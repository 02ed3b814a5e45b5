import { assert } from "@effect/vitest"
import { type Described, undescribed } from "@hedgerow/core/definitions/Definition"
import { propertyOf, StoredProperty } from "@hedgerow/core/definitions/DefinitionEntities"
import { DefinitionRepository } from "@hedgerow/core/definitions/DefinitionRepository"
import { type EventDefinition, eventDefinitionId } from "@hedgerow/core/definitions/EventDefinition"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { UserId } from "@hedgerow/core/identity/User"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { DateTime, Effect, Option } from "effect"
import { makeProject } from "../fixtures.ts"
import { propertySighting, sighting, update, updateDay, updateTime } from "./DefinitionUpdates.ts"
import { all, describeProperty, type It } from "./Ports.ts"

const at = DateTime.makeUnsafe("2026-03-01T10:00:00.123Z")
const ann = 1 as UserId

const words: Described = {
  description: "The gate's \"side\"\n🦔",
  tags: ["north", "a,b", "{}", "\"", ""],
  verified: true,
  verified_at: at,
  verified_by: ann,
  hidden: true,
  updated_at: at,
  updated_by: ann
}

const newEvent = (project: ProjectId, name: string): EventDefinition => ({
  ...words,
  id: eventDefinitionId(project, name),
  name,
  owner: ann,
  created_at: updateTime,
  last_seen_at: null,
  volume: 0,
  volume_30_day: 0
})

const findEvent = Effect.fnUntraced(function*(project: ProjectId, name: string) {
  const definitions = yield* DefinitionRepository
  return Option.getOrUndefined(yield* definitions.findEventByName(project, name, updateDay - 29))
})

/** Tests of descriptions of names. */
export const suite = (it: It): void => {
  it.effect("a described event reads back the same by list, id and name; learning changes no word of it", () =>
    Effect.gen(function*() {
      const definitions = yield* DefinitionRepository
      const { id } = yield* makeProject
      yield* definitions.learn(id, update({ events: [sighting(id, "gate", { volume: 2 })] }))
      const gate = yield* findEvent(id, "gate")
      if (gate === undefined) return assert.fail("gate was learnt")
      const expected = { ...gate, ...words, owner: ann }
      yield* definitions.describeEvent(id, { ...expected, volume: 999, created_at: 1 as never, last_seen_at: null })
      assert.deepStrictEqual(yield* findEvent(id, "gate"), expected)
      assert.deepStrictEqual(yield* definitions.findEvent(id, gate.id, 0), Option.some(expected))
      assert.deepStrictEqual(yield* definitions.findEventForUpdate(id, gate.id, 0), Option.some(expected))
      yield* definitions.learn(id, update({ events: [sighting(id, "gate", { volume: 1 })] }))
      assert.deepStrictEqual((yield* definitions.listEvents(id, {}, 0, all)).items, [{ ...expected, volume: 3 }])
      yield* definitions.describeEvent(id, { ...expected, ...undescribed, owner: null })
      assert.deepStrictEqual(yield* findEvent(id, "gate"), { ...gate, volume: 3 })
    }))

  it.effect("a described property reads back the same; learning changes no word of it", () =>
    Effect.gen(function*() {
      const definitions = yield* DefinitionRepository
      const { id } = yield* makeProject
      const properties = [propertySighting(id, "side", { volume: 2 })]
      yield* definitions.learn(id, update({ properties }))
      const found = yield* definitions.findProperty(id, properties[0]?.id as never)
      const side = Option.getOrUndefined(found)
      if (side === undefined) return assert.fail("side was learnt")
      const expected = { ...side, ...words }
      yield* describeProperty(id, side.id, () => ({ ...words, name: "other", volume: 999 }))
      assert.deepStrictEqual(yield* definitions.findProperty(id, side.id), Option.some(expected))
      yield* definitions.learn(id, update({ properties }))
      const after = { ...expected, volume: 4 }
      assert.deepStrictEqual(yield* definitions.findProperty(id, side.id), Option.some(after))
      const locked = yield* definitions.findPropertyForUpdate(id, side.id)
      assert.deepStrictEqual(Option.map(locked, propertyOf), Option.some(after))
    }))

  it.effect("an event named before it is received is learnt into, and its name is taken", () =>
    Effect.gen(function*() {
      const definitions = yield* DefinitionRepository
      const { id } = yield* makeProject
      const gate = newEvent(id, "gate")
      yield* definitions.insertEvent(id, gate)
      assert.deepStrictEqual(yield* findEvent(id, "gate"), gate)
      const taken = yield* Effect.flip(definitions.insertEvent(id, { ...gate, description: "other" }))
      assert.deepStrictEqual([taken._tag, taken.name], ["EventNameTaken", "gate"])
      yield* definitions.learn(id, update({ events: [sighting(id, "gate", { volume: 1 })] }))
      assert.deepStrictEqual(yield* findEvent(id, "gate"), { ...gate, last_seen_at: updateTime, volume: 1 })
      yield* definitions.learn(id, update({ events: [sighting(id, "seen")] }))
      assert.strictEqual((yield* Effect.flip(definitions.insertEvent(id, newEvent(id, "seen"))))._tag, "EventNameTaken")
    }))

  it.effect("what is removed is gone with its volumes, and is learnt anew", () =>
    Effect.gen(function*() {
      const definitions = yield* DefinitionRepository
      const { id } = yield* makeProject
      const days = [{ day: updateDay, volume: 2 }]
      const taught = update({
        events: [sighting(id, "gate", { volume: 2, days }), sighting(id, "hedge", { volume: 2, days })],
        properties: [propertySighting(id, "side", { volume: 2 })]
      })
      yield* definitions.learn(id, taught)
      const before = yield* findEvent(id, "gate")
      yield* definitions.removeEvent(id, eventDefinitionId(id, "gate"))
      yield* definitions.removeProperty(id, taught.properties[0]?.id as never)
      yield* definitions.removeEvent(id, eventDefinitionId(id, "gate"))
      assert.isUndefined(yield* findEvent(id, "gate"))
      assert.strictEqual((yield* definitions.listProperties(id, { kind: "event" }, all)).count, 0)
      assert.strictEqual((yield* findEvent(id, "hedge"))?.volume_30_day, 2)
      yield* definitions.learn(id, taught)
      assert.deepStrictEqual(yield* findEvent(id, "gate"), before)
      assert.strictEqual((yield* definitions.listProperties(id, { kind: "event" }, all)).items[0]?.volume, 2)
    }))

  it.effect("changes that lock the definition first do not lose each other", () =>
    Effect.gen(function*() {
      const definitions = yield* DefinitionRepository
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      yield* definitions.learn(
        id,
        update({ events: [sighting(id, "gate")], properties: [propertySighting(id, "side")] })
      )
      const addTag = (tag: string) =>
        run(Effect.gen(function*() {
          const event = yield* definitions.findEventForUpdate(id, eventDefinitionId(id, "gate"), 0)
          const [side] = (yield* definitions.listProperties(id, { kind: "event" }, all)).items
          if (Option.isNone(event) || side === undefined) return assert.fail("both were learnt")
          const property = Option.getOrThrow(yield* definitions.findPropertyForUpdate(id, side.id))
          yield* Effect.yieldNow
          yield* definitions.describeEvent(id, { ...event.value, tags: [...event.value.tags, tag] })
          yield* definitions.describeProperty(new StoredProperty({ ...property, tags: [...property.tags, tag] }))
        }))
      yield* Effect.forEach(["a", "b", "c", "d", "e"], addTag, { concurrency: "unbounded" })
      const tags = (yield* findEvent(id, "gate"))?.tags ?? []
      assert.deepStrictEqual(tags.toSorted(), ["a", "b", "c", "d", "e"])
      const [side] = (yield* definitions.listProperties(id, { kind: "event" }, all)).items
      assert.deepStrictEqual(side?.tags.toSorted(), ["a", "b", "c", "d", "e"])
    }))
}
