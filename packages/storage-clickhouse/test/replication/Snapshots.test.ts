import { assert, layer } from "@effect/vitest"
import { CohortRepository } from "@hedgerow/core/cohorts/CohortRepository"
import type { Project, ProjectId } from "@hedgerow/core/identity/Project"
import { Outbox } from "@hedgerow/core/outbox/Outbox"
import { OutboxRepository } from "@hedgerow/core/outbox/OutboxRepository"
import { PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import { Queries } from "@hedgerow/core/query/Queries"
import { defaultLimits, QueryLimits } from "@hedgerow/core/query/QueryLimits"
import { copyTopics } from "@hedgerow/core/replication/CopyChanges"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import { copiesBehind } from "@hedgerow/storage-clickhouse/replication/AwaitCopies"
import { copyConsumer } from "@hedgerow/storage-clickhouse/replication/CopyConsumer"
import { CopySource } from "@hedgerow/storage-clickhouse/replication/CopySnapshot"
import { SnapshotRecords } from "@hedgerow/storage-clickhouse/replication/SnapshotRecords"
import { takeSnapshot } from "@hedgerow/storage-clickhouse/replication/SnapshotRequests"
import { fixtures } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Clock, Duration, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as ClickHouseTest from "../ClickHouseTest.ts"
import { clickhouse } from "../EventStoreTest.ts"
import { beforeClickHouse, caughtUp, copied, makeCohort, owned, server, silent } from "./Copying.ts"

const change = Effect.fnUntraced(function*(project: ProjectId, name: string, version = 1) {
  const persons = yield* PersonRepository
  yield* fixtures.captured(
    persons.apply(project, fixtures.newPerson(project, [name, `${name} 2`], { properties: { name }, version }))
  )
})

const merge = Effect.fnUntraced(function*(project: ProjectId, from: string, into: string) {
  const persons = yield* PersonRepository
  const merged = [{ from: deriveUuid(project, from), into: deriveUuid(project, into) }]
  yield* fixtures.captured(persons.apply(project, fixtures.personChanges({ merged })))
})

/** Two projects with persons of whom one is merged. */
const fill = Effect.gen(function*() {
  const projects = yield* fixtures.makeTwoProjects
  for (const { id } of projects) {
    yield* change(id, "a")
    yield* change(id, "b")
    yield* merge(id, "b", "a")
  }
  return projects
})

/** Checks that the copies of a project, once they have caught up, equal PostgreSQL's records. */
const assertCopied = Effect.fnUntraced(function*({ id }: Pick<Project, "id">) {
  assert.isTrue(yield* caughtUp(id))
  const all = yield* copied(id)
  assert.deepStrictEqual(all, yield* owned(id))
  return all.length
})

const local = { local: true }

const engines = Layer.provideMerge(ClickHouseTest.engine, PgTest.layer)

layer(engines, { excludeTestServices: true, timeout: "10 minutes" })("the copies of a server", (it) => {
  it.effect("have the persons from before the first start with ClickHouse; another start copies nothing again", () =>
    Effect.gen(function*() {
      const [here, there] = yield* Effect.provide(fill, beforeClickHouse, local)
      const database = yield* Layer.build(ClickHouseTest.database)
      const first = Effect.gen(function*() {
        assert.strictEqual(yield* assertCopied(here), 1 + 4 + 1)
        yield* assertCopied(there)
        yield* change(here.id, "c")
        yield* assertCopied(here)
        return yield* (yield* Outbox).head(here.id)
      })
      const head = yield* Effect.provide(first, server, local).pipe(Effect.provide(database))
      const again = Effect.gen(function*() {
        assert.strictEqual(yield* (yield* Outbox).head(here.id), head)
        yield* merge(here.id, "c", "a")
        yield* assertCopied(here)
      })
      yield* Effect.provide(again, server, local).pipe(Effect.provide(database))
    }))

  it.effect("of a project made after the consumer was known miss none of its changes, whoever copies later", () =>
    Effect.gen(function*() {
      const database = yield* Layer.build(ClickHouseTest.database)
      const [here] = yield* Effect.provide(fill, silent, local).pipe(Effect.provide(database))
      yield* Effect.provide(assertCopied(here), server, local).pipe(Effect.provide(database))
    }))

  it.effect("are made anew after another ClickHouse was used, or none, or the consumer was forgotten", () =>
    Effect.gen(function*() {
      const [one, two] = [yield* Layer.build(ClickHouseTest.database), yield* Layer.build(ClickHouseTest.database)]
      const [here] = yield* Effect.provide(fill, beforeClickHouse, local)
      const followedBy = (database: typeof one, name: string) =>
        Effect.gen(function*() {
          yield* change(here.id, name)
          yield* change(here.id, "a", 7)
          yield* assertCopied(here)
        }).pipe((work) => Effect.provide(work, server, local), Effect.provide(database))
      yield* followedBy(one, "c")
      yield* followedBy(two, "d")
      yield* followedBy(one, "e")

      const untold = Effect.andThen(change(here.id, "f"), merge(here.id, "a", "f"))
      yield* Effect.provide(untold, beforeClickHouse, local)
      yield* followedBy(one, "g")

      const forgotten = Effect.gen(function*() {
        assert.isTrue(yield* (yield* Outbox).forget(copyConsumer))
        yield* merge(here.id, "b", "g")
        yield* (yield* OutboxRepository).trim(10_000)
      })
      yield* Effect.provide(forgotten, silent, local).pipe(Effect.provide(one))
      yield* followedBy(one, "h")
    }))

  it.effect("that were complete before members of cohorts were copied get these, and nothing else again", () =>
    Effect.gen(function*() {
      const database = yield* Layer.build(ClickHouseTest.database)
      const join = Effect.fnUntraced(function*(project: ProjectId, names: ReadonlyArray<string>) {
        const cohort = yield* makeCohort(project)
        yield* fixtures.captured(
          (yield* CohortRepository).addMembers(project, cohort, names.map((name) => deriveUuid(project, name)))
        )
      })
      const positions = Effect.fnUntraced(function*(project: ProjectId) {
        const { database, query } = yield* ClickHouse
        const sql = `SELECT position FROM ${database}.persons FINAL WHERE project_id = {project:Int32} ORDER BY ALL`
        return (yield* query({ sql, params: { project } })).rows
      })
      const [here] = yield* Effect.provide(fill, beforeClickHouse, local)
      const before = Effect.gen(function*() {
        yield* assertCopied(here)
        yield* change(here.id, "c")
        yield* assertCopied(here)
        return yield* positions(here.id)
      })
      const written = yield* Effect.provide(before, server, local).pipe(Effect.provide(database))

      const sql = yield* SqlClient.SqlClient
      yield* Effect.provide(join(here.id, ["a", "c"]), silent, local).pipe(
        Effect.provide(database),
        Effect.tap(sql`UPDATE clickhouse_snapshots SET topic = 'groups'`),
        Effect.tap(sql`DELETE FROM outbox WHERE topic = 'cohort_members'`)
      )
      const after = Effect.gen(function*() {
        assert.strictEqual(yield* assertCopied(here), 2 + 6 + 1 + 2)
        assert.deepStrictEqual(yield* positions(here.id), written)
        return yield* (yield* Outbox).head(here.id)
      })
      const again = Effect.provide(after, server, local).pipe(Effect.provide(database))
      assert.strictEqual(yield* again, yield* again)
    }))

  it.effect("that are not there in time give a query a warning, and it keeps its time limit", () =>
    Effect.gen(function*() {
      const database = yield* Layer.build(ClickHouseTest.database)
      const asking = Effect.gen(function*() {
        const [project] = yield* fill
        const queries = yield* Queries
        const ask = (query: string, timeout: Duration.Duration) =>
          queries.run(project, { query: { kind: "ServiceSqlQuery", query } }).pipe(
            Effect.provideService(QueryLimits, { ...defaultLimits, timeout })
          )
        const start = yield* Clock.currentTimeMillis
        const persons = yield* ask("SELECT count() FROM persons", Duration.seconds(3))
        const took = (yield* Clock.currentTimeMillis) - start
        assert.deepStrictEqual([persons.results, persons.warnings], [[[0]], [copiesBehind]])
        assert.isAtLeast(took, 1_500)
        assert.deepStrictEqual((yield* ask("SELECT event FROM events", Duration.seconds(3))).warnings, [])
        return project
      })
      const project = yield* Effect.provide(asking, silent, local).pipe(Effect.provide(database))
      const after = Effect.gen(function*() {
        const { results } = yield* (yield* Queries).run(project, {
          query: { kind: "ServiceSqlQuery", query: "SELECT count() FROM persons" }
        }).pipe(Effect.repeat({ until: ({ warnings }) => warnings.length === 0 }))
        assert.deepStrictEqual(results, [[1]])
      })
      yield* Effect.provide(after, server, local).pipe(Effect.provide(database))
    }))

  it.effect("go on where a snapshot was cut short, and are taken once", () =>
    Effect.gen(function*() {
      const project = 77_000 as ProjectId
      const pages: Array<string> = []
      let isBroken = true
      const source = Layer.succeed(CopySource, {
        head: () => Effect.sync(() => 10 + pages.length),
        page: (topic) =>
          Effect.suspend(() => {
            pages.push(topic)
            return isBroken && topic === "person_overrides" ? Effect.die("the process ended") : Effect.succeed([])
          })
      })
      const take = takeSnapshot("target", project)
      yield* Effect.gen(function*() {
        const records = yield* SnapshotRecords
        yield* Effect.exit(take)
        isBroken = false
        assert.deepStrictEqual(yield* records.find("target", project), {
          position: 10,
          topic: "person_overrides",
          after: null
        })
        yield* take
        assert.deepStrictEqual(pages, [...copyTopics.slice(0, 3), ...copyTopics.slice(2)])
        assert.strictEqual(yield* records.find("target", project), "taken")
        yield* take
        assert.strictEqual(pages.length, copyTopics.length + 1)
        assert.strictEqual(yield* records.find("another target", project), undefined)
        assert.strictEqual(yield* records.find("target", 77_001 as ProjectId), undefined)
      }).pipe(Effect.provide([source, SnapshotRecords.layer, clickhouse]))
    }))
})
