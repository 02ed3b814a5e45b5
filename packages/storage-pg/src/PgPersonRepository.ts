import type { ProjectId } from "@hedgerow/core/access/Project"
import type { Person } from "@hedgerow/core/persons/Person"
import { type PersonChanges, PersonRepository } from "@hedgerow/core/persons/PersonRepository"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { lockPersons, personColumns, personOf, type PersonRow } from "./PgPersonLocks.ts"
import { requireStorable, timeOf } from "./Values.ts"

interface Move {
  readonly from: Uuid
  readonly into: Uuid
}

/** Where each merged person ends up when the merges are done in order, and a later one may merge an earlier target. */
export const finalMerges = (merged: ReadonlyArray<Move>): ReadonlyArray<Move> => {
  const targets = new Map<Uuid, Uuid>()
  for (const { from, into: named } of merged) {
    const into = targets.get(named) ?? named
    if (from === into) continue
    for (const [earlier, target] of targets) if (target === from) targets.set(earlier, into)
    targets.set(from, into)
  }
  return [...targets].filter(([from, into]) => from !== into).map(([from, into]) => ({ from, into }))
}

const lastOf = <A>(items: ReadonlyArray<A>, key: (item: A) => string): ReadonlyArray<A> => [
  ...new Map(items.map((item) => [key(item), item])).values()
]

/** The statements of `PersonRepository.apply`, one for each kind of change. */
const writers = (sql: SqlClient.SqlClient) => ({
  upsert: (project: ProjectId, persons: ReadonlyArray<Person>) =>
    sql`INSERT INTO persons (project_id, id, created_at, properties, is_identified, version)
      SELECT ${project}, id, ${sql.literal(timeOf("created"))}, properties, identified, version
      FROM unnest(
        ${persons.map((person) => person.id)}::uuid[],
        ${persons.map((person) => BigInt(person.created_at))}::int8[],
        ${persons.map((person) => JSON.stringify(person.properties))}::jsonb[],
        ${persons.map((person) => person.is_identified)}::bool[],
        ${persons.map((person) => person.version)}::int4[]
      ) p(id, created, properties, identified, version)
      ORDER BY id
      ON CONFLICT (project_id, id) DO UPDATE SET created_at = excluded.created_at, properties = excluded.properties,
        is_identified = excluded.is_identified, version = excluded.version`,

  assign: (project: ProjectId, assigned: PersonChanges["assigned"]) =>
    sql`INSERT INTO person_distinct_ids AS known (project_id, distinct_id, person_id)
      SELECT ${project}, distinct_id, person_id
      FROM unnest(
        ${assigned.map(({ distinctId }) => distinctId)}::text[],
        ${assigned.map(({ personId }) => personId)}::uuid[]
      ) a(distinct_id, person_id)
      ORDER BY distinct_id
      ON CONFLICT (project_id, distinct_id) DO UPDATE SET person_id = excluded.person_id
      WHERE known.person_id <> excluded.person_id`,

  override: (project: ProjectId, moves: ReadonlyArray<Move>) =>
    sql`INSERT INTO person_overrides AS known (project_id, old_person_id, person_id, version)
      SELECT ${project}, old_id, new_id, 1
      FROM unnest(${moves.map(({ from }) => from)}::uuid[], ${moves.map(({ into }) => into)}::uuid[]) m(old_id, new_id)
      ORDER BY old_id
      ON CONFLICT (project_id, old_person_id) DO UPDATE
      SET person_id = excluded.person_id, version = known.version + 1
      WHERE known.person_id <> excluded.person_id`,

  merge: (project: ProjectId, moves: ReadonlyArray<Move>) =>
    sql`WITH merged AS (
        SELECT * FROM unnest(
          ${moves.map(({ from }) => from)}::uuid[],
          ${moves.map(({ into }) => into)}::uuid[]
        ) m(old_id, new_id)
      ), moved AS (
        UPDATE person_distinct_ids d SET person_id = m.new_id FROM merged m
        WHERE d.project_id = ${project} AND d.person_id = m.old_id
      ), returned AS (
        DELETE FROM person_overrides o USING merged m
        WHERE o.project_id = ${project} AND o.person_id = m.old_id AND o.old_person_id = m.new_id
      ), redirected AS (
        UPDATE person_overrides o SET person_id = m.new_id, version = o.version + 1 FROM merged m
        WHERE o.project_id = ${project} AND o.person_id = m.old_id AND o.old_person_id <> m.new_id
      )
      DELETE FROM persons p USING merged m WHERE p.project_id = ${project} AND p.id = m.old_id`
})

