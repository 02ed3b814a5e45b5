import { assert, layer } from "@effect/vitest"
import { CohortRepository } from "@hedgerow/core/cohorts/CohortRepository"
import { memberCopied } from "@hedgerow/core/cohorts/CopiedMembers"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { GroupTypeIndex } from "@hedgerow/core/events/GroupTypeIndex"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { distinctIdCopied, groupCopied, overrideCopied, personCopied } from "@hedgerow/core/persons/CopiedPersons"
import { Group } from "@hedgerow/core/persons/Group"
import { GroupRepository } from "@hedgerow/core/persons/GroupRepository"
import { PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import { type CopyTopic, copyTopics } from "@hedgerow/core/replication/CopyChanges"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import { copySnapshot, CopySource } from "@hedgerow/storage-clickhouse/replication/CopySnapshot"
import * as SqlCopySource from "@hedgerow/storage-clickhouse/replication/SqlCopySource"
import * as PgCohortRepository from "@hedgerow/storage-pg/cohorts/PgCohortRepository"
import * as PgGroupRepository from "@hedgerow/storage-pg/persons/PgGroupRepository"
import * as PgPersonRepository from "@hedgerow/storage-pg/persons/PgPersonRepository"
import { fixtures } from "@hedgerow/testing/contracts"
import { PgTest } from "@hedgerow/testing/node"
import { Effect, Layer } from "effect"
import { clickhouse } from "../EventStoreTest.ts"
import { makeCohort } from "./Copying.ts"

const byKey = (a: { readonly key: string }, b: { readonly key: string }) => a.key < b.key ? -1 : 1

const makeGroup = (project: ProjectId, index: GroupTypeIndex, key: string): Group =>
  new Group({
    project_id: project,
    group_type_index: index,
    group_key: key,
    properties: { name: key, size: 12.5 },
    created_at: 1_700_000_000_000_001 as EventTime,
    updated_at: -1 as EventTime
  })

/** A few persons of which one is merged into another, cohorts of them, and groups whose keys have what cursors are cut at. */
const fill = Effect.fnUntraced(function*(project: ProjectId) {
  const persons = yield* PersonRepository
  const cohorts = yield* CohortRepository
  const groups = yield* GroupRepository
  for (const name of ["a", "b/c", "d'e", "🌿", "f"]) {
    yield* persons.apply(project, fixtures.newPerson(project, [name, `${name} 2`], { properties: { name, n: 1e21 } }))
      .uncaptured
  }
  yield* persons.apply(project, fixtures.newPerson(project, ["a", ""], { properties: { name: "a", n: 1e21 } }))
    .uncaptured
  const [from, into] = ["f", "a"].map((name) => fixtures.makePerson(project, name).id)
  if (from === undefined || into === undefined) return yield* Effect.die("no persons")
  yield* persons.apply(project, fixtures.personChanges({ merged: [{ from, into }] })).uncaptured
  const saved = [
    makeGroup(project, 0, "x/y"),
    makeGroup(project, 0, "x"),
    makeGroup(project, 1, ""),
    makeGroup(project, 4, "tab\t\\")
  ]
  yield* groups.save(project, saved).uncaptured
  const kept = ["a", "b/c", "d'e", "🌿"].map((name) =>
    fixtures.makePerson(project, name, { properties: { name, n: 1e21 } })
  )
  const owners = kept.flatMap((person) => {
    const name = String(person.properties["name"])
    return [name, `${name} 2`].map((id) => distinctIdCopied(project, id, person.id))
  })
  const moved = ["", "f", "f 2"].map((id) => distinctIdCopied(project, id, into))
  const members = yield* Effect.forEach([kept, kept.slice(1, 3)], (some) =>
    Effect.gen(function*() {
      const cohort = yield* makeCohort(project)
      yield* cohorts.addMembers(project, cohort, some.map(({ id }) => id)).uncaptured
      return some.map(({ id }) => memberCopied(project, cohort, id))
    }))
  return {
    persons: kept.map(personCopied),
    person_distinct_ids: [...owners, ...moved],
    person_overrides: [overrideCopied(project, from, into)],
    groups: saved.map(groupCopied),
    cohort_members: members.flat()
  }
})

const readAll = Effect.fnUntraced(function*<T extends CopyTopic>(topic: T, project: ProjectId, pageSize: number) {
  const source = yield* CopySource
  const all = []
  let after: string | undefined
  while (true) {
    const page = yield* source.page(topic, project, after, pageSize)
    all.push(...page)
    after = page.at(-1)?.key
    if (page.length < pageSize) return all.toSorted(byKey)
  }
})

const source = Layer.mergeAll(
  SqlCopySource.layer(() => Effect.succeed(3)),
  PgCohortRepository.layer,
  PgGroupRepository.layer,
  PgPersonRepository.layer
).pipe(Layer.provideMerge(PgTest.layer))

layer(Layer.merge(source, clickhouse), { excludeTestServices: true })("what PostgreSQL has to copy", (it) => {
  it.effect("is read in pages of any size, of one project", () =>
    Effect.gen(function*() {
      const [project, other] = [1 as ProjectId, 2 as ProjectId]
      const expected = yield* fill(project)
      yield* fill(other)
      for (const topic of copyTopics) {
        for (const pageSize of [1, 2, 3, 100]) {
          const read = yield* readAll(topic, project, pageSize)
          assert.deepStrictEqual(
            JSON.parse(JSON.stringify(read)),
            JSON.parse(JSON.stringify(expected[topic].toSorted(byKey)))
          )
        }
      }
    }))

  it.effect("is the same in ClickHouse after a snapshot", () =>
    Effect.gen(function*() {
      const project = 3 as ProjectId
      const expected = yield* fill(project)
      const engine = yield* ClickHouse
      assert.strictEqual(yield* copySnapshot(project), 4 + 11 + 1 + 4 + 6)
      const counts = yield* Effect.forEach(copyTopics, (topic) =>
        engine.query({ sql: `SELECT count() FROM ${engine.database}.${topic} FINAL WHERE project_id = 3` }))
      assert.deepStrictEqual(
        counts.map(({ rows }) =>
          Number(rows[0]?.[0])
        ),
        copyTopics.map((topic) => expected[topic].length)
      )
      const { rows } = yield* engine.query({
        sql:
          `SELECT pj.name.:String, pj.n.:String FROM ${engine.database}.persons FINAL WHERE project_id = 3 ORDER BY ALL`
      })
      assert.deepStrictEqual(rows, ["a", "b/c", "d'e", "🌿"].map((name) => [name, "1000000000000000000000"]))
    }))
})
