import type { OrganizationRepository } from "@hedgerow/core/access/AccessRepository"
import { ProjectRepository } from "@hedgerow/core/access/AccessRepository"
import type { ProjectId } from "@hedgerow/core/access/Project"
import { DefinitionRepository } from "@hedgerow/core/events/DefinitionRepository"
import { EventKeys } from "@hedgerow/core/events/EventKeys"
import { EventTime } from "@hedgerow/core/events/EventTime"
import { Group } from "@hedgerow/core/persons/Group"
import { GroupRepository } from "@hedgerow/core/persons/GroupRepository"
import { PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, type Layer, Option } from "effect"
import { makeProject, newPerson, personChanges, projectFields } from "./fixtures.ts"

type Ports =
  | DefinitionRepository
  | EventKeys
  | GroupRepository
  | OrganizationRepository
  | PersonRepository
  | ProjectRepository
  | Transaction

const at = EventTime.make(1_700_000_000_000_000)

/** One change in each repository, all of the same project. */
const steps = Effect.fnUntraced(function*(project: ProjectId) {
  const persons = yield* PersonRepository
  const groups = yield* GroupRepository
  const keys = yield* EventKeys
  const definitions = yield* DefinitionRepository
  const batch = deriveUuid(project, "batch")
  const company = { project_id: project, group_type_index: 0, group_key: "oak", properties: {} } as const
  return [
    persons.apply(project, newPerson(project, ["a", "b"])),
    groups.ensureTypes(project, ["company"]),
    groups.save(project, [new Group({ ...company, created_at: at, updated_at: at })]),
    keys.claim(batch, [{ project_id: project, uuid: deriveUuid(project, "event") }]),
    keys.confirm(batch),
    definitions.learn(
      project,
      [{ id: deriveUuid(project, "e"), name: "gate", created_at: at, last_seen_at: at }],
      [{ id: deriveUuid(project, "p"), kind: "event", name: "side", property_type: "String" }]
    ),
    persons.apply(project, personChanges({ merged: [{ from: deriveUuid(project, "a"), into: deriveUuid(project, "c") }] }))
  ] as const
})

/** What the repositories hold of the project, as far as `steps` change it. */
const snapshot = Effect.fnUntraced(function*(project: ProjectId) {
  const persons = yield* PersonRepository
  const groups = yield* GroupRepository
  const keys = yield* EventKeys
  const definitions = yield* DefinitionRepository
  const page = { limit: 10, offset: 0 }
  return {
    a: yield* persons.findByDistinctId(project, "a"),
    aIds: [...(yield* persons.distinctIdsOf(project, deriveUuid(project, "a")))].toSorted(),
    types: [...(yield* groups.types(project))],
    groups: (yield* groups.lock(project, [{ index: 0, key: "oak" }])).length,
    confirmed: (yield* keys.confirmed([{ project_id: project, uuid: deriveUuid(project, "event") }])).length,
    events: (yield* definitions.listEvents(project, "", page)).count,
    properties: (yield* definitions.listProperties(project, "event", "", page)).count
  }
})

const untouched = { a: undefined, aIds: [], types: [], groups: 0, confirmed: 0, events: 0, properties: 0 }

/** The first `count` steps, then what ends the transaction. */
const stepsThen = <A, E, R>(project: ProjectId, count: number, end: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    for (const step of (yield* steps(project)).slice(0, count)) yield* step
    return yield* end
  })

const putVersion = Effect.fnUntraced(function*(project: ProjectId, distinctId: string, version: number) {
  const persons = yield* PersonRepository
  yield* persons.apply(project, newPerson(project, [distinctId], { version }))
})

const versionOf = Effect.fnUntraced(function*(project: ProjectId, distinctId: string) {
  const persons = yield* PersonRepository
  return (yield* persons.findByDistinctId(project, distinctId))?.version
})

/** Lets other fibers run until they wait for something. */
const letOthersRun = Effect.repeat(Effect.yieldNow, { times: 50 })

