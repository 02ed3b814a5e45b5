import type { PropertyBounds } from "@hedgerow/core/events/CaptureLimits"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Person } from "@hedgerow/core/persons/Person"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { Effect } from "effect"
import { type SqlClient, SqlError, type Statement } from "effect/sql"
import { readKnown, rowsAtOnce, sizedRows } from "../database/KnownChunks.ts"
import { eventTime, microsOf } from "../database/Values.ts"

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

const sizedColumns = `id, ${microsOf("created_at")} AS created_at, is_identified, version`

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

/** The most rounds of "somebody merged meanwhile" before the transaction starts again. */
const longestChase = 10

const gaveUp = () =>
  new SqlError.SqlError({
    reason: new SqlError.SerializationError({ cause: new Error("Persons kept changing"), operation: "lockPersons" })
  })

/**
 * The persons of distinct ids, locked until the transaction ends.
 *
 * A transaction that moves a distinct id holds the lock of the person it leaves, and one that makes a distinct id holds
 * its bucket. So once the persons are locked and the distinct ids still point to them, nobody else changes either.
 */
export const lockPersons = (sql: SqlClient.SqlClient) => {
  const rowsOf = (source: Statement.Fragment) => sizedRows<PersonRow>(sql, { columns: sizedColumns, key: "id", source })

  const ownersOf = (project: ProjectId, distinctIds: ReadonlyArray<string>) =>
    sql`p.project_id = ${project} AND p.id IN (
        SELECT person_id FROM person_distinct_ids
        WHERE project_id = ${project} AND distinct_id = ANY(${distinctIds}::text[])
      )`

  const locked = (columns: string, project: ProjectId, distinctIds: ReadonlyArray<string>) =>
    sql<{ readonly id: Uuid }>`SELECT ${sql.literal(columns)} FROM persons p
      WHERE ${ownersOf(project, distinctIds)} ORDER BY p.id FOR UPDATE OF p`

  /** All are locked at once, so that two that lock the same ones wait for each other; few are read by the way. */
  const lockRows = Effect.fnUntraced(
    function*(project: ProjectId, distinctIds: ReadonlyArray<string>, bounds: PropertyBounds | undefined) {
      const areFew = distinctIds.length <= rowsAtOnce
      const first = areFew ? yield* rowsOf(locked("p.*", project, distinctIds)) : []
      const ids = areFew ? [] : (yield* locked("p.id", project, distinctIds)).map(({ id }) => id)
      const rows = yield* readKnown(
        bounds,
        first,
        ids,
        ({ id }) => id,
        (part) => rowsOf(sql`SELECT * FROM persons p WHERE p.project_id = ${project} AND p.id = ANY(${part}::uuid[])`)
      )
      return new Map(rows.map((row) => [row.id, personOf(project, row)]))
    }
  )

  const owners = (project: ProjectId, distinctIds: ReadonlyArray<string>) =>
    sql<{ distinct_id: string; person_id: Uuid }>`SELECT distinct_id, person_id FROM person_distinct_ids
      WHERE project_id = ${project} AND distinct_id = ANY(${distinctIds}::text[])`

  const lockBuckets = (project: ProjectId, distinctIds: ReadonlyArray<string>) =>
    sql`WITH wanted AS MATERIALIZED (
        SELECT DISTINCT hashtext(distinct_id) & ${buckets - 1} AS bucket
        FROM unnest(${distinctIds}::text[]) u(distinct_id) ORDER BY bucket
      )
      SELECT pg_advisory_xact_lock(${project}, bucket) FROM wanted`

  return Effect.fnUntraced(function*(
    project: ProjectId,
    distinctIds: ReadonlyArray<string>,
    bounds: PropertyBounds | undefined
  ) {
    let areBucketsLocked = false
    for (let round = 0; round < longestChase; round++) {
      const locked = yield* lockRows(project, distinctIds, bounds)
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
