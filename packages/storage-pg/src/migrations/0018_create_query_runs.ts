import { statements } from "./Statements.ts"

const text = `text COLLATE "C"`

/**
 * Runs of queries that can be asked for, kept answers, and who may run queries of a project. `query_slots.held` is how many of a
 * project's queries a node may run at once, until its lease ends.
 */
export const createQueryRuns = statements([
  `CREATE TABLE query_runs (
    project_id int4 NOT NULL,
    id ${text} NOT NULL,
    state ${text} NOT NULL,
    is_async bool NOT NULL,
    cache_key ${text} NOT NULL,
    request text NOT NULL,
    created_by int4,
    start_time timestamptz(6) NOT NULL,
    pickup_time timestamptz(6),
    end_time timestamptz(6),
    expiration_time timestamptz(6) NOT NULL,
    error_code ${text},
    error_message text,
    results text,
    progress jsonb,
    PRIMARY KEY (project_id, id)
  )`,
  `CREATE INDEX query_runs_under_way ON query_runs (project_id, cache_key) WHERE state IN ('queued', 'running')`,
  `CREATE INDEX query_runs_expiring ON query_runs (expiration_time)`,
  `CREATE TABLE query_results (
    project_id int4 NOT NULL,
    cache_key ${text} NOT NULL,
    body text NOT NULL,
    bytes int4 NOT NULL,
    computed_at timestamptz(6) NOT NULL,
    PRIMARY KEY (project_id, cache_key)
  )`,
  `CREATE TABLE query_slots (
    project_id int4 NOT NULL,
    node uuid NOT NULL,
    held int4 NOT NULL,
    leased_until timestamptz(6) NOT NULL,
    PRIMARY KEY (project_id, node)
  )`
])
