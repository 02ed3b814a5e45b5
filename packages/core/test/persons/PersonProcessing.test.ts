import { assert, describe, it } from "@effect/vitest"
import { derivePersonId, maxPersonBytes } from "@hedgerow/core/persons/PersonBatch"
import { Effect, Schema } from "effect"
import { captured, project, second } from "./CapturedEvents.ts"
import { PersonWorld } from "./PersonWorld.ts"

const derived = (id: string) => derivePersonId(project, id)
const identify = (id: string, anon: string, extra = {}, at = 0) =>
  captured("$identify", id, { $anon_distinct_id: anon, ...extra }, at)
const nothing = { upserted: [], assigned: [], merged: [], overridden: [], returned: [] }
const warningTypes = (outcome: { readonly warnings: ReadonlyArray<{ readonly type: string }> }) =>
  outcome.warnings.map((warning) => warning.type)

describe("a plain event", () => {
  it("creates its person once, with the derived id", () => {
    const world = new PersonWorld()
    const outcome = world.run(captured("e", "u", { $set: { a: 1 } }, 5), captured("e", "u", {}, 6))
    assert.strictEqual(world.persons.size, 1)
    const person = world.personOf("u")
    assert.deepInclude(person, { id: derived("u"), version: 0, is_identified: false, created_at: second(5) })
    assert.deepStrictEqual(
      outcome.persons,
      [0, 1].map(() => ({
        person_id: derived("u"),
        person_mode: "full" as const,
        person_properties: "{\"a\":1}",
        person_created_at: second(5)
      }))
    )
  })

  it("carries the properties as of itself, after its own $set", () => {
    const world = new PersonWorld()
    const outcome = world.run(
      captured("e", "u"),
      captured("e", "u", { $set: { bb: 1, a: 1 } }),
      captured("e", "u", { $set: { a: 2 }, $unset: ["bb"] }),
      captured("e", "u")
    )
    assert.deepStrictEqual(outcome.persons.map((person) => person?.person_properties), [
      "{}",
      "{\"a\":1,\"bb\":1}",
      "{\"a\":2}",
      "{\"a\":2}"
    ])
  })

  it("writes nothing when nothing changes", () => {
    const world = new PersonWorld()
    world.run(captured("e", "u", { $set: { a: 1 } }))
    const { changes } = world.run(
      captured("e", "u", { $set: { a: 2 } }),
      captured("e", "u", { $set: { a: 1 }, $set_once: { a: 5 } })
    )
    assert.deepStrictEqual(changes, nothing)
  })

  it("raises the version by one for a changing batch", () => {
    const world = new PersonWorld()
    world.run(captured("e", "u"))
    world.run(captured("e", "u", { $set: { a: 1 } }), captured("e", "u", { $set: { a: 2 } }))
    assert.strictEqual(world.personOf("u")?.version, 1)
  })

  for (const name of ["$exception", "$$heatmap"]) {
    it(`${name} updates no person`, () => {
      const world = new PersonWorld()
      world.run(captured(name, "u", { $set: { a: 1 } }))
      assert.deepStrictEqual(world.personOf("u")?.properties, {})
    })
  }

  it("does not let properties grow without end by merges", () => {
    const world = new PersonWorld()
    world.run(captured("e", "user", { $set: { mine: "x".repeat(maxPersonBytes / 2) } }))
    world.run(captured("e", "anon", { $set: { theirs: "y".repeat(maxPersonBytes / 2) } }))
    const outcome = world.run(identify("user", "anon"))
    assert.deepStrictEqual(warningTypes(outcome), ["person_properties_size_violation"])
    assert.strictEqual(world.personOf("anon")?.id, derived("user"))
    assert.deepStrictEqual(Object.keys(world.personOf("anon")?.properties ?? {}), ["mine"])
  })

  it("does not let properties grow without end", () => {
    const world = new PersonWorld()
    world.run(captured("e", "u", { $set: { a: 1 } }))
    const outcome = world.run(captured("e", "u", { $set: { big: "x".repeat(maxPersonBytes) } }))
    assert.deepStrictEqual(warningTypes(outcome), ["person_properties_size_violation"])
    assert.deepStrictEqual(world.personOf("u")?.properties, { a: 1 })
  })
})

