import { deletionKinds, deletionStates } from "@hedgerow/core/deletions/DataDeletion"
import { bulkDeletionFields, newDeletionFields } from "@hedgerow/core/deletions/DeletionInput"
import { Schema } from "effect"
import { UserBasicRecord } from "../identity/IdentitySchema.ts"
import { createBody } from "../requests/RequestBody.ts"
import { described } from "../shared/Described.ts"

const Timestamp = Schema.String.annotate({ format: "date-time" })
const MaybeTime = Schema.NullOr(Timestamp)
const MaybeCount = Schema.NullOr(Schema.Int)

/** A deletion on the wire. */
export const DataDeletionRecord = Schema.Struct({
  id: described(Schema.NullOr(Schema.String), "The deletion's id; null of a dry run."),
  kind: described(Schema.Literals(deletionKinds), "`persons`, with or without their events, or `events` alone."),
  status: described(
    Schema.Literals([...deletionStates, "dry_run"]),
    "`pending` and `running`: queries see nothing of it any more, and the job removes it. `completed`: it is removed."
  ),
  with_events: described(Schema.Boolean, "Whether events are deleted."),
  events: described(Schema.Array(Schema.String), "The names of the events, where it names any."),
  date_from: described(MaybeTime, "The earliest time of the events."),
  date_to: described(MaybeTime, "The time that the events are before."),
  persons_count: described(Schema.Int, "The number of persons that it names."),
  distinct_ids_count: described(Schema.Int, "The number of distinct ids that it names, or that its persons had."),
  events_count: described(MaybeCount, "The number of events that were found; null before the job has counted them."),
  texts_count: described(
    MaybeCount,
    "The number of deliveries of webhooks and of entries of the query log that named a person; null before."
  ),
  created_by: described(Schema.NullOr(UserBasicRecord), "The user who asked for it."),
  created_at: described(Timestamp, "The time of the request: events that were stored later stay."),
  completed_at: described(MaybeTime, "The time at which nothing was left.")
}).annotate({
  identifier: "DataDeletion",
  description: "A deletion of persons or events. It shows no id of a person."
})

/** A new deletion of events. */
export const NewDataDeletion = createBody(newDeletionFields, {
  identifier: "NewDataDeletion",
  description: "The events to delete: those that fulfil every condition that is given, at least one.",
  example: {
    distinct_ids: ["user_1"],
    events: ["$pageview"],
    date_from: "2026-01-01T00:00:00Z",
    date_to: "2026-02-01T00:00:00Z",
    dry_run: true
  }
})

/** Several persons to delete. */
export const BulkDeletion = createBody(bulkDeletionFields, {
  identifier: "BulkDeletion",
  description: "Persons by their uuids or by distinct ids; those that do not exist are left out.",
  example: { distinct_ids: ["user_1"], delete_events: true }
})

/** The outcome of a deletion of several persons. */
export const BulkDeletionRecord = Schema.Struct({
  persons_found: described(Schema.Int, "The number of persons that were found."),
  persons_deleted: described(Schema.Int, "The number of persons that were deleted: those that were found."),
  events_queued_for_deletion: described(Schema.Boolean, "Whether the events of the persons are deleted, too."),
  recordings_queued_for_deletion: described(Schema.Boolean, "Always false: there are no recordings."),
  deletion_errors: described(Schema.Array(Schema.String), "Always empty: all of them are deleted, or none."),
  data_deletion: described(
    Schema.NullOr(DataDeletionRecord),
    "The deletion that was made; null where nobody was found."
  )
}).annotate({ identifier: "BulkDeletionOutcome", description: "The outcome of a deletion of several persons." })
