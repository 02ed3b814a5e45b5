import { assert, layer } from "@effect/vitest"
import type { CohortId } from "@hedgerow/core/cohorts/Cohort"
import { memberCopied, memberRemoved } from "@hedgerow/core/cohorts/CopiedMembers"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import {
  distinctIdCopied,
  distinctIdRemoved,
  groupCopied,
  overrideCopied,
  overrideRemoved,
  personCopied,
  personRemoved
} from "@hedgerow/core/persons/CopiedPersons"
import { Group } from "@hedgerow/core/persons/Group"
import type { CopyMessage } from "@hedgerow/core/replication/CopyChanges"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import { type CopiedRow, copyBatch } from "@hedgerow/storage-clickhouse/replication/CopyConsumer"
import { copySnapshot, CopySource } from "@hedgerow/storage-clickhouse/replication/CopySnapshot"
import { fixtures } from "@hedgerow/testing/contracts"
import { Effect, Layer } from "effect"
import { clickhouse } from "../EventStoreTest.ts"

const rowsOf = (messages: ReadonlyArray<CopyMessage>, first = 1): ReadonlyArray<CopiedRow> =>
  messages.map(({ payload, topic }, at) => ({
    topic,
    position: first + at,
    payload: JSON.parse(JSON.stringify(payload))
  }))

const read = Effect.fnUntraced(function*(columns: string, table: string, project: ProjectId) {
  const engine = yield* ClickHouse
  const { rows } = yield* engine.query({
    sql: `SELECT ${columns} FROM ${engine.database}.${table} FINAL WHERE project_id = {project:Int32} ORDER BY ALL`,
    params: { project }
  })
  return rows
})

const makeGroup = (project: ProjectId, key: string, properties: Group["properties"]): Group =>
  new Group({
    project_id: project,
    group_type_index: 2,
    group_key: key,
    properties,
    created_at: 1_700_000_000_123_456 as EventTime,
    updated_at: -1 as EventTime
  })

/** Everything as it stands in the copies. */
const everything = Effect.fnUntraced(function*(project: ProjectId) {
  return {
    persons: yield* read(
      "id, toUnixTimestamp64Micro(created_at), properties, pj.plan.:String, is_identified, version",
      "persons",
      project
    ),
    distinctIds: yield* read("distinct_id, person_id", "person_distinct_ids", project),
    overrides: yield* read("old_person_id, person_id", "person_overrides", project),
    groups: yield* read(
      "group_type_index, group_key, toUnixTimestamp64Micro(created_at), toUnixTimestamp64Micro(updated_at), properties, pj.plan.:String",
      "groups",
      project
    ),
    members: yield* read("cohort_id, person_id", "cohort_members", project)
  }
})

const cohort = 2_147_483_647 as CohortId
const odd = "tab\t line\n back\\slash 'quote' 🌿"

/** Two persons of which the second is merged into the first, one that changes, and a group that changes. */
const story = (project: ProjectId) => {
  const first = fixtures.makePerson(project, "first", { properties: { plan: "free" } })
  const second = fixtures.makePerson(project, "second")
  const messages: ReadonlyArray<CopyMessage> = [
    personCopied(first),
    distinctIdCopied(project, "first", first.id),
    personCopied(second),
    distinctIdCopied(project, odd, second.id),
    distinctIdCopied(project, "gone", second.id),
    overrideCopied(project, deriveUuid("x"), second.id),
    groupCopied(makeGroup(project, odd, { plan: "free" })),
    personCopied(fixtures.makePerson(project, "first", { properties: { z: 1, plan: "pro", [odd]: odd }, version: 2 })),
    personRemoved(project, second.id),
    distinctIdCopied(project, odd, first.id),
    distinctIdRemoved(project, "gone"),
    overrideCopied(project, second.id, first.id),
    overrideRemoved(project, deriveUuid("x")),
    groupCopied(makeGroup(project, odd, { plan: "enterprise" })),
    memberCopied(project, cohort, second.id),
    memberCopied(project, 1 as CohortId, first.id),
    memberRemoved(project, cohort, second.id),
    memberCopied(project, cohort, first.id),
    memberRemoved(project, 1 as CohortId, first.id)
  ]
  const oddJson = JSON.stringify(odd)
  const expected = {
    persons: [[
      first.id,
      "1700000000123456",
      `{"z":1,"plan":"pro",${oddJson}:${oddJson}}`,
      "pro",
      false,
      "2"
    ]],
    distinctIds: [["first", first.id], [odd, first.id]],
    overrides: [[second.id, first.id]],
    groups: [[2, odd, "1700000000123456", "-1", "{\"plan\":\"enterprise\"}", "enterprise"]],
    members: [[cohort, first.id]]
  }
  return { first, second, messages, expected }
}

