import { instant, statements, text } from "./Statements.ts"

/** Changes of flags that others must approve, and whether a project's flags need it. */
export const createChangeRequests = statements([
  "ALTER TABLE projects ADD COLUMN flag_approvals jsonb",
  `CREATE TABLE change_requests (
    project_id int4 NOT NULL,
    id int4 GENERATED ALWAYS AS IDENTITY UNIQUE,
    flag_id int4 NOT NULL,
    flag_key ${text} NOT NULL,
    flag_version int4 NOT NULL,
    body jsonb NOT NULL,
    is_sealed bool NOT NULL,
    diff jsonb NOT NULL,
    comment ${text},
    state ${text} NOT NULL,
    reason ${text},
    approvals_needed int4 NOT NULL,
    approvals jsonb NOT NULL,
    scheduled_at ${instant},
    expires_at ${instant} NOT NULL,
    created_by int4,
    created_at ${instant} NOT NULL,
    updated_at ${instant} NOT NULL,
    closed_by int4,
    closed_at ${instant},
    PRIMARY KEY (project_id, id)
  )`,
  `CREATE INDEX change_requests_flag ON change_requests (project_id, flag_id, id)`,
  `CREATE INDEX change_requests_open ON change_requests (project_id, flag_id) WHERE state IN ('pending', 'approved')`
])
