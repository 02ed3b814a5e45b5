import type { LongText } from "@hedgerow/sql/types/LongText"
import { Schema } from "effect"
import type { EventTime } from "../../events/EventTime.ts"
import type { ProjectId } from "../../identity/Project.ts"
import type { UserId } from "../../identity/User.ts"
import { unstorable } from "../../shared/FieldKinds.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import type { QueryProgress } from "../QueryEngine.ts"
import { type FailureDetails, otherHints } from "./QueryHints.ts"

/** The id of a run: the client's own, or one that was made for it. Up to 200 characters, one project's own. */
export const QueryRunId = Schema.String.check(
  Schema.isMinLength(1),
  Schema.isMaxLength(200),
  Schema.makeFilter((text) => unstorable(text)?.message ?? true)
).pipe(Schema.brand("QueryRunId"))
export type QueryRunId = typeof QueryRunId.Type

/** `queued` and `running` go on; the others are the end. */
export type QueryRunState = "queued" | "running" | "done" | "failed" | "cancelled"

/** A run of a query that others can ask for: one in the background, or one whose client named it. */
export interface QueryRun {
  readonly project_id: ProjectId
  readonly id: QueryRunId
  readonly state: QueryRunState
  /** Whether it runs in the background; otherwise somebody waits for it. */
  readonly is_async: boolean
  readonly cache_key: string
  /** The request's body, as it was sent. */
  readonly request: JsonRecord
  readonly created_by: UserId | null
  /** The route that it came by; empty for a call of the library. */
  readonly endpoint: string
  readonly is_key_request: boolean
  readonly start_time: EventTime
  readonly pickup_time: EventTime | null
  readonly end_time: EventTime | null
  /** From here on nobody finds it. */
  readonly expiration_time: EventTime
  readonly error_code: string | null
  readonly error_message: string | null
  /** The place in the query's text, a hint, and whether to try again. */
  readonly error_extra: FailureDetails | null
  /** The answer as JSON text, once it is done. */
  readonly results: LongText | null
  readonly progress: QueryProgress | null
}

const minute = 60_000_000

/** So long after the last that is known of it a run is kept. */
export const keptFor = 20 * minute

/** The text of a run that was cancelled. */
export const cancelledText = "Query cancelled"

/** Whether the run has reached its last state. */
export const isOver = ({ state }: Pick<QueryRun, "state">): boolean =>
  state === "done" || state === "failed" || state === "cancelled"

/** Work on a run is reported every few moments; after this time without a report it has ended with unknown outcome. */
const silence = minute / 2

/**
 * Whether nobody works any more on a query that its caller waits for: the server ended, or could not store the end. One
 * in the background is begun again by its job.
 */
export const isLost = ({ expiration_time, is_async, state }: QueryRun, now: EventTime): boolean =>
  state === "running" && !is_async && now - (expiration_time - keptFor) > silence

/** The end of a run. */
export type QueryRunEnd =
  | { readonly state: "done"; readonly results: LongText }
  | {
    readonly state: "failed"
    readonly error_code: string
    readonly error_message: string
    readonly error_extra: FailureDetails
  }
  | { readonly state: "cancelled" }

/** The fields of a run that has ended. */
export const endedAt = (end: QueryRunEnd, now: EventTime) => ({
  state: end.state,
  results: end.state === "done" ? end.results : null,
  error_code: end.state === "failed" ? end.error_code : end.state === "cancelled" ? "query_cancelled" : null,
  error_message: end.state === "failed" ? end.error_message : end.state === "cancelled" ? cancelledText : null,
  error_extra: end.state === "failed"
    ? end.error_extra
    : end.state === "cancelled"
    ? { hint: otherHints.QueryCancelled, retryable: false }
    : null,
  end_time: now,
  expiration_time: now + keptFor as EventTime,
  progress: null
})
