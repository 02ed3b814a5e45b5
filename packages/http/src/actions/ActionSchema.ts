import { actionFields, newActionFields } from "@hedgerow/core/actions/ActionInput"
import { stepMatchings } from "@hedgerow/core/actions/ActionStep"
import { Schema } from "effect"
import { UserBasicRecord } from "../identity/IdentitySchema.ts"
import { changeBody, createBody } from "../requests/RequestBody.ts"
import { described } from "../shared/Described.ts"

const Timestamp = Schema.String.annotate({ format: "date-time" })
const MaybeText = Schema.NullOr(Schema.String)
const Matching = Schema.NullOr(Schema.Literals(stepMatchings))

/** A step on the wire: fields that it does not name are null. */
export const ActionStepRecord = Schema.Struct({
  event: described(MaybeText, "The name of the event; null for any."),
  properties: described(Schema.NullOr(Schema.Array(Schema.Json)), "Conditions on the event, as they were sent."),
  selector: described(MaybeText, "A CSS selector that a clicked element, or one around it, meets."),
  tag_name: described(MaybeText, "The tag of a clicked element, or of one around it."),
  text: described(MaybeText, "The text of a clicked element, or of one around it."),
  text_matching: described(Matching, "The comparison of `text`; null for `exact`."),
  href: described(MaybeText, "The address that a clicked link leads to."),
  href_matching: described(Matching, "The comparison of `href`; null for `exact`."),
  url: described(MaybeText, "The address of the page."),
  url_matching: described(Matching, "The comparison of `url`; null for `contains`.")
}).annotate({ identifier: "StoredActionStep", description: "The conditions that an event must meet, all of them." })

/** An action on the wire. */
export const ActionRecord = Schema.Struct({
  id: described(Schema.Int, "The action's id."),
  name: described(MaybeText, "The name that people see."),
  description: described(Schema.String, "The meaning of the action, in words."),
  tags: described(Schema.Array(Schema.String), "Words to find the action by."),
  post_to_slack: described(Schema.Boolean, "Stored for clients that know it; nothing is posted."),
  slack_message_format: described(Schema.String, "Stored for clients that know it; nothing is posted."),
  steps: described(Schema.Array(ActionStepRecord), "An event that meets one of them is an event of the action."),
  created_at: described(Timestamp, "The time at which the action was created."),
  created_by: described(Schema.NullOr(UserBasicRecord), "The user who created the action."),
  updated_at: described(Timestamp, "The time at which the action was last changed."),
  deleted: described(Schema.Boolean, "Whether the action is deleted."),
  is_calculating: described(Schema.Boolean, "Always `false`: queries find the events of an action when they run."),
  last_calculated_at: described(Timestamp, "The same as `updated_at`."),
  team_id: described(Schema.Int, "The id of the action's project."),
  is_action: described(Schema.Boolean, "Always `true`."),
  bytecode_error: described(Schema.Null, "Always null."),
  pinned_at: described(Schema.Null, "Always null."),
  creation_context: described(Schema.Null, "Always null."),
  user_access_level: described(Schema.String, "Always `editor`.")
}).annotate({ identifier: "Action", description: "A name for the events that meet one of its steps." })

/** A new action. */
export const NewAction = createBody(newActionFields, {
  identifier: "NewAction",
  description: "A name for the events that meet one of its steps."
})

/** A change of an action. */
export const ActionChanges = changeBody(actionFields, {
  identifier: "ActionChanges",
  description: "A change of an action. `deleted` deletes and restores it."
})