describe("$identify", () => {
  it("neither exists: one identified person with both ids", () => {
    const world = new PersonWorld()
    world.run(identify("user", "anon"))
    assert.strictEqual(world.persons.size, 1)
    assert.deepInclude(world.personOf("user"), { id: derived("user"), is_identified: true })
    assert.strictEqual(world.personOf("anon")?.id, derived("user"))
    assert.strictEqual(world.ownerOf(derived("anon")), derived("user"))
  })

  it("the anonymous one exists: the user's id joins it", () => {
    const world = new PersonWorld()
    world.run(captured("e", "anon", { $set: { a: 1 } }))
    const outcome = world.run(identify("user", "anon", { $set: { b: 2 } }))
    assert.strictEqual(world.persons.size, 1)
    assert.deepInclude(world.personOf("user"), { id: derived("anon"), is_identified: true, version: 1 })
    assert.strictEqual(outcome.persons[0]?.person_properties, "{\"a\":1,\"b\":2}")
    assert.strictEqual(world.ownerOf(derived("user")), derived("anon"))
  })

  it("the user exists: the anonymous id joins it", () => {
    const world = new PersonWorld()
    world.run(captured("e", "user"))
    world.run(identify("user", "anon"))
    assert.strictEqual(world.personOf("anon")?.id, derived("user"))
    assert.isTrue(world.personOf("user")?.is_identified)
  })

  it("both exist: properties of both, the user's win, then the event's own; the earlier creation", () => {
    const world = new PersonWorld()
    world.run(captured("e", "anon", { $set: { a: "anon", b: "anon" } }, 1))
    world.run(captured("e", "anon", { $set: { a: "anon2" } }, 2))
    world.run(captured("e", "user", { $set: { a: "user", c: "user" } }, 3))
    const outcome = world.run(identify("user", "anon", { $set: { c: "event" }, $set_once: { a: "x", d: "event" } }, 4))
    const person = world.personOf("anon")
    assert.strictEqual(world.persons.size, 1)
    assert.deepInclude(person, { id: derived("user"), version: 2, is_identified: true, created_at: second(1) })
    assert.deepStrictEqual(person?.properties, { a: "user", b: "anon", c: "event", d: "event" })
    assert.strictEqual(outcome.persons[0]?.person_id, derived("user"))
    assert.strictEqual(world.ownerOf(derived("anon")), derived("user"))
  })

  it("does not take over a person who is identified", () => {
    const world = new PersonWorld()
    world.run(identify("one", "anon"), captured("e", "two", { $set: { a: 1 } }))
    const outcome = world.run(identify("two", "anon", { $set: { b: 2 } }))
    assert.deepStrictEqual(warningTypes(outcome), ["cannot_merge_already_identified"])
    assert.strictEqual(world.personOf("anon")?.id, derived("one"))
    assert.deepStrictEqual(world.personOf("two")?.properties, { a: 1, b: 2 })
  })

  it("of itself is a plain event", () => {
    const world = new PersonWorld()
    const outcome = world.run(identify("user", "user"))
    assert.deepStrictEqual(outcome.warnings, [])
    assert.isFalse(world.personOf("user")?.is_identified)
  })

  for (const [id, anon] of [["user", "null"], ["Anonymous", "anon"], ["user", ""]] as const) {
    it(`refuses to merge ${JSON.stringify(anon)} into ${id}, and keeps the event`, () => {
      const world = new PersonWorld()
      const outcome = world.run(identify(id, anon, { $set: { a: 1 } }))
      assert.deepStrictEqual(warningTypes(outcome), ["cannot_merge_with_illegal_distinct_id"])
      assert.deepStrictEqual([...world.owners.keys()], [id])
      assert.strictEqual(outcome.persons[0]?.person_properties, "{\"a\":1}")
    })
  }

  it("takes a number as anonymous id", () => {
    const world = new PersonWorld()
    world.run(captured("$identify", "user", { $anon_distinct_id: 5 }))
    assert.strictEqual(world.personOf("5")?.id, derived("user"))
  })
})