const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, cell) => typeof cell === "bigint" ? String(cell) : cell))

layer(clickhouse, { excludeTestServices: true })("copies in ClickHouse", (it) => {
  it.effect("follow the outbox, tombstones included", () =>
    Effect.gen(function*() {
      const project = 1 as ProjectId
      const { expected, messages } = story(project)
      yield* copyBatch({ project, rows: rowsOf(messages) })
      assert.deepStrictEqual(plain(yield* everything(project)), plain(expected))
    }))

  it.effect("are the same when rows come again, in other batches and late", () =>
    Effect.gen(function*() {
      const project = 2 as ProjectId
      const { expected, messages } = story(project)
      const rows = rowsOf(messages)
      yield* copyBatch({ project, rows: rows.slice(0, 9) })
      yield* copyBatch({ project, rows: rows.slice(4) })
      yield* copyBatch({ project, rows: rows.slice(0, 5) })
      yield* Effect.forEach(rows.toReversed(), (row) => copyBatch({ project, rows: [row] }), { discard: true })
      assert.deepStrictEqual(plain(yield* everything(project)), plain(expected))
    }))

  it.effect("of a project hold no rows of another", () =>
    Effect.gen(function*() {
      const [here, there] = [3 as ProjectId, 4 as ProjectId]
      const { messages } = story(here)
      yield* copyBatch({ project: here, rows: rowsOf(messages) })
      assert.deepStrictEqual(yield* everything(there), {
        persons: [],
        distinctIds: [],
        overrides: [],
        groups: [],
        members: []
      })
    }))

  it.effect("skip rows that are not theirs", () =>
    Effect.gen(function*() {
      const project = 5 as ProjectId
      yield* copyBatch({ project, rows: [{ topic: "surveys", position: 1, payload: { any: "thing" } }] })
      assert.deepStrictEqual((yield* everything(project)).persons, [])
    }))

  it.effect.each([
    { v: 2, op: "set", id: "x" },
    { v: 1, op: "set", id: "not a uuid" },
    null
  ])("stop at a payload that they cannot read: %j", (payload) =>
    Effect.gen(function*() {
      const project = 6 as ProjectId
      const { messages } = story(project)
      const rows = [...rowsOf(messages), { topic: "persons", position: 99, payload }]
      yield* Effect.flip(copyBatch({ project, rows }))
      assert.deepStrictEqual((yield* everything(project)).persons, [])
    }))

  it.effect("a snapshot adds records that were never captured and removes records that are gone; later rows of the outbox win", () =>
    Effect.gen(function*() {
      const project = 7 as ProjectId
      const { first, second } = story(project)
      const stale = fixtures.makePerson(project, "stale")
      const later = fixtures.makePerson(project, "first", { properties: { plan: "later" }, version: 9 })
      const source = Layer.succeed(CopySource, {
        head: () => Effect.succeed(20),
        page: (topic, _project, after) =>
          Effect.succeed(
            [personCopied(first), personCopied(second), distinctIdCopied(project, "first", first.id)].flatMap((
              message
            ) => message.topic === topic && after === undefined ? [message as CopyMessage<typeof topic>] : [])
          )
      })
      const snapshot = Effect.provide(copySnapshot(project), source)
      const oldRows = rowsOf([
        personCopied(stale),
        distinctIdCopied(project, "stale", stale.id),
        personRemoved(project, first.id)
      ])
      yield* copyBatch({ project, rows: oldRows })
      yield* copyBatch({ project, rows: [{ topic: "persons", position: 21, payload: personCopied(later).payload }] })
      assert.strictEqual(yield* snapshot, 3)
      assert.strictEqual(yield* snapshot, 3)
      const { distinctIds, persons } = yield* everything(project)
      assert.deepStrictEqual(persons.map(([id]) => String(id)).toSorted(), [first.id, second.id].toSorted())
      assert.deepStrictEqual(distinctIds, [["first", first.id]])
      assert.strictEqual(persons.find(([id]) => id === first.id)?.[3], "later")
      yield* copyBatch({
        project,
        rows: [{ topic: "persons", position: 22, payload: personRemoved(project, second.id).payload }]
      })
      assert.deepStrictEqual((yield* everything(project)).persons.map(([id]) => id), [first.id])
    }))
})
