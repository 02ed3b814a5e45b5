import { assert, it } from "@effect/vitest"
import type { Realm } from "@hedgerow/core/caching/DefinitionsVersionRepository"
import { DefinitionsVersions } from "@hedgerow/core/caching/DefinitionsVersions"
import { DefinitionInference } from "@hedgerow/core/definitions/DefinitionInference"
import { DefinitionRepository } from "@hedgerow/core/definitions/DefinitionRepository"
import type { DefinitionUpdate } from "@hedgerow/core/definitions/DefinitionUpdate"
import type { SeenEvent } from "@hedgerow/core/definitions/SeenProperties"
import { TypedProperties } from "@hedgerow/core/definitions/TypedProperties"
import { type EventTime, now } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { GroupTypes } from "@hedgerow/core/persons/GroupProcessing"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import { Deferred, Effect, Fiber, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"

const one = 1 as ProjectId
const two = 2 as ProjectId
const types: GroupTypes = new Map([["company", 0]])

/** A repository that sums what it is taught, until it is broken. */
class Taught {
  readonly updates: Array<DefinitionUpdate> = []
  readonly volumes = new Map<string, number>()
  readonly days = new Map<string, number>()
  readonly pairs = new Set<string>()
  readonly bumps: Array<Realm> = []
  isBroken = false
  wait: Effect.Effect<void> = Effect.void

  readonly layer = DefinitionInference.layer.pipe(
    Layer.provide(Layer.mergeAll(
      Layer.succeed(Transaction, { run: (effect) => effect }),
      Layer.mock(DefinitionsVersions)({
        bump: (realm) => Effect.sync(() => void this.bumps.push(realm)),
        known: () => undefined,
        changesSeen: () => 0,
        changes: Stream.empty
      }),
      TypedProperties.layerNone,
      Layer.mock(DefinitionRepository)({
        learn: (project, update) =>
          Effect.andThen(
            this.wait,
            Effect.suspend(() => this.isBroken ? Effect.die("broken") : this.#learn(project, update))
          )
      })
    ))
  )

  #learn(project: ProjectId, update: DefinitionUpdate) {
    return Effect.sync(() => {
      this.updates.push(update)
      for (const { days, name, volume } of update.events) {
        this.volumes.set(`${project}/${name}`, (this.volumes.get(`${project}/${name}`) ?? 0) + volume)
        for (const { day, volume } of days) {
          this.days.set(`${name}/${day}`, (this.days.get(`${name}/${day}`) ?? 0) + volume)
        }
      }
      for (const { group_type_index, kind, name, volume } of update.properties) {
        const key = `${project}/${kind}${group_type_index ?? ""}/${name}`
        this.volumes.set(key, (this.volumes.get(key) ?? 0) + volume)
      }
      for (const { event, property } of update.pairs) this.pairs.add(`${event}/${property}`)
    })
  }
}

const seen = (values: JsonRecord, at: EventTime, event = "buy"): SeenEvent => ({
  hasProfile: true,
  event: {
    uuid: deriveUuid(event, at),
    event,
    distinct_id: "ada",
    timestamp: at,
    sent_at: null,
    received_at: at,
    properties: "",
    derived: "",
    values
  }
})

/** As ingestion does it: names first, then the counts of what was stored. */
const arrive = Effect.fnUntraced(function*(values: JsonRecord, event = "buy", project = one) {
  const learning = yield* DefinitionInference
  const events = [seen(values, yield* now, event)]
  yield* learning.prepare(project, events, types)
  yield* learning.count(project, events, types)
})

const inWorld = <A, E>(test: (taught: Taught) => Effect.Effect<A, E, DefinitionInference>) =>
  Effect.suspend(() => {
    const taught = new Taught()
    return Effect.provide(test(taught), taught.layer)
  })

it.effect("a known name is written at most every ten seconds, a new one at once with everything that waits", () =>
  inWorld((taught) =>
    Effect.gen(function*() {
      yield* arrive({ a: 1 })
      yield* arrive({ a: 2 })
      yield* arrive({ a: 3 })
      assert.deepStrictEqual([taught.updates.length, taught.volumes.get("1/buy")], [2, 1])
      yield* arrive({ b: 1 })
      assert.deepStrictEqual([taught.updates.length, taught.volumes.get("1/buy"), taught.volumes.get("1/event/a")], [
        4,
        4,
        3
      ])
      yield* TestClock.adjust("9999 millis")
      yield* arrive({ a: 1 })
      assert.strictEqual(taught.updates.length, 4)
      yield* TestClock.adjust("1 millis")
      yield* arrive({ a: 1 })
      assert.deepStrictEqual([taught.updates.length, taught.volumes.get("1/buy")], [5, 6])
    })
  ))

it.effect("counts of a project that has fallen silent go with the batches of others", () =>
  inWorld((taught) =>
    Effect.gen(function*() {
      yield* arrive({ a: 1 })
      yield* arrive({ a: 1 })
      yield* TestClock.adjust("10 seconds")
      yield* arrive({ a: 1 }, "buy", two)
      assert.deepStrictEqual([taught.volumes.get("1/buy"), taught.volumes.get("2/buy")], [2, 1])
    })
  ))

it.effect("waiting counts are written on request, and when the scope closes", () =>
  Effect.gen(function*() {
    const taught = new Taught()
    yield* Effect.gen(function*() {
      const { flush } = yield* DefinitionInference
      yield* arrive({ a: 1 })
      yield* arrive({ a: 1 })
      yield* flush(two)
      assert.strictEqual(taught.volumes.get("1/buy"), 1)
      yield* flush(one)
      assert.strictEqual(taught.volumes.get("1/buy"), 2)
      yield* flush(one)
      assert.strictEqual(taught.updates.length, 3)
      yield* arrive({ a: 1 })
    }).pipe(Effect.provide(taught.layer))
    assert.deepStrictEqual([taught.volumes.get("1/buy"), taught.volumes.get("1/event/a")], [3, 3])
  }))

it.effect("counts that cannot be written now are written later, and harm nobody", () =>
  inWorld((taught) =>
    Effect.gen(function*() {
      yield* arrive({ a: 1 })
      taught.isBroken = true
      yield* TestClock.adjust("10 seconds")
      yield* arrive({ a: 1 })
      yield* arrive({ a: 1 })
      taught.isBroken = false
      yield* arrive({ a: 1 })
      assert.strictEqual(taught.volumes.get("1/buy"), 1)
      yield* TestClock.adjust("10 seconds")
      yield* arrive({ a: 1 })
      assert.deepStrictEqual([taught.volumes.get("1/buy"), taught.volumes.get("1/event/a")], [5, 5])
      assert.strictEqual([...taught.days.values()].reduce((sum, count) => sum + count, 0), 5)
    })
  ))

it.effect("a new name that cannot be learnt fails its batch alone, and is tried again", () =>
  inWorld((taught) =>
    Effect.gen(function*() {
      yield* arrive({ a: 1 })
      taught.isBroken = true
      assert.strictEqual((yield* Effect.exit(arrive({ b: 1 })))._tag, "Failure")
      yield* arrive({ a: 1 })
      taught.isBroken = false
      yield* arrive({ b: 1 })
      assert.deepStrictEqual([taught.volumes.get("1/event/b"), taught.volumes.get("1/buy")], [1, 3])
      assert.isTrue(taught.pairs.has("buy/b"))
    })
  ))

it.effect("a reader waits while counts are being written", () =>
  inWorld((taught) =>
    Effect.gen(function*() {
      const { flush } = yield* DefinitionInference
      yield* arrive({ a: 1 })
      yield* arrive({ a: 1 })
      const gate = yield* Deferred.make<void>()
      taught.wait = Deferred.await(gate)
      const first = yield* Effect.forkChild(flush(one))
      const second = yield* Effect.forkChild(flush(one))
      yield* Effect.yieldNow
      assert.deepStrictEqual([first.pollUnsafe(), second.pollUnsafe()], [undefined, undefined])
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.joinAll([first, second])
      assert.strictEqual(taught.volumes.get("1/buy"), 2)
    })
  ))

it.effect("each property counts once per event, under the name it is stored by", () =>
  inWorld((taught) =>
    Effect.gen(function*() {
      const { flush } = yield* DefinitionInference
      const values = {
        a: 1,
        "a\0": 2,
        none: null,
        ["x".repeat(201)]: 1,
        $set: { plan: "pro" },
        $set_once: { plan: "free", first: 1 },
        $groups: { company: "oak" }
      }
      for (let i = 0; i < 3; i++) yield* arrive(values)
      yield* arrive({ $group_type: "company", $group_set: { size: 1 } }, "$groupidentify")
      yield* arrive({ $group_type: "unknown", $group_set: { other: 1 } }, "$groupidentify")
      yield* flush(one)
      assert.deepStrictEqual([...taught.volumes].toSorted(([left], [right]) => left < right ? -1 : 1), [
        ["1/$groupidentify", 2],
        ["1/buy", 3],
        ["1/event/$group_type", 2],
        ["1/event/a", 3],
        ["1/event/a\uFFFD", 3],
        ["1/group0/size", 1],
        ["1/person/first", 3],
        ["1/person/plan", 3]
      ])
      assert.deepStrictEqual([...taught.pairs].toSorted(), [
        "$groupidentify/$group_type",
        "buy/a",
        "buy/a\uFFFD"
      ])
    })
  ))

it.effect("a type is reported once, when the first value has one", () =>
  inWorld((taught) =>
    Effect.gen(function*() {
      const types = () => taught.updates.flatMap(({ properties }) => properties.map((one) => one.property_type))
      yield* arrive({ a: [] })
      yield* arrive({ a: {} })
      assert.deepStrictEqual(types(), [null, null])
      yield* arrive({ a: 5 })
      assert.deepStrictEqual(types().slice(2), ["Numeric", "Numeric"])
      yield* arrive({ a: "text" })
      yield* TestClock.adjust("10 seconds")
      yield* arrive({ a: true })
      assert.deepStrictEqual(types().slice(4), ["Numeric"])
    })
  ))

it.effect("when too many names are remembered it starts anew, and no count is lost", () =>
  inWorld((taught) =>
    Effect.gen(function*() {
      const { flush } = yield* DefinitionInference
      yield* arrive({ a: 1 })
      yield* arrive({ a: 1 })
      for (let turn = 0; turn < 22; turn++) {
        const many = Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`p${turn}/${n}`, "x"]))
        yield* arrive(many, `many ${turn}`, two)
        yield* arrive(many, `more ${turn}`, two)
      }
      const updates = taught.updates.length
      yield* arrive({ a: 1 })
      assert.isAbove(taught.updates.length, updates)
      yield* flush(one)
      yield* flush(two)
      assert.deepStrictEqual([taught.volumes.get("1/buy"), taught.volumes.get("1/event/a")], [3, 3])
      assert.strictEqual(taught.volumes.get("2/event/p0/7"), 2)
    })
  ))

