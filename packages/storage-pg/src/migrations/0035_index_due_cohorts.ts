import { statements } from "./Statements.ts"

/** Cohorts of what persons did have members that are found, too. */
export const indexDueCohorts = statements([
  `CREATE INDEX cohorts_due_found ON cohorts (last_calculation)
    WHERE cohort_type IN ('person_property', 'behavioral') AND NOT deleted`
])
