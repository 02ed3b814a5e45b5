import { eventTime, text } from "../Statements.ts"

/** The queries that were run, with their costs and outcomes. */
export const queryLog: ReadonlyArray<string> = [
  `CREATE TABLE query_log (
    project_id int4 NOT NULL,
    id uuid NOT NULL,
    query_id ${text} NOT NULL,
    event_time ${eventTime} NOT NULL,
    query_start_time ${eventTime} NOT NULL,
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
  `CREATE INDEX query_log_by_time ON query_log (project_id, event_time, id)`
]
