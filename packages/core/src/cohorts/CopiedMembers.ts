import type { ProjectId } from "../identity/Project.ts"
import type { CopyMessage } from "../replication/CopyChanges.ts"
import type { Uuid } from "../shared/Uuid.ts"
import type { CohortId } from "./Cohort.ts"

const member = (
  project: ProjectId,
  op: "set" | "remove",
  cohort: CohortId,
  person: Uuid
): CopyMessage<"cohort_members"> => ({
  project,
  topic: "cohort_members",
  key: `${cohort}/${person}`,
  payload: { v: 1, op, cohort_id: cohort, person_id: person }
})

/** A person that is a member of a cohort. */
export const memberCopied = (project: ProjectId, cohort: CohortId, person: Uuid): CopyMessage<"cohort_members"> =>
  member(project, "set", cohort, person)

/** A person that is a member of a cohort no longer. */
export const memberRemoved = (project: ProjectId, cohort: CohortId, person: Uuid): CopyMessage<"cohort_members"> =>
  member(project, "remove", cohort, person)
