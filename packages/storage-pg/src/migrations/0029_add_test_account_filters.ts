import { statements } from "./Statements.ts"

/** The conditions that keep a project's own tests out of its figures. */
export const addTestAccountFilters = statements([
  "ALTER TABLE projects ADD COLUMN test_account_filters jsonb NOT NULL DEFAULT '[]'"
])
