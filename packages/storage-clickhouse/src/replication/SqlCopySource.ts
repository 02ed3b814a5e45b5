import type { CohortId } from "@hedgerow/core/cohorts/Cohort"
import { memberCopied } from "@hedgerow/core/cohorts/CopiedMembers"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { GroupTypeIndex } from "@hedgerow/core/events/GroupTypeIndex"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { distinctIdCopied, groupCopied, overrideCopied, personCopied } from "@hedgerow/core/persons/CopiedPersons"
import { Group } from "@hedgerow/core/persons/Group"
import { Person } from "@hedgerow/core/persons/Person"
import type { CopyMessage, CopyTopic } from "@hedgerow/core/replication/CopyChanges"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { CopySource } from "./CopySnapshot.ts"

type Page<T extends CopyTopic> = (
  project: ProjectId,
  after: string | undefined,
  limit: number
) => Effect.Effect<ReadonlyArray<CopyMessage<T>>, SqlError.SqlError>

interface PersonRow {
  readonly id: Uuid
  readonly created_at: bigint
  readonly properties: Person["properties"]
  readonly is_identified: boolean
  readonly version: number
}

interface GroupRow {
  readonly group_type_index: GroupTypeIndex
  readonly group_key: string
  readonly properties: Group["properties"]
  readonly created_at: bigint
  readonly updated_at: bigint
}

/** Times as whole microseconds: the driver's dates stop at milliseconds. */
const micros = (column: string): string => `(extract(epoch FROM ${column}) * 1000000)::int8 AS ${column}`
const timeOf = (value: bigint): EventTime => Number(value) as EventTime

/** Less than every key, for a first page. */
const noUuid = "00000000-0000-0000-0000-000000000000"

const personPage = (sql: SqlClient.SqlClient): Page<"persons"> => (project, after, limit) =>
  Effect.map(
    sql<PersonRow>`SELECT id, ${sql.literal(micros("created_at"))}, properties, is_identified, version FROM persons
      WHERE project_id = ${project} AND id > ${after ?? noUuid}::uuid ORDER BY id LIMIT ${limit}`,
    (rows) =>
      rows.map((row) => personCopied(new Person({ ...row, project_id: project, created_at: timeOf(row.created_at) })))
  )

const distinctIdPage = (sql: SqlClient.SqlClient): Page<"person_distinct_ids"> => (project, after, limit) =>
  Effect.map(
    sql<{ distinct_id: string; person_id: Uuid }>`SELECT distinct_id, person_id FROM person_distinct_ids
      WHERE project_id = ${project} AND (${after === undefined} OR distinct_id > ${
      after ?? ""
    }) ORDER BY distinct_id LIMIT ${limit}`,
    (rows) => rows.map((row) => distinctIdCopied(project, row.distinct_id, row.person_id))
  )

const overridePage = (sql: SqlClient.SqlClient): Page<"person_overrides"> => (project, after, limit) =>
  Effect.map(
    sql<{ old_person_id: Uuid; person_id: Uuid }>`SELECT old_person_id, person_id FROM person_overrides
      WHERE project_id = ${project} AND old_person_id > ${after ?? noUuid}::uuid ORDER BY old_person_id LIMIT ${limit}`,
    (rows) => rows.map((row) => overrideCopied(project, row.old_person_id, row.person_id))
  )

const groupPage = (sql: SqlClient.SqlClient): Page<"groups"> => (project, after, limit) => {
  const [index = "-1", ...key] = (after ?? "-1/").split("/")
  return Effect.map(
    sql<GroupRow>`SELECT group_type_index, group_key, properties, ${sql.literal(micros("created_at"))},
        ${sql.literal(micros("updated_at"))}
      FROM groups WHERE project_id = ${project} AND (group_type_index, group_key) > (${Number(index)}::int2, ${
      key.join("/")
    })
      ORDER BY group_type_index, group_key LIMIT ${limit}`,
    (rows) =>
      rows.map((row) =>
        groupCopied(
          new Group({
            ...row,
            project_id: project,
            created_at: timeOf(row.created_at),
            updated_at: timeOf(row.updated_at)
          })
        )
      )
  )
}

const memberPage = (sql: SqlClient.SqlClient): Page<"cohort_members"> => (project, after, limit) => {
  const [cohort, person] = (after ?? `0/${noUuid}`).split("/")
  return Effect.map(
    sql<{ cohort_id: CohortId; person_id: Uuid }>`SELECT cohort_id, person_id FROM cohort_members
      WHERE project_id = ${project} AND (cohort_id, person_id) > (${Number(cohort)}::int4, ${person ?? noUuid}::uuid)
      ORDER BY cohort_id, person_id LIMIT ${limit}`,
    (rows) => rows.map((row) => memberCopied(project, row.cohort_id, row.person_id))
  )
}

/** The tables of PostgreSQL, read in pages; the head of the outbox is the caller's to give. */
export const layer = (
  head: (project: ProjectId) => Effect.Effect<number>
): Layer.Layer<CopySource, never, SqlClient.SqlClient> =>
  Layer.effect(
    CopySource,
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const pages: { readonly [T in CopyTopic]: Page<T> } = {
        persons: personPage(sql),
        person_distinct_ids: distinctIdPage(sql),
        person_overrides: overridePage(sql),
        groups: groupPage(sql),
        cohort_members: memberPage(sql)
      }
      return CopySource.of({
        head,
        page: (topic, project, after, limit) => Effect.orDie(pages[topic](project, after, limit))
      })
    })
  )
