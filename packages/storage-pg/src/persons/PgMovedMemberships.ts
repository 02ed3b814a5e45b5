import type { CohortId } from "@hedgerow/core/cohorts/Cohort"
import { memberCopied, memberRemoved } from "@hedgerow/core/cohorts/CopiedMembers"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { CopyMessage } from "@hedgerow/core/replication/CopyChanges"
import type { Uuid } from "@hedgerow/core/shared/Uuid"
import type { SqlClient } from "effect/sql"
import type { Move } from "./PgPersonStatements.ts"

/** The effect of a merge on a membership: of the person that is gone, or of the one that stays. */
export interface MovedMembership {
  readonly person_id: Uuid
  readonly cohort_id: CohortId
  readonly change: "left" | "joined"
}

/** The message that copies follow. */
export const membershipMoved = (project: ProjectId, { change, cohort_id, person_id }: MovedMembership): CopyMessage =>
  change === "left" ? memberRemoved(project, cohort_id, person_id) : memberCopied(project, cohort_id, person_id)

/** The effect of merges on memberships: the person that stays has those of both. Answers what changed. */
export const moveMemberships = (sql: SqlClient.SqlClient, project: ProjectId, moves: ReadonlyArray<Move>) =>
  sql<MovedMembership>`WITH merged AS (
      SELECT * FROM unnest(
        ${moves.map(({ from }) => from)}::uuid[],
        ${moves.map(({ into }) => into)}::uuid[]
      ) m(old_id, new_id)
    ), left_behind AS (
      DELETE FROM cohort_members c USING merged m WHERE c.project_id = ${project} AND c.person_id = m.old_id
      RETURNING c.project_id, c.cohort_id, c.person_id, m.new_id
    ), joined AS (
      INSERT INTO cohort_members (project_id, cohort_id, person_id)
      SELECT DISTINCT project_id, cohort_id, new_id FROM left_behind ON CONFLICT DO NOTHING
      RETURNING cohort_id, person_id
    )
    SELECT 'left' AS change, cohort_id, person_id FROM left_behind
    UNION ALL SELECT 'joined', cohort_id, person_id FROM joined`
