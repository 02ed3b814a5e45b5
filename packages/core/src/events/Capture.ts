import { Schema } from "effect"
import type { EventTime } from "./EventTime.ts"

/** A capture request after its transport coding (gzip, base64, form) is undone. */
export interface CaptureRequest {
  /** The JSON text of the body: one event, an array of events, or an object with `batch`. */
  readonly body: string
  readonly receivedAt: EventTime
  /** The address that the request came from, for `$ip`. */
  readonly ip: string | undefined
  /** `sent_at` (or `_`) of the query string, used when the body has none. */
  readonly sentAt: string | undefined
  /** The project token of the form or query string, used when the body has none. */
  readonly token?: string | undefined
  /** Whether the installation sends it itself, as for a person who is changed by the API: it is stored whatever the quota and the sample rate are, and does not count. */
  readonly isOwn?: boolean
}

/** What became of the events of a request that was taken. */
export interface CaptureOutcome {
  /** Whether they were dropped, as the project has stored what it may in this month. */
  readonly isOverQuota: boolean
}

export const captureFaults = [
  "empty_body",
  "malformed_json",
  "empty_batch",
  "event_too_large",
  "missing_event_name",
  "missing_distinct_id",
  "invalid_uuid",
  "invalid_event",
  "missing_token",
  "inconsistent_tokens",
  "personal_key_as_token",
  "project_secret_as_token",
  "malformed_token",
  "too_many_events",
  "too_many_values",
  "too_much_person_data"
] as const

/** The request cannot be taken and a retry will not help. `index` is the event's place in the batch. */
export class CaptureRejected extends Schema.TaggedError<CaptureRejected>()("CaptureRejected", {
  fault: Schema.Literals(captureFaults),
  index: Schema.NullOr(Schema.Int),
  detail: Schema.String
}) {}

/** The server cannot take events now; none of the request's events was kept unacknowledged, and a retry is safe. */
export class IngestionUnavailable extends Schema.TaggedError<IngestionUnavailable>()("IngestionUnavailable", {
  reason: Schema.Literals(["queue_full", "store_unavailable", "events_leased", "shutting_down"]),
  retryAfterSeconds: Schema.Int
}) {}
