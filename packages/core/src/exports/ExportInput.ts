import { DateTime } from "effect"
import { type FileFormat, fileFormats, mediaTypes } from "../files/MediaTypes.ts"
import { choice, type FieldValues, record } from "../shared/Fields.ts"
import { InvalidInput } from "../shared/InvalidInput.ts"
import { structureFault } from "../shared/StorableJson.ts"
import { time } from "../shared/TimeField.ts"

/** The form of files of a media type. */
export const formatOf = (type: (typeof mediaTypes)[FileFormat]): FileFormat =>
  fileFormats.find((format) => mediaTypes[format] === type) ?? "ndjson"

/** The fields of a new export. */
export const newExportFields = {
  export_format: choice([mediaTypes.csv, mediaTypes.ndjson, mediaTypes.parquet] as const).describe(
    "The form of the file.",
    mediaTypes.parquet
  ),
  model: choice(["events", "persons"]).nullable.orElse(null).describe(
    "All events of a time, or all persons.",
    "events"
  ),
  date_from: time().nullable.orElse(null).describe(
    "Events of this time or later, as ISO 8601.",
    "2026-01-01T00:00:00Z"
  ),
  date_to: time().nullable.orElse(null).describe("Events before this time, as ISO 8601.", "2026-02-01T00:00:00Z"),
  export_context: record().check(structureFault, { type: "object" }).nullable.orElse(null).describe(
    "Instead of `model`: `source` is the query whose rows are exported, SQL or an `EventsQuery`.",
    null
  )
}

type Sent = FieldValues<typeof newExportFields>

const nothing = InvalidInput.at([], "invalid_input", "Either model or export_context is required for an export.")
const both = InvalidInput.at(
  ["export_context"],
  "invalid_input",
  "An export has a model or an export_context, not both."
)
const noSource = InvalidInput.at(["export_context", "source"], "required", "Name the query whose rows are exported.")
const timeless = InvalidInput.at(["date_from"], "invalid_input", "Only events are exported by their time.")
const reversed = InvalidInput.at(["date_to"], "invalid_value", "date_to must be later than date_from.")

/** What the fields of a new export contradict each other in. */
export const exportFault = ({ date_from, date_to, export_context, model }: Sent): InvalidInput | undefined => {
  if (model === null && export_context === null) return nothing
  if (model !== null && export_context !== null) return both
  if (export_context !== null && export_context["source"] === undefined) return noSource
  if (model !== "events" && (date_from !== null || date_to !== null)) return timeless
  return date_from !== null && date_to !== null && !DateTime.isLessThan(date_from, date_to) ? reversed : undefined
}
