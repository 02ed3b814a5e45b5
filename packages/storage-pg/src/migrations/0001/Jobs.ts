import { instant, text } from "../Statements.ts"

const tables = [
  `CREATE TABLE jobs (
    id uuid PRIMARY KEY,
    project_id int4,
    kind ${text} NOT NULL,
    unique_key ${text},
    payload jsonb NOT NULL,
    state ${text} NOT NULL CHECK (state IN ('ready', 'running', 'failed')),
    run_at ${instant} NOT NULL,
    again_at ${instant},
    attempts int4 NOT NULL,
    max_attempts int4 NOT NULL,
    lease int4 NOT NULL,
    leased_by ${text},
    leased_until ${instant},
    last_error ${text},
    failed_at ${instant},
    created_at ${instant} NOT NULL,
    due_at ${instant} GENERATED ALWAYS AS (
      CASE state WHEN 'ready' THEN run_at WHEN 'running' THEN leased_until END
    ) STORED,
    CHECK ((state = 'running') = (leased_until IS NOT NULL)),
    CHECK ((state = 'failed') = (failed_at IS NOT NULL))
  )`,
  // The kinds that each server runs, so that no server fails another's jobs.
  `CREATE TABLE job_kinds (
    kind ${text} PRIMARY KEY,
    seen_at ${instant} NOT NULL
  )`
]

/** A worker looks for due jobs of its own kinds; the first due ones of a project are found behind those of others. */
const indexes = [
  `CREATE INDEX jobs_due ON jobs (kind, due_at, id) WHERE due_at IS NOT NULL`,
  // 0 stands for the installation's own jobs.
  `CREATE INDEX jobs_owner ON jobs (kind, (coalesce(project_id, 0)), due_at, id) WHERE due_at IS NOT NULL`,
  `CREATE INDEX jobs_running ON jobs (id) WHERE state = 'running'`,
  `CREATE INDEX jobs_failed ON jobs (failed_at) WHERE state = 'failed'`,
  `CREATE UNIQUE INDEX jobs_unique ON jobs (project_id, kind, unique_key) NULLS NOT DISTINCT
    WHERE unique_key IS NOT NULL AND state <> 'failed'`,
  `CREATE INDEX jobs_project ON jobs (project_id, id)`,
  `CREATE INDEX jobs_failing ON jobs (project_id, id) WHERE last_error IS NOT NULL`
]

/** Jobs in the background. */
export const jobs: ReadonlyArray<string> = [...tables, ...indexes]