describe("$create_alias and $merge_dangerously", () => {
  it("an alias joins the person of the distinct id, with the same guard", () => {
    const world = new PersonWorld()
    world.run(captured("e", "user"), captured("e", "other"))
    world.run(captured("$create_alias", "user", { distinct_id: "user", alias: "other" }))
    assert.strictEqual(world.personOf("other")?.id, derived("user"))
    world.run(identify("third", "x"))
    const outcome = world.run(captured("$create_alias", "user", { alias: "third" }))
    assert.deepStrictEqual(warningTypes(outcome), ["cannot_merge_already_identified"])
  })

  it("a dangerous merge takes over whomever", () => {
    const world = new PersonWorld()
    world.run(identify("one", "a"), identify("two", "b"))
    const outcome = world.run(captured("$merge_dangerously", "two", { alias: "one" }))
    assert.deepStrictEqual(outcome.warnings, [])
    assert.deepStrictEqual(["a", "b", "one", "two"].map((id) => world.personOf(id)?.id), Array(4).fill(derived("two")))
  })

  it("without an alias is a plain event", () => {
    const world = new PersonWorld()
    assert.deepStrictEqual(world.run(captured("$create_alias", "user", { alias: null })).warnings, [])
    assert.strictEqual(world.owners.size, 1)
  })
})

describe("several merges in one batch", () => {
  it("follow one another", () => {
    const world = new PersonWorld()
    const outcome = world.run(
      captured("e", "a", { $set: { a: 1 } }, 1),
      captured("e", "b", { $set: { b: 1 } }, 2),
      captured("$merge_dangerously", "b", { alias: "a" }, 3),
      captured("e", "c", {}, 4),
      captured("$merge_dangerously", "c", { alias: "b" }, 5),
      captured("e", "a", { $set: { late: 1 } }, 6)
    )
    assert.deepStrictEqual([...world.persons.keys()], [derived("c")])
    assert.deepStrictEqual(world.personOf("a")?.properties, { a: 1, b: 1, late: 1 })
    assert.strictEqual(world.personOf("c")?.created_at, second(1))
    const owners = outcome.persons.map((person) => world.ownerOf(person?.person_id ?? ""))
    assert.deepStrictEqual(owners, Array(6).fill(derived("c")))
  })

  it("have the outcome of one batch each", () => {
    const events = [
      captured("e", "anon", { $set: { a: 1 } }, 1),
      identify("user", "anon", { $set: { b: 1 } }, 2),
      captured("e", "anon2", { $set: { a: 2, z: 1 } }, 3),
      identify("user", "anon2", {}, 4)
    ]
    const together = new PersonWorld()
    together.run(...events)
    const apart = new PersonWorld()
    for (const event of events) apart.run(event)
    const meaning = (world: PersonWorld) => {
      const person = world.personOf("anon2")
      return [person?.id, person?.properties, person?.created_at, person?.is_identified, world.state().owners]
    }
    assert.deepStrictEqual(meaning(together), meaning(apart))
  })
})

