import type { CohortId } from "@hedgerow/core/cohorts/Cohort"
import { CohortRepository } from "@hedgerow/core/cohorts/CohortRepository"
import { memberCopied } from "@hedgerow/core/cohorts/CopiedMembers"
import * as Domain from "@hedgerow/core/Domain"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { GroupTypeIndex } from "@hedgerow/core/events/GroupTypeIndex"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Outbox } from "@hedgerow/core/outbox/Outbox"
import * as OutboxRunner from "@hedgerow/core/outbox/OutboxRunner"
import { distinctIdCopied, groupCopied, overrideCopied, personCopied } from "@hedgerow/core/persons/CopiedPersons"
import { Group } from "@hedgerow/core/persons/Group"
import { Person } from "@hedgerow/core/persons/Person"
import { type CopyMessage, type CopyTopic, copyTopics } from "@hedgerow/core/replication/CopyChanges"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { StorageConsumers } from "@hedgerow/core/Workers"
import * as ClickHouseStorage from "@hedgerow/storage-clickhouse/ClickHouseStorage"
import { ClickHouse } from "@hedgerow/storage-clickhouse/client/ClickHouse"
import { OnMismatch } from "@hedgerow/storage-clickhouse/installation/Installation"
import { copyConsumer } from "@hedgerow/storage-clickhouse/replication/CopyConsumer"
import { CopySource } from "@hedgerow/storage-clickhouse/replication/CopySnapshot"
import * as SqlCopySource from "@hedgerow/storage-clickhouse/replication/SqlCopySource"
import * as PgStorage from "@hedgerow/storage-pg/PgStorage"
import { DateTime, Effect, Layer } from "effect"

const source = SqlCopySource.layer(() => Effect.succeed(0))

/**
 * A server without HTTP, whose events are in ClickHouse; it captures changes of persons, but no consumer copies them.
 * It accepts any ClickHouse.
 */
export const silent = Layer.mergeAll(Domain.layer, source).pipe(
  Layer.provideMerge(Layer.orDie(ClickHouseStorage.layer(PgStorage.layerWithoutEvents, { isDurable: false }))),
  Layer.provide(Layer.succeed(OnMismatch, "adopt")),
  Layer.orDie
)

/** The same server, which copies. */
export const server = OutboxRunner.layer(Effect.map(StorageConsumers, (consumers) => consumers)).pipe(
  Layer.provideMerge(silent)
)

/** A server whose events are in PostgreSQL. */
export const beforeClickHouse = Domain.layer.pipe(
  Layer.provideMerge(PgStorage.layerDatabase),
  Layer.orDie
)

/** Waits until the copies have all captured changes; false when that takes very long. */
export const caughtUp = Effect.fnUntraced(function*(project: ProjectId) {
  const outbox = yield* Outbox
  return yield* outbox.waitUntilPassed(copyConsumer, project, yield* outbox.head(project), "20 seconds")
})

type Row = ReadonlyArray<unknown>

const timeOf = (micros: unknown) => Number(micros) as EventTime
const documentOf = (text: unknown): Person["properties"] => JSON.parse(String(text))

const reading: {
  readonly [T in CopyTopic]: {
    readonly columns: string
    readonly read: (project: ProjectId, row: Row) => CopyMessage<T>
  }
} = {
  persons: {
    columns: "toString(id), toUnixTimestamp64Micro(created_at), properties, is_identified, version",
    read: (project_id, [id, created, properties, identified, version]) =>
      personCopied(
        new Person({
          project_id,
          id: String(id) as Uuid,
          created_at: timeOf(created),
          properties: documentOf(properties),
          is_identified: identified === true,
          version: Number(version)
        })
      )
  },
  person_distinct_ids: {
    columns: "distinct_id, toString(person_id)",
    read: (project, [id, person]) => distinctIdCopied(project, String(id), String(person) as Uuid)
  },
  person_overrides: {
    columns: "toString(old_person_id), toString(person_id)",
    read: (project, [old, person]) => overrideCopied(project, String(old) as Uuid, String(person) as Uuid)
  },
  groups: {
    columns:
      "group_type_index, group_key, toUnixTimestamp64Micro(created_at), toUnixTimestamp64Micro(updated_at), properties",
    read: (project_id, [index, key, created, updated, properties]) =>
      groupCopied(
        new Group({
          project_id,
          group_type_index: Number(index) as GroupTypeIndex,
          group_key: String(key),
          created_at: timeOf(created),
          updated_at: timeOf(updated),
          properties: documentOf(properties)
        })
      )
  },
  cohort_members: {
    columns: "cohort_id, toString(person_id)",
    read: (project, [cohort, person]) => memberCopied(project, Number(cohort) as CohortId, String(person) as Uuid)
  }
}

/** A cohort that lists its members, of whom there are none yet. */
export const makeCohort = Effect.fnUntraced(function*(project: ProjectId) {
  const cohorts = yield* CohortRepository
  const { id } = yield* cohorts.create({
    project_id: project,
    name: "Walkers",
    description: "",
    groups: [],
    deleted: false,
    filters: null,
    query: null,
    is_static: true,
    cohort_type: "static",
    is_calculating: false,
    last_calculation: null,
    errors_calculating: 0,
    count: null,
    version: 1,
    created_by: null,
    created_at: yield* DateTime.now
  })
  return id
})

/** Messages as their texts, sorted. */
const textsOf = (messages: ReadonlyArray<CopyMessage>) => messages.map((message) => JSON.stringify(message)).toSorted()

/** All copies in ClickHouse, as the messages that would carry them. */
export const copied = Effect.fnUntraced(function*(project: ProjectId) {
  const engine = yield* ClickHouse
  const all = yield* Effect.forEach(copyTopics, (topic) => {
    const { columns, read } = reading[topic]
    const sql = `SELECT ${columns} FROM ${engine.database}.${topic} FINAL WHERE project_id = {project:Int32}`
    return Effect.map(engine.query({ sql, params: { project } }), ({ rows }) => rows.map((row) => read(project, row)))
  })
  return textsOf(all.flat())
})

/** All records of PostgreSQL that are copied, as the messages that would carry them. */
export const owned = Effect.fnUntraced(function*(project: ProjectId) {
  const { page } = yield* CopySource
  const all = yield* Effect.forEach(copyTopics, (topic) => page(topic, project, undefined, 10_000))
  return textsOf(all.flat())
})
