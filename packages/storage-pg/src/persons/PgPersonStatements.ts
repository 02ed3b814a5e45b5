import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { Person } from "@hedgerow/core/persons/Person"
import type { PersonChanges } from "@hedgerow/core/persons/PersonRepository"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import type { SqlClient } from "effect/sql"
import { timeOf } from "../database/Values.ts"

/** A person and the text of its properties. */
export interface WrittenPerson {
  readonly person: Person
  readonly properties: string
}

/** A person that becomes part of another. */
export interface Move {
  readonly from: Uuid
  readonly into: Uuid
}

/** A distinct id that has got a person, or another one. */
export interface Owner {
  readonly distinct_id: string
  readonly person_id: Uuid
}

/** A person whose id now means another one. */
export interface Overridden {
  readonly old_person_id: Uuid
  readonly person_id: Uuid
}

/** The effect of a merge on a row: to a person, to a distinct id, or to the override of an earlier merge. */
export type Merged =
  | { readonly change: "deleted"; readonly id: Uuid }
  | { readonly change: "returned"; readonly id: Uuid }
  | { readonly change: "moved"; readonly id: string; readonly person_id: Uuid }
  | { readonly change: "redirected"; readonly id: Uuid; readonly person_id: Uuid }

const everyMergedRow = `
  SELECT 'moved' AS change, distinct_id AS id, person_id FROM moved
  UNION ALL SELECT 'returned', old_person_id::text, NULL FROM returned
  UNION ALL SELECT 'redirected', old_person_id::text, person_id FROM redirected
  UNION ALL SELECT 'deleted', id::text, NULL FROM deleted`

/**
 * The statements of `PersonRepository.apply`, one for each kind of change; they return the rows that they changed if there
 * are copies (`isCopied`).
 */
export const personStatements = (sql: SqlClient.SqlClient, isCopied: boolean) => {
  const returning = (columns: string) => sql.literal(isCopied ? `RETURNING ${columns}` : "")

  return {
    upsert: (project: ProjectId, persons: ReadonlyArray<WrittenPerson>) =>
      sql`INSERT INTO persons (project_id, id, created_at, properties, is_identified, version)
        SELECT ${project}, id, ${sql.literal(timeOf("created"))}, properties, identified, version
        FROM unnest(
          ${persons.map(({ person }) => person.id)}::uuid[],
          ${persons.map(({ person }) => BigInt(person.created_at))}::int8[],
          ${persons.map(({ properties }) => properties)}::jsonb[],
          ${persons.map(({ person }) => person.is_identified)}::bool[],
          ${persons.map(({ person }) => person.version)}::int4[]
        ) p(id, created, properties, identified, version)
        ORDER BY id
        ON CONFLICT (project_id, id) DO UPDATE SET created_at = excluded.created_at, properties = excluded.properties,
          is_identified = excluded.is_identified, version = excluded.version`,

    assign: (project: ProjectId, assigned: PersonChanges["assigned"]) =>
      sql<Owner>`INSERT INTO person_distinct_ids AS known (project_id, distinct_id, person_id)
        SELECT ${project}, distinct_id, person_id
        FROM unnest(
          ${assigned.map(({ distinctId }) => distinctId)}::text[],
          ${assigned.map(({ personId }) => personId)}::uuid[]
        ) a(distinct_id, person_id)
        ORDER BY distinct_id
        ON CONFLICT (project_id, distinct_id) DO UPDATE SET person_id = excluded.person_id
        WHERE known.person_id <> excluded.person_id ${returning("distinct_id, person_id")}`,

    override: (project: ProjectId, moves: ReadonlyArray<Move>) =>
      sql<Overridden>`INSERT INTO person_overrides AS known (project_id, old_person_id, person_id, version)
        SELECT ${project}, old_id, new_id, 1
        FROM unnest(${moves.map(({ from }) => from)}::uuid[], ${
        moves.map(({ into }) => into)
      }::uuid[]) m(old_id, new_id)
        ORDER BY old_id
        ON CONFLICT (project_id, old_person_id) DO UPDATE
        SET person_id = excluded.person_id, version = known.version + 1
        WHERE known.person_id <> excluded.person_id ${returning("old_person_id, person_id")}`,

    unoverride: (project: ProjectId, ids: ReadonlyArray<Uuid>) =>
      sql<Pick<Overridden, "old_person_id">>`DELETE FROM person_overrides
        WHERE project_id = ${project} AND old_person_id = ANY(${ids}::uuid[]) ${returning("old_person_id")}`,

    merge: (project: ProjectId, moves: ReadonlyArray<Move>) =>
      sql<Merged>`WITH merged AS (
          SELECT * FROM unnest(
            ${moves.map(({ from }) => from)}::uuid[],
            ${moves.map(({ into }) => into)}::uuid[]
          ) m(old_id, new_id)
        ), moved AS (
          UPDATE person_distinct_ids d SET person_id = m.new_id FROM merged m
          WHERE d.project_id = ${project} AND d.person_id = m.old_id ${returning("d.distinct_id, d.person_id")}
        ), returned AS (
          DELETE FROM person_overrides o USING merged m
          WHERE o.project_id = ${project} AND o.person_id = m.old_id AND o.old_person_id = m.new_id
          ${returning("o.old_person_id")}
        ), redirected AS (
          UPDATE person_overrides o SET person_id = m.new_id, version = o.version + 1 FROM merged m
          WHERE o.project_id = ${project} AND o.person_id = m.old_id AND o.old_person_id <> m.new_id
          ${returning("o.old_person_id, o.person_id")}
        ), deleted AS (
          DELETE FROM persons p USING merged m WHERE p.project_id = ${project} AND p.id = m.old_id ${returning("p.id")}
        )
        ${sql.literal(isCopied ? everyMergedRow : "SELECT")}`
  }
}
