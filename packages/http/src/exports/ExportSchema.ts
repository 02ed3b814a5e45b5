import { exportStates } from "@hedgerow/core/exports/DataExport"
import { newExportFields } from "@hedgerow/core/exports/ExportInput"
import { Schema } from "effect"
import { UserBasicRecord } from "../identity/IdentitySchema.ts"
import { createBody } from "../requests/RequestBody.ts"
import { described } from "../shared/Described.ts"

const Timestamp = Schema.String.annotate({ format: "date-time" })
const MaybeTime = Schema.NullOr(Timestamp)

/** An export on the wire. */
export const DataExportRecord = Schema.Struct({
  id: described(Schema.String, "The export's id."),
  export_format: described(Schema.String, "The media type of the file."),
  model: described(Schema.NullOr(Schema.String), "`events` or `persons`; null of the rows of a query."),
  date_from: described(MaybeTime, "The earliest time of the events."),
  date_to: described(MaybeTime, "The time that the events are before."),
  export_context: described(
    Schema.NullOr(Schema.Record(Schema.String, Schema.Unknown)),
    "The query whose rows are exported, as `source`; null of a model."
  ),
  status: described(
    Schema.Literals(exportStates),
    "`pending` and `running`: the file is not whole yet. `failed`: there will be none, for the reason in `exception`."
  ),
  has_content: described(Schema.Boolean, "Whether the file can be downloaded."),
  filename: described(Schema.String, "The name under which browsers save the file."),
  rows: described(Schema.Int, "The number of rows so far."),
  bytes: described(Schema.Int, "The size of the file so far."),
  exception: described(Schema.NullOr(Schema.String), "The reason for which there is no file; null otherwise."),
  created_by: described(Schema.NullOr(UserBasicRecord), "The user who asked for it."),
  created_at: described(Timestamp, "The time at which it was asked for."),
  completed_at: described(MaybeTime, "The time at which the file was whole, or the export had failed."),
  expires_after: described(Timestamp, "The time at which the export and its file are removed.")
}).annotate({ identifier: "DataExport", description: "A file of events, of persons or of the rows of a query." })

/** A new export. */
export const NewDataExport = createBody(newExportFields, {
  identifier: "NewDataExport",
  description: "The rows and the form of the file.",
  example: {
    export_format: "application/vnd.apache.parquet",
    model: "events",
    date_from: "2026-01-01T00:00:00Z",
    date_to: "2026-02-01T00:00:00Z"
  }
})
