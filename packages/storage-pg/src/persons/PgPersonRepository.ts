import type { PropertyBounds } from "@hedgerow/core/events/CaptureLimits"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Person } from "@hedgerow/core/persons/Person"
import { type KnownPerson, type PersonChanges, PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import { CopiedElsewhere } from "@hedgerow/core/replication/CopiedElsewhere"
import { isStorable, requireStorable } from "@hedgerow/core/shared/StorableText"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import type { PgDatabase } from "../database/PgDatabase.ts"
import { personChanges } from "./PgPersonChanges.ts"
import { lockPersons, personColumns, personOf, type PersonRow } from "./PgPersonLocks.ts"
import { removePersons } from "./PgRemovedPersons.ts"

interface KnownRow extends PersonRow {
  readonly distinct_ids: ReadonlyArray<string>
}

const knownOf = (project: ProjectId, row: KnownRow): KnownPerson => ({
  person: personOf(project, row),
  distinctIds: row.distinct_ids
})

/** The project's persons with their distinct ids, for a condition to follow. */
const knownPersons = (sql: SqlClient.SqlClient, project: ProjectId) =>
  sql`SELECT ${sql.literal(personColumns)}, ARRAY(
      SELECT d.distinct_id FROM person_distinct_ids d
      WHERE d.project_id = p.project_id AND d.person_id = p.id ORDER BY d.distinct_id
    ) AS distinct_ids
    FROM persons p WHERE p.project_id = ${project}`

/** Persons, their distinct ids and overrides in PostgreSQL. */
export const layer: Layer.Layer<PersonRepository, never, PgDatabase | SqlClient.SqlClient> = Layer.effect(
  PersonRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const isCopied = yield* CopiedElsewhere
    const applyAll = personChanges(sql, isCopied)
    const locking = lockPersons(sql)
    const removeAll = removePersons(sql)

    const read = Effect.fnUntraced(function*(project: ProjectId, distinctIds: ReadonlyArray<string>) {
      const rows = yield* sql<PersonRow & { distinct_id: string }>`SELECT d.distinct_id, ${sql.literal(personColumns)}
        FROM person_distinct_ids d JOIN persons p ON p.project_id = d.project_id AND p.id = d.person_id
        WHERE d.project_id = ${project} AND d.distinct_id = ANY(${distinctIds}::text[])`
      return new Map(rows.map((row) => [row.distinct_id, personOf(project, row)]))
    })

    const apply = Effect.fn("PgPersonRepository.apply")(function*(project: ProjectId, changes: PersonChanges) {
      yield* requireStorable(changes.assigned.map(({ distinctId }) => distinctId))
      return yield* applyAll(project, changes)
    }, Effect.orDie)

    const remove = Effect.fn("PgPersonRepository.remove")(function*(project: ProjectId, ids: ReadonlyArray<Uuid>) {
      const messages = yield* removeAll(project, ids)
      return isCopied ? messages : []
    }, Effect.orDie)

    return PersonRepository.of({
      lockByDistinctIds: Effect.fn("PgPersonRepository.lockByDistinctIds")(
        function*(project: ProjectId, distinctIds: ReadonlyArray<string>, bounds?: PropertyBounds) {
          const distinct = [...new Set(distinctIds)]
          if (distinct.length === 0) return new Map<string, Person>()
          yield* requireStorable(distinct)
          const open = yield* Effect.serviceOption(sql.transactionService)
          return Option.isSome(open) ? yield* locking(project, distinct, bounds) : yield* read(project, distinct)
        },
        Effect.catchTag("SqlError", Effect.die)
      ),

      findByDistinctId: Effect.fn("PgPersonRepository.findByDistinctId")(
        function*(project: ProjectId, distinctId: string) {
          yield* requireStorable([distinctId])
          return (yield* read(project, [distinctId])).get(distinctId)
        },
        Effect.orDie
      ),

      findByDistinctIds: Effect.fn("PgPersonRepository.findByDistinctIds")(
        (project: ProjectId, distinctIds: ReadonlyArray<string>) => read(project, distinctIds.filter(isStorable)),
        Effect.orDie
      ),

      distinctIdsOf: Effect.fn("PgPersonRepository.distinctIdsOf")(function*(project: ProjectId, person: Uuid) {
        const rows = yield* sql<{ distinct_id: string }>`SELECT distinct_id FROM person_distinct_ids
          WHERE project_id = ${project} AND person_id = ${person}::uuid ORDER BY distinct_id`
        return rows.map((row) => row.distinct_id)
      }, Effect.orDie),

      page: Effect.fn("PgPersonRepository.page")(
        function*(project: ProjectId, after: Uuid | undefined, limit: number) {
          const rows = yield* sql<KnownRow>`${knownPersons(sql, project)}
            AND p.id > coalesce(nullif(${after ?? ""}, '')::uuid, '00000000-0000-0000-0000-000000000000')
            ORDER BY p.id LIMIT ${limit}`
          return rows.map((row) => knownOf(project, row))
        },
        Effect.orDie
      ),

      findByIds: Effect.fn("PgPersonRepository.findByIds")(function*(project: ProjectId, ids: ReadonlyArray<Uuid>) {
        if (ids.length === 0) return []
        const rows = yield* sql<KnownRow>`${knownPersons(sql, project)} AND p.id = ANY(${ids}::uuid[]) ORDER BY p.id`
        return rows.map((row) => knownOf(project, row))
      }, Effect.orDie),

      count: Effect.fn("PgPersonRepository.count")(function*(project: ProjectId) {
        const rows = yield* sql<
          { count: number }
        >`SELECT count(*)::int4 AS count FROM persons WHERE project_id = ${project}`
        return rows[0]?.count ?? 0
      }, Effect.orDie),

      recordedAs: Effect.fn("PgPersonRepository.recordedAs")(function*(project: ProjectId, ids: ReadonlyArray<Uuid>) {
        const rows = yield* sql<{ id: Uuid }>`SELECT id FROM unnest(${ids}::uuid[]) g(id)
          UNION SELECT old_person_id FROM person_overrides
          WHERE project_id = ${project} AND person_id = ANY(${ids}::uuid[]) ORDER BY id`
        return rows.map(({ id }) => id)
      }, Effect.orDie),

      ownersOf: Effect.fn("PgPersonRepository.ownersOf")(function*(project: ProjectId, ids: ReadonlyArray<Uuid>) {
        if (ids.length === 0) return new Map<Uuid, Uuid>()
        const rows = yield* sql<{ id: Uuid; owner: Uuid }>`SELECT id, id AS owner FROM persons
          WHERE project_id = ${project} AND id = ANY(${ids}::uuid[])
          UNION ALL SELECT old_person_id, person_id FROM person_overrides
          WHERE project_id = ${project} AND old_person_id = ANY(${ids}::uuid[])`
        return new Map(rows.map(({ id, owner }) => [id, owner]))
      }, Effect.orDie),

      remove: (project: ProjectId, ids: ReadonlyArray<Uuid>) => ({ isCopied, uncaptured: remove(project, ids) }),

      apply: (project: ProjectId, changes: PersonChanges) => ({ isCopied, uncaptured: apply(project, changes) })
    })
  })
)