/** Persons, their distinct ids and overrides in PostgreSQL. */
export const layer: Layer.Layer<PersonRepository, never, SqlClient.SqlClient> = Layer.effect(
  PersonRepository,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const write = writers(sql)
    const locking = lockPersons(sql)

    const read = Effect.fnUntraced(function*(project: ProjectId, distinctIds: ReadonlyArray<string>) {
      const rows = yield* sql<PersonRow & { distinct_id: string }>`SELECT d.distinct_id, ${sql.literal(personColumns)}
        FROM person_distinct_ids d JOIN persons p ON p.project_id = d.project_id AND p.id = d.person_id
        WHERE d.project_id = ${project} AND d.distinct_id = ANY(${distinctIds}::text[])`
      return new Map(rows.map((row) => [row.distinct_id, personOf(project, row)]))
    })

    const applyAll = Effect.fnUntraced(function*(project: ProjectId, changes: PersonChanges) {
      const moves = finalMerges(changes.merged)
      const targets = new Map(moves.map(({ from, into }) => [from, into]))
      const overridden = changes.overridden
        .map(({ from, into }) => ({ from, into: targets.get(into) ?? into }))
        .filter(({ from, into }) => from !== into)
      const overrides = lastOf([...overridden, ...moves], ({ from }) => from)
      if (changes.upserted.length > 0) yield* write.upsert(project, lastOf(changes.upserted, (person) => person.id))
      if (changes.assigned.length > 0) {
        yield* write.assign(project, lastOf(changes.assigned, ({ distinctId }) => distinctId))
      }
      if (moves.length > 0) yield* write.merge(project, moves)
      if (overrides.length > 0) yield* write.override(project, overrides)
    }, sql.withTransaction)

    return PersonRepository.of({
      lockByDistinctIds: Effect.fn("PgPersonRepository.lockByDistinctIds")(
        function*(project: ProjectId, distinctIds: ReadonlyArray<string>) {
          const distinct = [...new Set(distinctIds)]
          if (distinct.length === 0) return new Map<string, Person>()
          yield* requireStorable(distinct)
          const open = yield* Effect.serviceOption(sql.transactionService)
          return Option.isSome(open) ? yield* locking(project, distinct) : yield* read(project, distinct)
        },
        Effect.orDie
      ),

      findByDistinctId: Effect.fn("PgPersonRepository.findByDistinctId")(
        function*(project: ProjectId, distinctId: string) {
          yield* requireStorable([distinctId])
          return (yield* read(project, [distinctId])).get(distinctId)
        },
        Effect.orDie
      ),

      distinctIdsOf: Effect.fn("PgPersonRepository.distinctIdsOf")(function*(project: ProjectId, person: Uuid) {
        const rows = yield* sql<{ distinct_id: string }>`SELECT distinct_id FROM person_distinct_ids
          WHERE project_id = ${project} AND person_id = ${person}::uuid ORDER BY distinct_id`
        return rows.map((row) => row.distinct_id)
      }, Effect.orDie),

      apply: Effect.fn("PgPersonRepository.apply")(function*(project: ProjectId, changes: PersonChanges) {
        yield* requireStorable(changes.assigned.map(({ distinctId }) => distinctId))
        yield* applyAll(project, changes)
      }, Effect.orDie)
    })
  })
)
