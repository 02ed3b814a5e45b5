import { assert, type Vitest } from "@effect/vitest"
import { ActivityLog } from "@hedgerow/core/activity/ActivityLog"
import { compacting } from "@hedgerow/core/deletions/Compaction"
import { DataDeletions } from "@hedgerow/core/deletions/DataDeletions"
import { DeletionSettings } from "@hedgerow/core/deletions/DeletionSettings"
import type { DomainServices } from "@hedgerow/core/Domain"
import type { Project } from "@hedgerow/core/identity/Project"
import { Jobs } from "@hedgerow/core/jobs/Jobs"
import { PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import { QueryLogRepository } from "@hedgerow/core/query/log/QueryLogRepository"
import type { StoragePorts } from "@hedgerow/core/StoragePorts"
import { Duration, Effect } from "effect"
import { makeProject } from "../fixtures.ts"
import { StoredRows } from "../StoredRows.ts"
import { ask, capture, editing, logEntry, runJob } from "./DeletionWorld.ts"

type It = Vitest.MethodsNonLive<DomainServices | StoragePorts | StoredRows>

const settled = Effect.provideService(DeletionSettings, { settledAfter: Duration.zero })

const event = (distinct_id: string, name: string, properties: object = {}) => ({
  event: name,
  distinct_id,
  timestamp: "2024-06-10T09:00:00Z",
  properties
})

/** Ada, who was anonymous before, and Bob; each with a page and an order. */
const people = (project: Project) =>
  capture(project, [
    event("anonymous-ada", "page"),
    event("ada@example.com", "$identify", {
      $anon_distinct_id: "anonymous-ada",
      $set: { email: "ada@lovelace.example", plan: "pro" }
    }),
    event("ada@example.com", "order", { card: "4111-ada" }),
    event("bob", "page", { $set: { email: "bob@example.com" } }),
    event("bob", "order")
  ])

/** Every event: its name and its person's distinct id, in order. */
const seen = (project: Project) =>
  Effect.map(
    ask(project, "SELECT event, distinct_id FROM events ORDER BY event, distinct_id"),
    (rows) => rows.map((row) => row.map(String).join(" ")).join(", ")
  )

/** The next millisecond: what is captured from then on was not there when a deletion was asked for. */
const tick = Effect.sleep(2)

const storedNames = (project: Project) =>
  Effect.flatMap(
    StoredRows,
    (rows) =>
      Effect.map(rows.events(project.id), (events) =>
        events.map(({ distinct_id, event }) => `${event} ${distinct_id}`).toSorted().join(", "))
  )

/** Tests of whole deletions: what queries see at once, what the job leaves, what comes later. */
export const deletionTests = (it: It): void => {
  it.effect("a person and its events are seen by no query at once, and removed by the job", () =>
    Effect.gen(function*() {
      const [project, other] = [yield* makeProject, yield* makeProject]
      const persons = yield* PersonRepository
      const deletions = yield* DataDeletions
      yield* people(project)
      yield* people(other)
      const ada = yield* Effect.fromNullishOr(yield* persons.findByDistinctId(project.id, "ada@example.com"))
      assert.include(yield* seen(project), "order ada@example.com")
      const deletion = yield* deletions.deletePerson(editing(project), ada.id, true)
      assert.strictEqual(yield* seen(project), "order bob, page bob")
      const outer = "SELECT count(e.uuid) FROM (SELECT 1 AS one) AS o LEFT JOIN events AS e ON 1 = o.one"
      assert.deepStrictEqual(yield* ask(project, outer), [[2]])
      assert.strictEqual(yield* persons.count(project.id), 1)
      assert.strictEqual(yield* persons.findByDistinctId(project.id, "anonymous-ada"), undefined)
      assert.include(yield* storedNames(project), "order ada@example.com")

      const done = yield* runJob(deletion)
      assert.deepInclude(done, { status: "completed", persons_count: 1, distinct_ids_count: 2, events_count: 3 })
      assert.deepStrictEqual([done.person_ids, done.distinct_ids, done.names], [[], [], []])
      assert.strictEqual(yield* storedNames(project), "order bob, page bob")
      assert.strictEqual(yield* seen(project), "order bob, page bob")
      assert.strictEqual((yield* seen(other)).split(", ").length, 5)
      assert.strictEqual(yield* persons.count(other.id), 2)
      assert.deepStrictEqual(yield* runJob(deletion), done, "once more changes nothing")
    }).pipe(settled))

  it.effect("a later event of a deleted distinct id makes a new person without any old property", () =>
    Effect.gen(function*() {
      const project = yield* makeProject
      const persons = yield* PersonRepository
      yield* people(project)
      const ada = yield* Effect.fromNullishOr(yield* persons.findByDistinctId(project.id, "ada@example.com"))
      const deletion = yield* (yield* DataDeletions).deletePerson(editing(project), ada.id, true)
      yield* tick
      yield* capture(project, [
        event("anonymous-ada", "back", { $set: { plan: "free" } }),
        event("ada@example.com", "back")
      ])
      const back = "back ada@example.com, back anonymous-ada, order bob, page bob"
      assert.strictEqual(yield* seen(project), back)
      yield* runJob(deletion)
      assert.strictEqual(yield* seen(project), back)
      const now = yield* Effect.fromNullishOr(yield* persons.findByDistinctId(project.id, "anonymous-ada"))
      assert.deepStrictEqual(now.properties, { plan: "free" })
      assert.deepStrictEqual(
        yield* ask(project, "SELECT properties.plan, properties.email FROM persons WHERE properties.plan = 'free'"),
        [["free", null]]
      )
      assert.strictEqual(yield* persons.count(project.id), 3)
    }).pipe(settled))

  it.effect("without its events a person goes and the events stay", () =>
    Effect.gen(function*() {
      const project = yield* makeProject
      yield* people(project)
      const body = { distinct_ids: ["anonymous-ada", "nobody"] }
      const { deletion, found } = yield* (yield* DataDeletions).deletePersons(editing(project), body)
      assert.strictEqual(found, 1)
      yield* runJob(yield* Effect.fromNullishOr(deletion))
      assert.strictEqual((yield* seen(project)).split(", ").length, 5)
      assert.strictEqual(yield* (yield* PersonRepository).count(project.id), 1)
    }).pipe(settled))

  it.effect("events go by name and time, and a dry run only counts them", () =>
    Effect.gen(function*() {
      const project = yield* makeProject
      const deletions = yield* DataDeletions
      yield* people(project)
      const body = { events: ["order"], date_from: "2024-06-10T00:00:00Z", date_to: "2024-06-11T00:00:00Z" }
      const { deletion: dry } = yield* deletions.create(editing(project), { ...body, dry_run: true })
      assert.strictEqual(dry.events_count, 2)
      assert.strictEqual((yield* deletions.list(project.id, { limit: 10, offset: 0 })).count, 0)
      const { deletion } = yield* deletions.create(editing(project), body)
      assert.notInclude(yield* seen(project), "order")
      yield* runJob(deletion)
      assert.notInclude(yield* storedNames(project), "order")
      assert.strictEqual((yield* seen(project)).split(", ").length, 3)
      assert.strictEqual(yield* (yield* PersonRepository).count(project.id), 2)
    }).pipe(settled))

  it.effect("the query log forgets texts that name the person, and the activity log names nobody", () =>
    Effect.gen(function*() {
      const project = yield* makeProject
      const log = yield* QueryLogRepository
      const persons = yield* PersonRepository
      yield* people(project)
      yield* log.append([
        yield* logEntry(project.id, "SELECT 1 FROM events WHERE distinct_id = 'ada@example.com'"),
        yield* logEntry(project.id, "SELECT 1 FROM persons WHERE properties.email = 'ada@lovelace.example'"),
        yield* logEntry(project.id, "SELECT 2 FROM events WHERE distinct_id = 'bob'")
      ])
      const ada = yield* Effect.fromNullishOr(yield* persons.findByDistinctId(project.id, "ada@example.com"))
      const done = yield* runJob(yield* (yield* DataDeletions).deletePerson(editing(project), ada.id, false))
      assert.strictEqual(done.texts_count, 2)
      const texts = (yield* log.newest(project.id, { rows: 10, characters: 10_000 })).map(({ query }) => query)
      assert.deepStrictEqual(texts.toSorted(), ["", "", "SELECT 2 FROM events WHERE distinct_id = 'bob'"])
      const { items } = yield* (yield* ActivityLog).list({ project: project.id }, { limit: 10, offset: 0 })
      assert.deepStrictEqual(items.map(({ activity, scope }) => `${scope} ${activity}`).toSorted(), [
        "DataDeletion created",
        "DataDeletion updated"
      ])
      for (const secret of ["ada@", "anonymous", ada.id]) assert.notInclude(JSON.stringify(items), secret)
    }).pipe(settled))
  it.effect("deletions that are completed one after the other leave one compaction to do", () =>
    Effect.gen(function*() {
      const deletions = yield* DataDeletions
      const jobs = yield* Jobs
      const [project, other] = [yield* makeProject, yield* makeProject]
      for (const one of [project, other]) {
        const { deletion } = yield* deletions.create(editing(one), { events: ["order"] })
        assert.strictEqual((yield* runJob(deletion)).status, "completed")
      }
      const waiting = (yield* jobs.counts(null)).filter(({ kind }) => kind === compacting.name)
      assert.deepStrictEqual(waiting, [{ kind: "data.compact", state: "ready", count: 1 }])
    }).pipe(settled))
}
