import { assert, layer } from "@effect/vitest"
import type { CohortId } from "@hedgerow/core/cohorts/Cohort"
import { CohortRepository } from "@hedgerow/core/cohorts/CohortRepository"
import { memberCopied, memberRemoved } from "@hedgerow/core/cohorts/CopiedMembers"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { GroupTypeIndex } from "@hedgerow/core/events/GroupTypeIndex"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Outbox } from "@hedgerow/core/outbox/Outbox"
import { beforeAll } from "@hedgerow/core/outbox/OutboxMessage"
import { OutboxRepository } from "@hedgerow/core/outbox/OutboxRepository"
import {
  distinctIdCopied,
  groupCopied,
  overrideCopied,
  overrideRemoved,
  personCopied,
  personRemoved
} from "@hedgerow/core/persons/CopiedPersons"
import { Group } from "@hedgerow/core/persons/Group"
import { GroupRepository } from "@hedgerow/core/persons/GroupRepository"
import { type PersonChanges, PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import { ChangeCapture } from "@hedgerow/core/replication/ChangeCapture"
import { CopiedElsewhere } from "@hedgerow/core/replication/CopiedElsewhere"
import { type CopyMessage, copyTopics } from "@hedgerow/core/replication/CopyChanges"
import { Transaction } from "@hedgerow/core/shared/Transaction"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import { PgStorage } from "@hedgerow/storage-pg"
import { fixtures } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"

const { captured, makePerson, newPerson, personChanges } = fixtures

const storage = (isCaptured: boolean) =>
  ChangeCapture.layer.pipe(
    Layer.provide(Outbox.layer),
    Layer.provideMerge(PgStorage.layerPorts),
    Layer.provide(Layer.succeed(CopiedElsewhere, isCaptured)),
    Layer.provideMerge(PgTest.layer)
  )

let projects = 0

/** A project that no other test has, and its persons by the name of their first distinct id. */
const makeWorld = Effect.sync(() => {
  projects += 1
  const project = projects as ProjectId
  return { project, id: (name: string) => deriveUuid(project, name) }
})

const rowsOf = Effect.fnUntraced(function*(project: ProjectId) {
  const outbox = yield* OutboxRepository
  return (yield* outbox.read(project, { after: beforeAll, topics: copyTopics, limit: 10_000 })).rows
})

/** The messages since the last look, as they were sent. */
const listen = (project: ProjectId) => {
  let seen = 0
  return Effect.gen(function*() {
    const rows = yield* rowsOf(project)
    const fresh = rows.slice(seen)
    seen = rows.length
    return fresh.map(({ key, payload, project, topic }) => ({ project, topic, key, payload }))
  })
}

const apply = Effect.fnUntraced(function*(project: ProjectId, ...changes: ReadonlyArray<Partial<PersonChanges>>) {
  const persons = yield* PersonRepository
  for (const change of changes) yield* captured(persons.apply(project, personChanges(change)))
})

const makeGroup = (project: ProjectId, index: GroupTypeIndex, key: string, properties: Group["properties"] = {}) =>
  new Group({
    project_id: project,
    group_type_index: index,
    group_key: key,
    properties,
    created_at: -1 as EventTime,
    updated_at: 1_700_000_000_000_001 as EventTime
  })

/** A cohort of the project; its name alone matters here. */
const makeCohort = Effect.fnUntraced(function*(project: ProjectId) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ id: CohortId }>`INSERT INTO cohorts (project_id, name, description, groups, deleted,
      is_static, cohort_type, is_calculating, errors_calculating, version, created_at)
    VALUES (${project}, 'Walkers', '', '[]', false, true, 'static', false, 0, 1, now()) RETURNING id`
  return yield* Effect.fromNullishOr(row?.id)
})

/** Two cohorts, and persons that have just been made. */
const makeMembers = Effect.fnUntraced(function*(project: ProjectId, names: ReadonlyArray<string>) {
  for (const name of names) yield* apply(project, newPerson(project, [name]))
  return [yield* makeCohort(project), yield* makeCohort(project)] as const
})

const told = (messages: ReadonlyArray<CopyMessage>) => JSON.parse(JSON.stringify(messages))

/** In the order of their keys, where the order of a statement's rows is its own. */
const byKey = <A extends { readonly topic: string; readonly key: string }>(messages: ReadonlyArray<A>) =>
  messages.toSorted((a, b) => `${a.topic}/${a.key}` < `${b.topic}/${b.key}` ? -1 : 1)