it.effect("learns at most the limit of new names at a time, and further ones when they come again", () =>
  inWorld((taught) =>
    Effect.gen(function*() {
      const many = Object.fromEntries(Array.from({ length: 12_000 }, (_, n) => [`p${n}`, "x"]))
      const known = () => new Set(taught.updates.flatMap(({ properties }) => properties.map(({ name }) => name))).size
      for (const expected of [5_000, 10_000, 12_000]) {
        yield* arrive(many)
        assert.strictEqual(known(), expected)
        assert.isTrue(
          taught.updates.every(({ pairs, properties }) => Math.max(pairs.length, properties.length) <= 5_000)
        )
      }
    })
  ))

it.effect("a type that is new, and one that turns out to be mixed, change how queries read: once each", () =>
  inWorld((taught) =>
    Effect.gen(function*() {
      const types = "property types of 1"
      const { flush } = yield* DefinitionInference
      yield* arrive({ a: "x", b: ["list"] })
      assert.deepStrictEqual(taught.bumps, [])
      yield* arrive({ c: 1 })
      assert.deepStrictEqual(taught.bumps, [types])
      yield* arrive({ c: 2, a: "y" })
      yield* arrive({ c: "3.5" })
      yield* arrive({ c: null })
      yield* flush(one)
      assert.deepStrictEqual(taught.bumps, [types])
      yield* arrive({ c: "three" })
      yield* arrive({ c: ["3"] })
      yield* flush(one)
      assert.deepStrictEqual(taught.bumps, [types, types])
      const sighting = taught.updates.flatMap(({ properties }) => properties).findLast(({ name }) => name === "c")
      assert.deepInclude(sighting, { property_type: "Numeric", is_mixed: true })
      yield* arrive({ c: true })
      yield* flush(one)
      assert.deepStrictEqual(taught.bumps, [types, types])
    })
  ))
