import type { CohortId } from "@hedgerow/core/cohorts/Cohort"
import type { PersonRange } from "@hedgerow/core/cohorts/CohortRepository"
import { memberCopied, memberRemoved } from "@hedgerow/core/cohorts/CopiedMembers"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { CopyMessage } from "@hedgerow/core/replication/CopyChanges"
import type { PageRequest } from "@hedgerow/core/shared/Page"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

interface MemberRow {
  readonly person_id: Uuid
  readonly cohort_id: CohortId
}

const grouped = (rows: ReadonlyArray<MemberRow>): ReadonlyMap<Uuid, ReadonlySet<CohortId>> => {
  const found = new Map<Uuid, Set<CohortId>>()
  for (const { cohort_id, person_id } of rows) {
    const cohorts = found.get(person_id) ?? new Set()
    found.set(person_id, cohorts.add(cohort_id))
  }
  return found
}

/**
 * The statements of a cohort's members. Those that change them are for inside a `Transaction.run` and return the messages
 * that copies follow, if there are any (`isCopied`).
 */
export const cohortMembers = (sql: SqlClient.SqlClient, isCopied: boolean) => {
  const returning = sql.literal(isCopied ? "RETURNING person_id" : "")

  /**
   * Persons are locked first, so that a merge either has ended, and its override is seen, or begins later and moves what
   * is added here.
   */
  const lockPersons = (project: ProjectId, persons: ReadonlyArray<Uuid>) =>
    sql`SELECT FROM persons WHERE project_id = ${project} AND id = ANY(${persons}::uuid[]) ORDER BY id FOR KEY SHARE`

  const insert = Effect.fnUntraced(function*(project: ProjectId, id: CohortId, persons: ReadonlyArray<Uuid>) {
    const added = yield* sql<Pick<MemberRow, "person_id">>`INSERT INTO cohort_members (project_id, cohort_id, person_id)
      SELECT DISTINCT c.project_id, c.id, p.id
      FROM cohorts c, unnest(${persons}::uuid[]) u(id)
      LEFT JOIN person_overrides o ON o.project_id = ${project} AND o.old_person_id = u.id
      JOIN persons p ON p.project_id = ${project} AND p.id = coalesce(o.person_id, u.id)
      WHERE c.project_id = ${project} AND c.id = ${id}
      ON CONFLICT DO NOTHING ${returning}`
    return isCopied ? added.map(({ person_id }): CopyMessage => memberCopied(project, id, person_id)) : []
  })

  const add = Effect.fnUntraced(function*(project: ProjectId, id: CohortId, persons: ReadonlyArray<Uuid>) {
    if (persons.length === 0) return []
    yield* lockPersons(project, persons)
    return yield* insert(project, id, persons)
  })

  const others = (project: ProjectId, id: CohortId, { after, until }: PersonRange, persons: ReadonlyArray<Uuid>) =>
    sql`project_id = ${project} AND cohort_id = ${id}
      AND person_id > coalesce(nullif(${after ?? ""}, '')::uuid, '00000000-0000-0000-0000-000000000000')
      AND person_id <= coalesce(nullif(${until ?? ""}, '')::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
      AND person_id <> ALL(${persons}::uuid[])`

  /**
   * Merges lock persons before they move memberships, so here too persons come first: those that go as well as those
   * that come. A person that only goes leaves nothing to lock afterwards.
   */
  const replace = Effect.fnUntraced(
    function*(project: ProjectId, id: CohortId, range: PersonRange, persons: ReadonlyArray<Uuid>) {
      const leaving = others(project, id, range, persons)
      if (persons.length > 0) {
        const going = yield* sql<Pick<MemberRow, "person_id">>`SELECT person_id FROM cohort_members WHERE ${leaving}`
        yield* lockPersons(project, [...persons, ...going.map(({ person_id }) => person_id)])
      }
      const removed = yield* sql<Pick<MemberRow, "person_id">>`DELETE FROM cohort_members WHERE ${leaving} ${returning}`
      const added = persons.length > 0 ? yield* insert(project, id, persons) : []
      return isCopied ? [...removed.map(({ person_id }) => memberRemoved(project, id, person_id)), ...added] : []
    }
  )

  const count = Effect.fnUntraced(function*(project: ProjectId, id: CohortId) {
    const rows = yield* sql<{ count: number }>`SELECT count(*)::int4 AS count FROM cohort_members
      WHERE project_id = ${project} AND cohort_id = ${id}`
    return rows[0]?.count ?? 0
  })

  const page = Effect.fnUntraced(function*(project: ProjectId, id: CohortId, { limit, offset }: PageRequest) {
    const rows = yield* sql<{ person_id: Uuid }>`SELECT person_id FROM cohort_members
      WHERE project_id = ${project} AND cohort_id = ${id} ORDER BY person_id LIMIT ${limit} OFFSET ${offset}`
    return { items: rows.map((row) => row.person_id), count: yield* count(project, id) }
  })

  const memberships = Effect.fnUntraced(
    function*(project: ProjectId, persons: ReadonlyArray<Uuid>, ids: ReadonlyArray<CohortId>) {
      if (persons.length === 0 || ids.length === 0) return new Map<Uuid, ReadonlySet<CohortId>>()
      return grouped(
        yield* sql<MemberRow>`SELECT person_id, cohort_id FROM cohort_members WHERE project_id = ${project}
          AND person_id = ANY(${persons}::uuid[]) AND cohort_id = ANY(${ids}::int4[])`
      )
    }
  )

  return { add, replace, count, page, memberships }
}