describe("without a profile", () => {
  const personless = { $process_person_profile: false }

  it("makes no person and derives its id", () => {
    const world = new PersonWorld()
    const outcome = world.run(captured("e", "u", { ...personless, $set: { a: 1 } }))
    assert.strictEqual(world.persons.size, 0)
    assert.deepStrictEqual(outcome.persons, [{
      person_id: derived("u"),
      person_mode: "propertyless",
      person_properties: "{}",
      person_created_at: null
    }])
  })

  it("a later profile of the same id owns the event without an override", () => {
    const world = new PersonWorld()
    world.run(captured("e", "u", personless))
    world.run(captured("e", "u"))
    assert.strictEqual(world.personOf("u")?.id, derived("u"))
    assert.strictEqual(world.overrides.size, 0)
  })

  it("a later merge owns the event through an override", () => {
    const world = new PersonWorld()
    world.run(captured("e", "anon", personless))
    world.run(captured("e", "user"))
    world.run(identify("user", "anon"))
    assert.strictEqual(world.ownerOf(derived("anon")), derived("user"))
  })

  it("uses the person that exists, unchanged", () => {
    const world = new PersonWorld()
    world.run(identify("user", "anon", { $set: { a: 1 } }))
    const outcome = world.run(captured("e", "anon", { ...personless, $set: { a: 2 } }))
    assert.deepInclude(outcome.persons[0], { person_id: derived("user"), person_mode: "propertyless" })
    assert.deepStrictEqual(world.personOf("user")?.properties, { a: 1 })
  })

  for (const name of ["$identify", "$create_alias", "$merge_dangerously", "$groupidentify"]) {
    it(`${name} is dropped with a warning`, () => {
      const world = new PersonWorld()
      const outcome = world.run(captured(name, "u", { ...personless, $anon_distinct_id: "a", alias: "a" }))
      assert.deepStrictEqual(warningTypes(outcome), ["invalid_event_when_process_person_profile_is_false"])
      assert.deepStrictEqual(outcome.persons, [undefined])
      assert.deepStrictEqual([...world.owners], [])
    })
  }
})

const ids = Schema.Literals(["a", "b", "c", "d", "null"])
const names = Schema.Literals(["p", "q", "r"])
const updates = Schema.Struct({
  $set: Schema.optionalKey(Schema.Record(names, Schema.Int)),
  $set_once: Schema.optionalKey(Schema.Record(names, Schema.Int)),
  $unset: Schema.optionalKey(Schema.Array(names))
})
const merges = Schema.Struct({ event: Schema.Literals(["$identify", "$merge_dangerously", "e"]), id: ids, other: ids })
const eventOf = ({ event, id, other }: typeof merges.Type, index: number) =>
  captured(event, id, { $anon_distinct_id: other, alias: other }, index)

describe("a batch applied twice", () => {
  it.effect.prop(
    "updates as once",
    [Schema.Array(Schema.Struct({ id: ids, update: updates }))],
    ([batch]) =>
      Effect.sync(() => {
        const events = batch.map(({ id, update }, index) => captured("e", id, update, index))
        const world = new PersonWorld()
        const first = world.run(...events)
        const state = world.state()
        const again = world.run(...events)
        assert.deepStrictEqual(world.state(), state)
        assert.deepStrictEqual(again.changes, nothing)
        assert.deepStrictEqual(again.persons.map((one) => one?.person_id), first.persons.map((one) => one?.person_id))
      })
  )

  it.effect.prop("merges as once", [Schema.Array(merges)], ([batch]) =>
    Effect.sync(() => {
      const events = batch.map(eventOf)
      const world = new PersonWorld()
      world.run(...events)
      const state = world.state()
      const again = world.run(...events)
      assert.deepStrictEqual(world.state(), state)
      assert.deepStrictEqual(again.changes, nothing)
    }))

  it.effect.prop(
    "never leaves an id, an override or an event without a person",
    [Schema.Array(merges)],
    ([batch]) =>
      Effect.sync(() => {
        const world = new PersonWorld()
        const half = Math.floor(batch.length / 2)
        const events = batch.map(eventOf)
        const outcomes = [world.run(...events.slice(0, half)), world.run(...events.slice(half))]
        for (const owner of world.owners.values()) assert.isTrue(world.persons.has(owner))
        for (const [from, into] of world.overrides) {
          assert.isTrue(world.persons.has(into))
          assert.isFalse(world.persons.has(from))
        }
        const seen = outcomes.flatMap((outcome) => outcome.persons.map((person) => person?.person_id ?? ""))
        events.forEach((event, index) =>
          assert.strictEqual(world.ownerOf(seen[index] ?? ""), world.personOf(event.distinct_id)?.id)
        )
      })
  )
})
