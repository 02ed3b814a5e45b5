import { cohortMembers } from "../schema/CopyTables.ts"
import { createTable } from "../schema/CreateTable.ts"
import type { Migration } from "./Migration.ts"

/** The copy of who belongs to which cohort. */
export const addCohortMembers: Migration = {
  name: "0003_add_cohort_members",
  statements: (target) => createTable(cohortMembers, target)
}
