import type { EntityQuery } from "../entities/EntityRepository.ts"
import { all, contains, given, is } from "../entities/Where.ts"
import type { Cohort } from "./Cohort.ts"

/** The conditions on the cohorts of a list; deleted ones are never in it, and a missing condition matches all. */
export interface CohortFilter {
  /** In the name, in any letter case. */
  readonly search?: string
  readonly isStatic?: boolean
  readonly createdBy?: number
}

/** The newest first. */
export const cohortsBy = ({ createdBy, isStatic, search }: CohortFilter): EntityQuery<Cohort> => ({
  where: all([
    given(search, (text) => contains("name", text)),
    given(isStatic, (value) => is("is_static", value)),
    given(createdBy, (user) => is("created_by", user))
  ]),
  order: [{ field: "created_at", isDescending: true }]
})
