import type { CohortId } from "@hedgerow/core/cohorts/Cohort"
import { memberRemoved } from "@hedgerow/core/cohorts/CopiedMembers"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { distinctIdRemoved, overrideRemoved, personRemoved } from "@hedgerow/core/persons/CopiedPersons"
import type { CopyMessage } from "@hedgerow/core/replication/CopyChanges"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/** A row that is gone. */
type Removed =
  | { readonly of: "person" | "override"; readonly id: Uuid; readonly cohort_id: null }
  | { readonly of: "distinct_id"; readonly id: string; readonly cohort_id: null }
  | { readonly of: "member"; readonly id: Uuid; readonly cohort_id: CohortId }

const messageOf = (project: ProjectId, { cohort_id, id, of }: Removed): CopyMessage => {
  switch (of) {
    case "person":
      return personRemoved(project, id)
    case "override":
      return overrideRemoved(project, id)
    case "distinct_id":
      return distinctIdRemoved(project, id)
    case "member":
      return memberRemoved(project, cohort_id, id)
  }
}

/** Removes persons with all that refers to them, and returns the messages that copies follow. */
export const removePersons = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function*(project: ProjectId, ids: ReadonlyArray<Uuid>) {
    if (ids.length === 0) return []
    const rows = yield* sql<Removed>`WITH gone AS (SELECT * FROM unnest(${ids}::uuid[]) g(id)
      ), distinct_ids AS (
        DELETE FROM person_distinct_ids d USING gone g WHERE d.project_id = ${project} AND d.person_id = g.id
        RETURNING d.distinct_id
      ), overrides AS (
        DELETE FROM person_overrides o USING gone g
        WHERE o.project_id = ${project} AND o.person_id = g.id RETURNING o.old_person_id
      ), members AS (
        DELETE FROM cohort_members c USING gone g WHERE c.project_id = ${project} AND c.person_id = g.id
        RETURNING c.cohort_id, c.person_id
      ), keys AS (
        DELETE FROM flag_hash_keys k USING gone g WHERE k.project_id = ${project} AND k.person_id = g.id
      ), removed AS (
        DELETE FROM persons p USING gone g WHERE p.project_id = ${project} AND p.id = g.id RETURNING p.id
      )
      SELECT 'person' AS of, id::text, NULL::int4 AS cohort_id FROM removed
      UNION ALL SELECT 'distinct_id', distinct_id, NULL FROM distinct_ids
      UNION ALL SELECT 'override', old_person_id::text, NULL FROM overrides
      UNION ALL SELECT 'member', person_id::text, cohort_id FROM members`
    return rows.map((row) => messageOf(project, row))
  })
