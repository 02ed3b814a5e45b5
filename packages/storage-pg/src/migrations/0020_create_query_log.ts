import { statements } from "./Statements.ts"

const text = `text COLLATE "C"`

/** The queries that were run, and by which route and credential those in the background came. */
export const createQueryLog = statements([
  `CREATE TABLE query_log (
    project_id int4 NOT NULL,
    id uuid NOT NULL,
    query_id ${text} NOT NULL,
    event_time timestamptz(6) NOT NULL,
    query_start_time timestamptz(6) NOT NULL,
    query_duration_ms int8 NOT NULL,
    endpoint ${text} NOT NULL,
    query_kind ${text} NOT NULL,
    query text NOT NULL,
    hogql_name text NOT NULL,
    created_by int4,
    is_personal_api_key_request bool NOT NULL,
    is_async bool NOT NULL,
    is_cached bool NOT NULL,
    read_rows int8 NOT NULL,
    read_bytes int8 NOT NULL,
    result_rows int8 NOT NULL,
    result_bytes int8 NOT NULL,
    memory_usage int8 NOT NULL,
    cpu_microseconds int8 NOT NULL,
    status ${text} NOT NULL,
    exception_code int4 NOT NULL,
    error_code ${text} NOT NULL,
    exception text NOT NULL,
    PRIMARY KEY (project_id, id)
  )`,
  `CREATE INDEX query_log_of_query ON query_log (project_id, query_id, event_time)`,
  `CREATE INDEX query_log_by_time ON query_log (project_id, event_time, id)`,
  `ALTER TABLE query_runs ADD COLUMN endpoint ${text} NOT NULL DEFAULT '',
    ADD COLUMN is_key_request bool NOT NULL DEFAULT false`
])
