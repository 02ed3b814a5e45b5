import type { EventTime } from "../../events/EventTime.ts"
import type { ProjectId } from "../../identity/Project.ts"
import type { UserId } from "../../identity/User.ts"
import type { Uuid } from "../../shared/Uuid.ts"

/** The end of a query, by ClickHouse's names: before the engine had it, while the engine ran it, or with an answer. */
export type QueryLogStatus = "QueryFinish" | "ExceptionBeforeStart" | "ExceptionWhileProcessing"

/** One run of a query that has ended. */
export interface QueryLogEntry {
  readonly id: Uuid
  readonly project_id: ProjectId
  /** The caller's own id of the query, or the one that was made for it. */
  readonly query_id: string
  /** The end of the run. */
  readonly event_time: EventTime
  readonly query_start_time: EventTime
  readonly query_duration_ms: number
  /** The route that the query came by; empty for a call of the library. */
  readonly endpoint: string
  readonly query_kind: string
  /** The SQL text; of other kinds the node as JSON. */
  readonly query: string
  /** The query's name. */
  readonly hogql_name: string
  readonly created_by: UserId | null
  readonly is_personal_api_key_request: boolean
  readonly is_async: boolean
  readonly is_cached: boolean
  readonly read_rows: number
  readonly read_bytes: number
  readonly result_rows: number
  readonly result_bytes: number
  readonly memory_usage: number
  readonly cpu_microseconds: number
  readonly status: QueryLogStatus
  /** ClickHouse's number of the error; 0 without one. */
  readonly exception_code: number
  /** The wire code of the error; empty without one. */
  readonly error_code: string
  /** The error in words. */
  readonly exception: string
}