/** What every `Transaction` promises over the repositories it is provided with. */
export const suite = <E>(name: string, storage: Layer.Layer<Ports, E>): void => {
  layer(storage, { excludeTestServices: true })(`Transaction: ${name}`, (it) => {
    it.effect("keeps every change when it succeeds, and answers the effect's value", () =>
      Effect.gen(function*() {
        const { run } = yield* Transaction
        const { id } = yield* makeProject
        const answer = yield* run(stepsThen(id, 6, Effect.succeed("done")))
        assert.strictEqual(answer, "done")
        const { a, ...rest } = yield* snapshot(id)
        assert.strictEqual(a?.id, deriveUuid(id, "a"))
        assert.deepStrictEqual(rest, {
          aIds: ["a", "b"],
          types: [["company", 0]],
          groups: 1,
          confirmed: 1,
          events: 1,
          properties: 1
        })
      }))

    it.effect.each([1, 2, 3, 4, 5, 6, 7])("a failure, a defect and an interruption after step %d leave nothing", (count) =>
      Effect.gen(function*() {
        const { run } = yield* Transaction
        const { id } = yield* makeProject
        yield* putVersion(id, "c", 1)
        const failed = yield* run(stepsThen(id, count, Effect.fail("no"))).pipe(Effect.exit)
        assert.deepStrictEqual(failed, Exit.fail("no"))
        assert.deepStrictEqual(yield* snapshot(id), untouched)

        const died = yield* run(stepsThen(id, count, Effect.die("bug"))).pipe(Effect.exit)
        assert.deepStrictEqual(died, Exit.die("bug"))
        assert.deepStrictEqual(yield* snapshot(id), untouched)

        const reached = yield* Deferred.make<void>()
        const hanging = stepsThen(id, count, Effect.andThen(Deferred.succeed(reached, undefined), Effect.never))
        const fiber = yield* Effect.forkChild(run(hanging))
        yield* Deferred.await(reached)
        yield* Fiber.interrupt(fiber)
        assert.deepStrictEqual(yield* snapshot(id), untouched)
      }))

    it.effect("a rollback brings back what was changed, moved and removed", () =>
      Effect.gen(function*() {
        const { run } = yield* Transaction
        const { id } = yield* makeProject
        const persons = yield* PersonRepository
        yield* persons.apply(id, newPerson(id, ["c"]))
        yield* Effect.forEach(yield* steps(id), (step) => step)
        yield* persons.apply(id, newPerson(id, ["x", "y"], { properties: { side: "north" }, version: 3 }))
        const before = { rest: yield* snapshot(id), x: yield* persons.findByDistinctId(id, "x") }
        yield* run(Effect.gen(function*() {
          yield* persons.apply(id, newPerson(id, ["x"], { properties: { side: "south" }, version: 4 }))
          yield* persons.apply(
            id,
            personChanges({ merged: [{ from: deriveUuid(id, "x"), into: deriveUuid(id, "c") }] })
          )
          assert.strictEqual((yield* persons.findByDistinctId(id, "y"))?.id, deriveUuid(id, "c"))
          return yield* Effect.fail("no")
        })).pipe(Effect.ignore)
        assert.deepStrictEqual({ rest: yield* snapshot(id), x: yield* persons.findByDistinctId(id, "x") }, before)
        assert.deepStrictEqual([...(yield* persons.distinctIdsOf(id, deriveUuid(id, "x")))].toSorted(), ["x", "y"])
      }))

    it.effect("takes back projects too, and their tokens are free again", () =>
      Effect.gen(function*() {
        const { run } = yield* Transaction
        const projects = yield* ProjectRepository
        const { organization_id } = yield* makeProject
        const fields = yield* projectFields(organization_id)
        yield* run(Effect.andThen(projects.insert(fields), Effect.fail("no"))).pipe(Effect.ignore)
        assert.isTrue(Option.isNone(yield* projects.findByToken(fields.api_token)))
        const project = yield* projects.insert(fields)
        assert.isTrue(Option.isSome(yield* projects.find(project.id)))
      }))

    it.effect("reads inside see the transaction's own writes", () =>
      Effect.gen(function*() {
        const { run } = yield* Transaction
        const { id } = yield* makeProject
        const seen = yield* run(Effect.andThen(putVersion(id, "a", 7), versionOf(id, "a")))
        assert.strictEqual(seen, 7)
      }))

    it.effect("a transaction that never wrote rolls back as well, and the next one works", () =>
      Effect.gen(function*() {
        const { run } = yield* Transaction
        const { id } = yield* makeProject
        assert.deepStrictEqual(yield* run(Effect.fail("no")).pipe(Effect.exit), Exit.fail("no"))
        yield* run(putVersion(id, "a", 1))
        assert.strictEqual(yield* versionOf(id, "a"), 1)
      }))

    nested(it)
    concurrent(it)
  })
}

type It = Parameters<Parameters<ReturnType<typeof layer<Ports, never>>>[0]>[0]

