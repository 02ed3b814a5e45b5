import { statements } from "./Statements.ts"

const text = `text COLLATE "C"`

/**
 * Jobs in the background. A worker looks for due jobs of its own kinds, so each kind has its due times in order. The
 * kinds that each server runs are stored, so that no server fails another's jobs.
 */
export const createJobs = statements([
  `CREATE TABLE jobs (
    id uuid PRIMARY KEY,
    project_id int4,
    kind ${text} NOT NULL,
    unique_key ${text},
    payload jsonb NOT NULL,
    state ${text} NOT NULL CHECK (state IN ('ready', 'running', 'failed')),
    run_at timestamptz(3) NOT NULL,
    again_at timestamptz(3),
    attempts int4 NOT NULL,
    max_attempts int4 NOT NULL,
    lease int4 NOT NULL,
    leased_by ${text},
    leased_until timestamptz(3),
    last_error ${text},
    failed_at timestamptz(3),
    created_at timestamptz(3) NOT NULL,
    due_at timestamptz(3) GENERATED ALWAYS AS (
      CASE state WHEN 'ready' THEN run_at WHEN 'running' THEN leased_until END
    ) STORED,
    CHECK ((state = 'running') = (leased_until IS NOT NULL)),
    CHECK ((state = 'failed') = (failed_at IS NOT NULL))
  )`,
  `CREATE TABLE job_kinds (
    kind ${text} PRIMARY KEY,
    seen_at timestamptz(3) NOT NULL
  )`,
  `CREATE INDEX jobs_due ON jobs (kind, due_at, id) WHERE due_at IS NOT NULL`,
  `CREATE INDEX jobs_running ON jobs (id) WHERE state = 'running'`,
  `CREATE INDEX jobs_failed ON jobs (failed_at) WHERE state = 'failed'`,
  `CREATE UNIQUE INDEX jobs_unique ON jobs (project_id, kind, unique_key) NULLS NOT DISTINCT
    WHERE unique_key IS NOT NULL AND state <> 'failed'`,
  `CREATE INDEX jobs_project ON jobs (project_id, id)`,
  `CREATE INDEX jobs_failing ON jobs (project_id, id) WHERE last_error IS NOT NULL`
])
