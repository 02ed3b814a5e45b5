import { sanitizeText } from "@hedgerow/sql/types/CanonicalJson"
import { Cause, Effect, Exit, Option, Result } from "effect"
import { type EventTime, nowIn } from "../../events/EventTime.ts"
import type { ProjectId } from "../../identity/Project.ts"
import type { UserId } from "../../identity/User.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import { makeUuid7In } from "../../shared/Uuid.ts"
import type { AnswerableKind } from "../AnswerQuery.ts"
import { QueryCancelled } from "../execution/QueryExecutionErrors.ts"
import { defectText, failureText, type QueryFailure } from "../execution/QueryFailureText.ts"
import { findNode } from "../QueryKinds.ts"
import { noCost, type QueryCost } from "./QueryCost.ts"
import type { QueryLog } from "./QueryLog.ts"
import type { QueryLogEntry } from "./QueryLogEntry.ts"
import { longestText } from "./QueryLogTable.ts"

/** The fields of a query that are known before it runs. */
export interface LoggedQuery {
  readonly project_id: ProjectId
  readonly query_id: string
  readonly endpoint: string
  readonly created_by: UserId | null
  readonly is_personal_api_key_request: boolean
  readonly is_async: boolean
  readonly query_kind: string
  readonly query: string
  readonly hogql_name: string
  readonly query_start_time: EventTime
}

/** The fields of a query that are known when it has ended. */
export interface LoggedWork {
  readonly isCached: boolean
  readonly cost: QueryCost
  readonly resultRows: number
  readonly resultBytes: number
}

/** Nothing was done, or nothing is known of it. */
export const noWork: LoggedWork = { isCached: false, cost: noCost, resultRows: 0, resultBytes: 0 }

const stored = (text: string): string => sanitizeText(text.slice(0, longestText))

const textOf = (node: JsonRecord): string =>
  stored(typeof node["query"] === "string" ? node["query"] : JSON.stringify(node))

/** The part of a request that the log shows; undefined for a body that asks for no kind of query. */
export const describeQuery = (
  kinds: ReadonlyArray<AnswerableKind>,
  body: unknown
): Pick<LoggedQuery, "hogql_name" | "query" | "query_kind"> | undefined => {
  const found = findNode(kinds, body)
  if (Result.isFailure(found)) return undefined
  const { kind, node } = found.success
  const names = [isJsonRecord(body) ? body["name"] : undefined, node["name"]]
  const name = names.find((one) => typeof one === "string") ?? ""
  return { query_kind: kind.kind, query: textOf(node), hogql_name: stored(name) }
}

const finished = { status: "QueryFinish", exception_code: 0, error_code: "", exception: "" } as const

/** The fields about the end. A caller that hung up has cancelled its query. */
const endOf = (
  exit: Exit.Exit<unknown, QueryFailure>
): Pick<QueryLogEntry, "error_code" | "exception" | "exception_code" | "status"> => {
  if (Exit.isSuccess(exit)) return finished
  const failure = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
  const { code, exceptionCode, message, ranBefore } = failure !== undefined
    ? failureText(failure)
    : Cause.hasInterruptsOnly(exit.cause)
    ? failureText(new QueryCancelled())
    : defectText
  return {
    status: ranBefore ? "ExceptionWhileProcessing" : "ExceptionBeforeStart",
    exception_code: exceptionCode,
    error_code: code,
    exception: stored(message)
  }
}

/**
 * Logs the end of a query, whichever way its rows leave: for `Effect.onExit` of a run whose answer is collected, and for
 * `Stream.onExit` of one whose rows are sent as they come. `work` is asked at the end.
 */
export const loggingEnd = (log: QueryLog["Service"], query: LoggedQuery, work: () => LoggedWork) =>
(
  exit: Exit.Exit<unknown, QueryFailure>
): Effect.Effect<void> =>
  Effect.withFiber(({ context }) => {
    const now = nowIn(context)
    const { cost, isCached, resultBytes, resultRows } = work()
    return log.note({
      ...query,
      query_id: stored(query.query_id),
      endpoint: stored(query.endpoint),
      ...endOf(exit),
      id: makeUuid7In(context),
      event_time: now,
      query_duration_ms: Math.max(0, Math.round((now - query.query_start_time) / 1_000)),
      is_cached: isCached,
      read_rows: cost.rowsRead,
      read_bytes: cost.bytesRead,
      result_rows: resultRows,
      result_bytes: resultBytes,
      memory_usage: cost.memoryBytes,
      cpu_microseconds: Math.round(cost.cpuMicros)
    })
  })
