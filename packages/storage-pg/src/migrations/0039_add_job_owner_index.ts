import { statements } from "./Statements.ts"

/** Finds the first due jobs of each project behind those of others; 0 stands for the installation's own. */
export const addJobOwnerIndex = statements([
  `CREATE INDEX jobs_owner ON jobs (kind, (coalesce(project_id, 0)), due_at, id) WHERE due_at IS NOT NULL`
])
