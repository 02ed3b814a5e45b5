import type { ProjectId } from "@hedgerow/core/access/Project"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import { Person } from "@hedgerow/core/persons/Person"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { Effect } from "effect"
import { type SqlClient, SqlError } from "effect/sql"
import { eventTime, microsOf } from "./Values.ts"

/** A person as it is read. */
export interface PersonRow {
  readonly id: Uuid
  readonly created_at: bigint
  readonly properties: Person["properties"]
  readonly is_identified: boolean
  readonly version: number
}

/** The columns of a `PersonRow`, for a table named `p`. */
export const personColumns = `p.id, ${microsOf("p.created_at")} AS created_at, p.properties, p.is_identified, p.version`

export const personOf = (project: ProjectId, row: PersonRow): Person => {
  const created: EventTime = eventTime(row.created_at)
  return new Person({
    project_id: project,
    id: row.id,
    created_at: created,
    properties: row.properties,
    is_identified: row.is_identified,
    version: row.version
  })
}

/** Distinct ids nobody has yet are locked by bucket, since there is no row: this bounds the locks of a large batch. */
const buckets = 256

/** So many rounds of "somebody merged meanwhile" are taken before the transaction starts again. */
const longestChase = 10

const gaveUp = () =>
  new SqlError.SqlError({
    reason: new SqlError.SerializationError({ cause: new Error("Persons kept changing"), operation: "lockPersons" })
  })

/**
 * The persons of distinct ids, locked until the transaction ends.
 *
 * Whoever moves a distinct id holds the lock of the person it leaves, and whoever makes one holds its bucket. So once
 * the persons are locked and the distinct ids still point to them, nobody else changes either.
 */
export const lockPersons = (sql: SqlClient.SqlClient) => {
  const lockRows = Effect.fnUntraced(function*(project: ProjectId, distinctIds: ReadonlyArray<string>) {
    const rows = yield* sql<PersonRow>`SELECT ${sql.literal(personColumns)} FROM persons p
      WHERE p.project_id = ${project} AND p.id IN (
        SELECT person_id FROM person_distinct_ids
        WHERE project_id = ${project} AND distinct_id = ANY(${distinctIds}::text[])
      )
      ORDER BY p.id FOR UPDATE OF p`
    return new Map(rows.map((row) => [row.id, personOf(project, row)]))
  })

  const owners = (project: ProjectId, distinctIds: ReadonlyArray<string>) =>
    sql<{ distinct_id: string; person_id: Uuid }>`SELECT distinct_id, person_id FROM person_distinct_ids
      WHERE project_id = ${project} AND distinct_id = ANY(${distinctIds}::text[])`

  const lockBuckets = (project: ProjectId, distinctIds: ReadonlyArray<string>) =>
    sql`WITH wanted AS MATERIALIZED (
        SELECT DISTINCT hashtext(distinct_id) & ${buckets - 1} AS bucket
        FROM unnest(${distinctIds}::text[]) u(distinct_id) ORDER BY bucket
      )
      SELECT pg_advisory_xact_lock(${project}, bucket) FROM wanted`

  return Effect.fnUntraced(function*(project: ProjectId, distinctIds: ReadonlyArray<string>) {
    let areBucketsLocked = false
    for (let round = 0; round < longestChase; round++) {
      const locked = yield* lockRows(project, distinctIds)
      let owned = yield* owners(project, distinctIds)
      if (owned.length < distinctIds.length && !areBucketsLocked) {
        const known = new Set(owned.map((row) => row.distinct_id))
        yield* lockBuckets(project, distinctIds.filter((distinctId) => !known.has(distinctId)))
        areBucketsLocked = true
        owned = yield* owners(project, distinctIds)
      }
      const found = owned.flatMap(({ distinct_id, person_id }): Array<[string, Person]> => {
        const person = locked.get(person_id)
        return person === undefined ? [] : [[distinct_id, person]]
      })
      if (found.length === owned.length) return new Map(found)
    }
    return yield* gaveUp()
  })
}