const nested = (it: It): void => {
  it.effect("a run inside a run that fails takes only its own changes with it", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      yield* run(Effect.gen(function*() {
        yield* putVersion(id, "outer", 1)
        const inner = Effect.gen(function*() {
          yield* putVersion(id, "outer", 2)
          yield* putVersion(id, "inner", 1)
          return yield* Effect.fail("no")
        })
        assert.deepStrictEqual(yield* run(inner).pipe(Effect.exit), Exit.fail("no"))
        assert.deepStrictEqual([yield* versionOf(id, "outer"), yield* versionOf(id, "inner")], [1, undefined])
        yield* putVersion(id, "after", 1)
      }))
      const versions = yield* Effect.forEach(["outer", "inner", "after"], (distinctId) => versionOf(id, distinctId))
      assert.deepStrictEqual(versions, [1, undefined, 1])
    }))

  it.effect("a defect inside a run inside a run takes only its own changes with it", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      yield* run(Effect.gen(function*() {
        yield* putVersion(id, "outer", 1)
        yield* run(Effect.andThen(putVersion(id, "inner", 1), Effect.die("bug"))).pipe(Effect.exit)
      }))
      assert.deepStrictEqual([yield* versionOf(id, "outer"), yield* versionOf(id, "inner")], [1, undefined])
    }))

  it.effect("the outer failure takes a finished inner run back, even when the outer itself had written nothing", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      yield* run(Effect.andThen(run(putVersion(id, "inner", 1)), Effect.fail("no"))).pipe(Effect.ignore)
      assert.strictEqual(yield* versionOf(id, "inner"), undefined)
    }))

  it.effect("inner runs one after another and in one another are each kept or taken back", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      const failing = (distinctId: string) => run(Effect.andThen(putVersion(id, distinctId, 1), Effect.fail("no")))
      yield* run(Effect.gen(function*() {
        yield* run(putVersion(id, "first", 1))
        yield* failing("second").pipe(Effect.ignore)
        yield* run(Effect.gen(function*() {
          yield* putVersion(id, "third", 1)
          yield* failing("deep").pipe(Effect.ignore)
        }))
      }))
      const ids = ["first", "second", "third", "deep"]
      const versions = yield* Effect.forEach(ids, (distinctId) => versionOf(id, distinctId))
      assert.deepStrictEqual(versions, [1, undefined, 1, undefined])
    }))
}

const concurrent = (it: It): void => {
  it.effect("concurrent writers never lose an update", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const persons = yield* PersonRepository
      const { id } = yield* makeProject
      yield* putVersion(id, "a", 0)
      const raise = run(Effect.gen(function*() {
        const version = (yield* persons.lockByDistinctIds(id, ["a"])).get("a")?.version ?? 0
        yield* Effect.yieldNow
        yield* putVersion(id, "a", version + 1)
      }))
      yield* Effect.all(Array.from({ length: 20 }, () => raise), { concurrency: "unbounded" })
      assert.strictEqual(yield* versionOf(id, "a"), 20)
    }))

  it.effect("readers outside never see a change that is not kept", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      yield* putVersion(id, "a", 1)
      const written = yield* Deferred.make<void>()
      const proceed = yield* Deferred.make<void>()
      const writer = yield* Effect.gen(function*() {
        yield* putVersion(id, "a", 2)
        yield* Deferred.succeed(written, undefined)
        yield* Deferred.await(proceed)
        return yield* Effect.fail("no")
      }).pipe(run, Effect.exit, Effect.forkChild)
      yield* Deferred.await(written)
      const reader = yield* Effect.forkChild(versionOf(id, "a"))
      yield* letOthersRun
      yield* Deferred.succeed(proceed, undefined)
      assert.strictEqual(yield* Fiber.join(reader), 1)
      assert.deepStrictEqual(yield* Fiber.join(writer), Exit.fail("no"))
    }))

  it.effect("an interruption while waiting for another transaction leaves both sound", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const persons = yield* PersonRepository
      const { id } = yield* makeProject
      yield* putVersion(id, "a", 1)
      const locked = yield* Deferred.make<void>()
      const proceed = yield* Deferred.make<void>()
      const first = yield* Effect.gen(function*() {
        yield* persons.lockByDistinctIds(id, ["a"])
        yield* Deferred.succeed(locked, undefined)
        yield* Deferred.await(proceed)
        yield* putVersion(id, "a", 2)
      }).pipe(run, Effect.forkChild)
      yield* Deferred.await(locked)
      const second = yield* Effect.forkChild(
        run(Effect.andThen(persons.lockByDistinctIds(id, ["a"]), putVersion(id, "a", 99)))
      )
      yield* letOthersRun
      const interruption = yield* Effect.forkChild(Fiber.interrupt(second))
      yield* letOthersRun
      yield* Deferred.succeed(proceed, undefined)
      yield* Fiber.join(first)
      yield* Fiber.join(interruption)
      assert.strictEqual(yield* versionOf(id, "a"), 2)
      yield* run(putVersion(id, "a", 3))
      assert.strictEqual(yield* versionOf(id, "a"), 3)
    }))

  it.effect("fibers forked inside belong to the transaction", () =>
    Effect.gen(function*() {
      const { run } = yield* Transaction
      const { id } = yield* makeProject
      const both = Effect.all([putVersion(id, "a", 1), putVersion(id, "b", 1)], { concurrency: "unbounded" })
      yield* run(Effect.andThen(both, Effect.fail("no"))).pipe(Effect.ignore)
      assert.deepStrictEqual([yield* versionOf(id, "a"), yield* versionOf(id, "b")], [undefined, undefined])
      yield* run(both)
      assert.deepStrictEqual([yield* versionOf(id, "a"), yield* versionOf(id, "b")], [1, 1])
    }))
}
