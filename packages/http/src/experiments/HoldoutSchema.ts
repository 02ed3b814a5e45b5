import { holdoutTable, newHoldoutTable } from "@hedgerow/core/experiments/holdouts/HoldoutFields"
import { Schema } from "effect"
import { UserBasicRecord } from "../identity/IdentitySchema.ts"
import { changeBody, createBody } from "../requests/RequestBody.ts"
import { described, structured } from "../shared/Described.ts"

const Timestamp = Schema.String.annotate({ format: "date-time" })

/** A holdout on the wire. */
export const HoldoutRecord = Schema.Struct({
  id: described(Schema.Int, "The holdout's id."),
  name: described(Schema.String, "Its name, for people."),
  description: described(Schema.NullOr(Schema.String), "Its purpose."),
  filters: described(
    Schema.Array(structured("HoldoutCondition")),
    "Conditions: the `rollout_percentage` of the first one is the share of the people who get no variant."
  ),
  created_by: described(Schema.NullOr(UserBasicRecord), "The user who made it."),
  created_at: described(Timestamp, "The time at which it was made."),
  updated_at: described(Timestamp, "The time at which it was last changed.")
}).annotate({ identifier: "Holdout", description: "A share of the people that experiments leave out." })

/** A new holdout. */
export const NewHoldout = createBody(newHoldoutTable, {
  identifier: "NewHoldout",
  description: "A share of the people that experiments leave out."
})

/** A change of a holdout. */
export const HoldoutChanges = changeBody(holdoutTable, {
  identifier: "HoldoutChanges",
  description: "The fields of a holdout that can be changed. The flags of its experiments follow."
})
