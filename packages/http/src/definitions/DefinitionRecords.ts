import { eventFields, newEventFields, propertyFields } from "@hedgerow/core/definitions/DefinitionFields"
import { Schema } from "effect"
import { UserBasicRecord } from "../identity/IdentityRecords.ts"
import { changeBody, createBody } from "../requests/RequestBody.ts"

const Timestamp = Schema.String.annotate({ format: "date-time" })
const MaybeTimestamp = Schema.NullOr(Timestamp)
const MaybeUser = Schema.NullOr(UserBasicRecord)
const PropertyType = Schema.NullOr(Schema.Literals(["DateTime", "String", "Numeric", "Boolean", "Duration"]))

/** What people say of a name. */
const described = {
  description: Schema.NullOr(Schema.String),
  tags: Schema.Array(Schema.String),
  verified: Schema.Boolean,
  verified_at: MaybeTimestamp,
  verified_by: MaybeUser,
  hidden: Schema.Boolean,
  updated_at: MaybeTimestamp,
  updated_by: MaybeUser
}

/**
 * An event name of the project. `created_at` is when it was first received (or named), `volume` how many events were
 * stored since they are counted. The fields that are always null, false or empty are those of the reference service's
 * actions and calculations.
 */
export const EventDefinitionRecord = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  owner: MaybeUser,
  ...described,
  created_at: Timestamp,
  last_seen_at: MaybeTimestamp,
  last_updated_at: MaybeTimestamp,
  volume: Schema.Int,
  volume_30_day: Schema.Int,
  query_usage_30_day: Schema.Null,
  is_action: Schema.Boolean,
  action_id: Schema.Null,
  is_calculating: Schema.Boolean,
  calculated_at: Schema.Null,
  last_calculated_at: Schema.Null,
  created_by: Schema.Null,
  post_to_slack: Schema.Boolean,
  default_columns: Schema.Array(Schema.String)
}).annotate({ identifier: "EventDefinition" })

/**
 * A property name of the project. `volume` is how many stored events carried it since they are counted (for persons and
 * groups: how many set it), `is_seen_on_filtered_events` answers the `event_names` of the request.
 */
export const PropertyDefinitionRecord = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  type: Schema.Literals(["event", "person", "group"]),
  group_type_index: Schema.NullOr(Schema.Int),
  property_type: PropertyType,
  is_numerical: Schema.Boolean,
  is_seen_on_filtered_events: Schema.NullOr(Schema.Boolean),
  ...described,
  first_seen_at: MaybeTimestamp,
  last_seen_at: MaybeTimestamp,
  volume: Schema.Int,
  volume_30_day: Schema.Null,
  query_usage_30_day: Schema.Null
}).annotate({ identifier: "PropertyDefinition" })

/** What may be said of an event; `owner` is the id of a member of the organisation. */
export const EventDefinitionChanges = changeBody(eventFields, {
  identifier: "EventDefinitionChanges",
  description: "What may be said of an event."
})

/** An event that is named before it is received. */
export const NewEventDefinition = createBody(newEventFields, {
  identifier: "NewEventDefinition",
  description: "An event that is named before it is received."
})

/** What may be said of a property; a type that is set is never learnt again. */
export const PropertyDefinitionChanges = changeBody(propertyFields, {
  identifier: "PropertyDefinitionChanges",
  description: "What may be said of a property. A type that is set is not inferred again."
})
