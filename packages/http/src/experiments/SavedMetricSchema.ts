import { newSavedMetricTable, savedMetricTable } from "@hedgerow/core/experiments/saved-metrics/SavedMetricFields"
import { Schema } from "effect"
import { UserBasicRecord } from "../identity/IdentitySchema.ts"
import { changeBody, createBody } from "../requests/RequestBody.ts"
import { described, structured } from "../shared/Described.ts"

const Timestamp = Schema.String.annotate({ format: "date-time" })

/** A saved metric on the wire. */
export const SavedMetricRecord = Schema.Struct({
  id: described(Schema.Int, "The saved metric's id."),
  name: described(Schema.String, "Its name, for people."),
  description: described(Schema.NullOr(Schema.String), "The meaning, in words."),
  query: described(structured("ExperimentMetric"), "The metric, with a uuid."),
  created_by: described(Schema.NullOr(UserBasicRecord), "The user who made it."),
  created_at: described(Timestamp, "The time at which it was made."),
  updated_at: described(Timestamp, "The time at which it was last changed."),
  tags: described(Schema.Array(Schema.String), "Words to find it by."),
  user_access_level: described(Schema.String, "The caller's access: `editor` or `manager`.")
}).annotate({ identifier: "SavedMetric", description: "A metric that several experiments measure." })

/** A new saved metric. */
export const NewSavedMetric = createBody(newSavedMetricTable, {
  identifier: "NewSavedMetric",
  description: "A metric for several experiments."
})

/** A change of a saved metric. */
export const SavedMetricChanges = changeBody(savedMetricTable, {
  identifier: "SavedMetricChanges",
  description: "The fields of a saved metric that can be changed."
})
