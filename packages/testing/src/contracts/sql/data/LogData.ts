import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { UserId } from "@hedgerow/core/identity/User"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { QueryLogEntry } from "@hedgerow/core/query/log/QueryLogEntry"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"

/** 2024-11-04T23:30:00Z: half past midnight of the next day in Berlin. */
const start = 1_730_763_000_000_000

const entryAt = (project: ProjectId, place: number, more: Partial<QueryLogEntry>): QueryLogEntry => ({
  id: deriveUuid("log", project, place),
  project_id: project,
  query_id: `q${place}`,
  query_start_time: start + place * 60_000_000 as EventTime,
  event_time: start + place * 60_000_000 + 1_500_001 as EventTime,
  query_duration_ms: 1_500,
  endpoint: "/api/projects/{project_id}/query/",
  query_kind: "ServiceSqlQuery",
  query: "SELECT 'it''s\n\\ 🌿'",
  hogql_name: "",
  created_by: 7 as UserId,
  is_personal_api_key_request: true,
  is_async: false,
  is_cached: false,
  read_rows: 10 * place,
  read_bytes: 9_007_199_254_740_991,
  result_rows: place,
  result_bytes: 20,
  memory_usage: 0,
  cpu_microseconds: 3,
  status: "QueryFinish",
  exception_code: 0,
  error_code: "",
  exception: "",
  ...more
})

/** The log of a project: two queries that ended well, one that failed, and one whose text is as long as it may be. */
export const logEntries = (project: ProjectId): ReadonlyArray<QueryLogEntry> => [
  entryAt(project, 1, { hogql_name: "weekly", is_cached: true }),
  entryAt(project, 2, { created_by: null, is_async: true }),
  entryAt(project, 3, {
    status: "ExceptionWhileProcessing",
    exception_code: 159,
    error_code: "query_timed_out",
    exception: "Query has hit the max execution time before completing."
  }),
  ...Array.from({ length: 12 }, (_, n) => entryAt(project, 10 + n, { query: "é".repeat(10_000), hogql_name: "long" }))
]

/** An entry of a project that the cases must never see. */
export const hiddenEntries = (project: ProjectId): ReadonlyArray<QueryLogEntry> => [
  entryAt(project, 1, { query: "SELECT 'quarry'", hogql_name: "quarry" })
]