layer(storage(true), { excludeTestServices: true })("what PostgreSQL tells of persons and groups", (it) => {
  it.effect("a new person with its distinct ids, then each of its changes", () =>
    Effect.gen(function*() {
      const { id, project } = yield* makeWorld
      const next = listen(project)
      const properties = { "tab\t \"quote\" 🌿": [1.5, null, { a: 1e21 }] }
      yield* apply(project, newPerson(project, ["a", "b' \\"], { properties }))
      const person = makePerson(project, "a", { properties })
      const ids = ["a", "b' \\"].map((distinctId) => distinctIdCopied(project, distinctId, id("a")))
      assert.deepStrictEqual(yield* next, told([personCopied(person), ...ids]))
      const changed = makePerson(project, "a", { properties: {}, version: 2 })
      yield* apply(project, { upserted: [person, changed] })
      assert.deepStrictEqual(yield* next, told([personCopied(changed)]))
    }))

  it.effect("only distinct ids and overrides that changed", () =>
    Effect.gen(function*() {
      const { id, project } = yield* makeWorld
      yield* apply(project, newPerson(project, ["a"]), newPerson(project, ["b"]))
      const next = listen(project)
      yield* next
      const assigned = ["a", "new"].map((distinctId) => ({ distinctId, personId: id("a") }))
      yield* apply(project, { assigned })
      assert.deepStrictEqual(yield* next, told([distinctIdCopied(project, "new", id("a"))]))
      const overridden = [{ from: id("x"), into: id("a") }]
      yield* apply(project, { overridden })
      assert.deepStrictEqual(yield* next, told([overrideCopied(project, id("x"), id("a"))]))
      yield* apply(project, { assigned, overridden })
      assert.deepStrictEqual(yield* next, [])
      yield* apply(project, { overridden: [{ from: id("x"), into: id("b") }] })
      assert.deepStrictEqual(yield* next, told([overrideCopied(project, id("x"), id("b"))]))
    }))

  it.effect("a split: the new person and its distinct id, and no override any more", () =>
    Effect.gen(function*() {
      const { id, project } = yield* makeWorld
      yield* apply(project, newPerson(project, ["a"]), newPerson(project, ["b"]))
      yield* apply(project, { merged: [{ from: id("a"), into: id("b") }] })
      const next = listen(project)
      yield* next
      const upserted = [makePerson(project, "a", { version: 3 })]
      yield* apply(project, {
        upserted,
        assigned: [{ distinctId: "a", personId: id("a") }],
        returned: [id("a"), id("b")]
      })
      assert.deepStrictEqual(
        byKey(yield* next),
        byKey(told([
          ...upserted.map(personCopied),
          distinctIdCopied(project, "a", id("a")),
          overrideRemoved(project, id("a"))
        ]))
      )
    }))

  it.effect("a merge: the person is gone, its distinct ids and overrides lead to the other", () =>
    Effect.gen(function*() {
      const { id, project } = yield* makeWorld
      yield* apply(project, newPerson(project, ["a", "a2"]), newPerson(project, ["b"]))
      yield* apply(project, { overridden: [{ from: id("x"), into: id("a") }] })
      const next = listen(project)
      yield* next
      yield* apply(project, { merged: [{ from: id("a"), into: id("b") }] })
      assert.deepStrictEqual(
        byKey(yield* next),
        byKey(told([
          distinctIdCopied(project, "a", id("b")),
          distinctIdCopied(project, "a2", id("b")),
          overrideCopied(project, id("x"), id("b")),
          personRemoved(project, id("a")),
          overrideCopied(project, id("a"), id("b"))
        ]))
      )
    }))

  it.effect("merges of merges: where everything ends up, once", () =>
    Effect.gen(function*() {
      const { id, project } = yield* makeWorld
      for (const name of ["a", "b", "c", "d"]) yield* apply(project, newPerson(project, [name]))
      const next = listen(project)
      yield* next
      const merge = (...pairs: ReadonlyArray<string>) =>
        apply(project, { merged: pairs.map(([from = "", into = ""]) => ({ from: id(from), into: id(into) })) })
      yield* merge("ab", "bc")
      assert.deepStrictEqual(
        byKey(yield* next),
        byKey(told([
          distinctIdCopied(project, "a", id("c")),
          distinctIdCopied(project, "b", id("c")),
          personRemoved(project, id("a")),
          personRemoved(project, id("b")),
          overrideCopied(project, id("a"), id("c")),
          overrideCopied(project, id("b"), id("c"))
        ]))
      )
      yield* merge("cd")
      assert.deepStrictEqual(
        byKey(yield* next),
        byKey(told([
          ...["a", "b", "c"].flatMap((name) => [
            distinctIdCopied(project, name, id("d")),
            overrideCopied(project, id(name), id("d"))
          ]),
          personRemoved(project, id("c"))
        ]))
      )
    }))

  it.effect("a merge back: the override of before is gone, and leads the other way", () =>
    Effect.gen(function*() {
      const { id, project } = yield* makeWorld
      yield* apply(project, newPerson(project, ["a"]), newPerson(project, ["b"]))
      yield* apply(project, { merged: [{ from: id("a"), into: id("b") }] })
      yield* apply(project, { upserted: [makePerson(project, "a")] })
      const next = listen(project)
      yield* next
      yield* apply(project, { merged: [{ from: id("b"), into: id("a") }] })
      assert.deepStrictEqual(
        byKey(yield* next),
        byKey(told([
          distinctIdCopied(project, "a", id("a")),
          distinctIdCopied(project, "b", id("a")),
          overrideRemoved(project, id("a")),
          personRemoved(project, id("b")),
          overrideCopied(project, id("b"), id("a"))
        ]))
      )
    }))

  it.effect("a person that is made and merged away at once was never there", () =>
    Effect.gen(function*() {
      const { id, project } = yield* makeWorld
      yield* apply(project, newPerson(project, ["b"]))
      const next = listen(project)
      yield* next
      yield* apply(project, { ...newPerson(project, ["a"]), merged: [{ from: id("a"), into: id("b") }] })
      assert.deepStrictEqual(
        yield* next,
        told([
          distinctIdCopied(project, "a", id("b")),
          personRemoved(project, id("a")),
          overrideCopied(project, id("a"), id("b"))
        ])
      )
    }))

  it.effect("groups as they are saved, the last of each", () =>
    Effect.gen(function*() {
      const { project } = yield* makeWorld
      const groups = yield* GroupRepository
      const next = listen(project)
      const acme = makeGroup(project, 0, "acme/🌿", { plan: "pro", seats: 3 })
      yield* captured(groups.save(project, [makeGroup(project, 0, "acme/🌿"), makeGroup(project, 3, ""), acme]))
      assert.deepStrictEqual(yield* next, told([groupCopied(acme), groupCopied(makeGroup(project, 3, ""))]))
      yield* captured(groups.save(project, []))
      assert.deepStrictEqual(yield* next, [])
    }))

  it.effect("members of cohorts that come and go, and none that stay or are no persons", () =>
    Effect.gen(function*() {
      const { id, project } = yield* makeWorld
      const cohorts = yield* CohortRepository
      const [cohort] = yield* makeMembers(project, ["a", "b", "c"])
      const next = listen(project)
      yield* next
      const whole = { after: undefined, until: undefined }
      yield* captured(cohorts.addMembers(project, cohort, ["a", "b", "nobody"].map(id)))
      assert.deepStrictEqual(
        byKey(yield* next),
        byKey(told(["a", "b"].map((name) => memberCopied(project, cohort, id(name)))))
      )
      yield* captured(cohorts.addMembers(project, cohort, [id("a")]))
      assert.deepStrictEqual(yield* next, [])
      yield* captured(cohorts.replaceMembers(project, cohort, whole, ["b", "c"].map(id)))
      assert.deepStrictEqual(
        yield* next,
        told([memberRemoved(project, cohort, id("a")), memberCopied(project, cohort, id("c"))])
      )
      yield* captured(cohorts.replaceMembers(project + 1_000 as ProjectId, cohort, whole, []))
      assert.deepStrictEqual(yield* rowsOf(project + 1_000 as ProjectId), [])
    }))

  it.effect("a member that is removed by its old name and comes back by its new one: what it is in the end", () =>
    Effect.gen(function*() {
      const { id, project } = yield* makeWorld
      const cohorts = yield* CohortRepository
      const [cohort] = yield* makeMembers(project, ["a", "b"])
      yield* captured(cohorts.addMembers(project, cohort, [id("a")]))
      yield* apply(project, { merged: [{ from: id("a"), into: id("b") }] })
      const next = listen(project)
      yield* next
      yield* captured(cohorts.replaceMembers(project, cohort, { after: undefined, until: undefined }, [id("a")]))
      assert.deepStrictEqual((yield* next).at(-1), told([memberCopied(project, cohort, id("b"))])[0])
    }))

  it.effect("what a merge does to members: those of the person that is gone, and those that the other had not", () =>
    Effect.gen(function*() {
      const { id, project } = yield* makeWorld
      const cohorts = yield* CohortRepository
      const [one, two] = yield* makeMembers(project, ["a", "b", "c"])
      yield* captured(cohorts.addMembers(project, one, [id("a"), id("b")]))
      yield* captured(cohorts.addMembers(project, two, [id("a"), id("c")]))
      const next = listen(project)
      yield* next
      const merged = [{ from: id("a"), into: id("b") }, { from: id("b"), into: id("c") }]
      yield* apply(project, { merged })
      assert.deepStrictEqual(
        byKey((yield* next).filter(({ topic }) => topic === "cohort_members")),
        byKey(told([
          memberRemoved(project, one, id("a")),
          memberRemoved(project, one, id("b")),
          memberCopied(project, one, id("c")),
          memberRemoved(project, two, id("a"))
        ]))
      )
    }))

  it.effect("nothing of what is rolled back", () =>
    Effect.gen(function*() {
      const { project } = yield* makeWorld
      const { run } = yield* Transaction
      const groups = yield* GroupRepository
      const change = (name: string) =>
        Effect.andThen(
          apply(project, newPerson(project, [name])),
          captured(groups.save(project, [makeGroup(project, 0, name)]))
        )
      yield* run(Effect.andThen(change("a"), Effect.fail("no"))).pipe(Effect.ignore)
      assert.deepStrictEqual(yield* rowsOf(project), [])
      yield* run(Effect.gen(function*() {
        yield* change("b")
        yield* run(Effect.andThen(change("c"), Effect.fail("no"))).pipe(Effect.ignore)
        yield* change("d")
      }))
      const keys = (yield* rowsOf(project)).map(({ key, topic }) => topic === "persons" ? topic : key)
      assert.deepStrictEqual(keys, ["persons", "b", "0/b", "persons", "d", "0/d"])
    }))

  it.effect("to each project its own", () =>
    Effect.gen(function*() {
      const [here, there] = [yield* makeWorld, yield* makeWorld]
      yield* apply(here.project, newPerson(here.project, ["a"]))
      yield* apply(there.project, newPerson(there.project, ["a"]))
      yield* apply(here.project, newPerson(here.project, ["b"]), {
        merged: [{ from: here.id("a"), into: here.id("b") }]
      })
      assert.strictEqual((yield* rowsOf(there.project)).length, 2)
    }))

  it.effect("at the end of the transaction: until then nobody else who tells has to wait", () =>
    Effect.gen(function*() {
      const { project } = yield* makeWorld
      const { run } = yield* Transaction
      const [changed, goOn] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const slow = run(Effect.gen(function*() {
        yield* apply(project, newPerson(project, ["slow"]))
        yield* Deferred.succeed(changed, undefined)
        yield* Deferred.await(goOn)
      }))
      const fiber = yield* Effect.forkChild(slow)
      yield* Deferred.await(changed)
      yield* run(apply(project, newPerson(project, ["quick"])))
      yield* Deferred.succeed(goOn, undefined)
      yield* Fiber.join(fiber)
      const keys = (yield* rowsOf(project)).filter(({ topic }) => topic === "person_distinct_ids").map(({ key }) => key)
      assert.deepStrictEqual(keys, ["quick", "slow"])
    }))

  it.effect("persons, groups and members of one transaction in one statement", () =>
    Effect.gen(function*() {
      const { id, project } = yield* makeWorld
      const cohorts = yield* CohortRepository
      const { run } = yield* Transaction
      const sql = yield* SqlClient.SqlClient
      const groups = yield* GroupRepository
      yield* run(Effect.andThen(
        Effect.andThen(makeMembers(project, ["a", "b"]), ([one, two]) =>
          Effect.forEach([one, two], (cohort) =>
            captured(cohorts.addMembers(project, cohort, [id("a"), id("b")])))),
        captured(groups.save(project, [makeGroup(project, 0, "g")]))
      ))
      const statements = yield* sql`SELECT DISTINCT cmin::text FROM outbox WHERE project_id = ${project}`
      assert.strictEqual(statements.length, 1)
      assert.strictEqual((yield* rowsOf(project)).length, 9)
    }))
})

layer(storage(false), { excludeTestServices: true })("where nobody keeps copies", (it) => {
  it.effect("PostgreSQL tells nothing", () =>
    Effect.gen(function*() {
      const { id, project } = yield* makeWorld
      const groups = yield* GroupRepository
      yield* apply(project, newPerson(project, ["a"]), newPerson(project, ["b"]), {
        merged: [{ from: id("a"), into: id("b") }]
      })
      yield* captured(groups.save(project, [makeGroup(project, 0, "g")]))
      const cohort = yield* makeCohort(project)
      yield* captured((yield* CohortRepository).addMembers(project, cohort, [id("b")]))
      yield* apply(project, newPerson(project, ["c"]), { merged: [{ from: id("b"), into: id("c") }] })
      assert.deepStrictEqual(yield* rowsOf(project), [])
    }))
})
