import { eventFields, newEventFields, propertyFields } from "@hedgerow/core/definitions/DefinitionFields"
import { Schema } from "effect"
import { UserBasicRecord } from "../identity/IdentitySchema.ts"
import { changeBody, createBody } from "../requests/RequestBody.ts"
import { described } from "../shared/Described.ts"

const Timestamp = Schema.String.annotate({ format: "date-time" })
const MaybeTimestamp = Schema.NullOr(Timestamp)
const MaybeUser = Schema.NullOr(UserBasicRecord)
const PropertyType = Schema.NullOr(Schema.Literals(["DateTime", "String", "Numeric", "Boolean", "Duration"]))

/** The notes of people about a name. */
const descriptive = {
  description: described(Schema.NullOr(Schema.String), "The meaning of the name, in words."),
  tags: described(Schema.Array(Schema.String), "Words to find the name by."),
  verified: described(Schema.Boolean, "Whether a user has verified the name."),
  verified_at: described(MaybeTimestamp, "The time at which the name was verified; null if it is not."),
  verified_by: described(MaybeUser, "The user who verified the name."),
  hidden: described(Schema.Boolean, "Whether lists leave the name out."),
  updated_at: described(MaybeTimestamp, "The time at which the description was last changed; null if never."),
  updated_by: described(MaybeUser, "The user who last changed the description.")
}

/**
 * An event name of the project. `created_at` is when it was first received (or named), `volume` how many events were
 * stored since they are counted. The fields that are always null, false or empty are those of the reference service's
 * actions and calculations.
 */
export const EventDefinitionRecord = Schema.Struct({
  id: described(Schema.String, "The definition's id."),
  name: described(Schema.String, "The event's name."),
  owner: described(MaybeUser, "The member who answers for the event."),
  ...descriptive,
  created_at: described(Timestamp, "The time at which the event was first received or named."),
  last_seen_at: described(MaybeTimestamp, "The time at which the event was last received; null if never."),
  last_updated_at: described(MaybeTimestamp, "The time at which the definition was last changed."),
  volume: described(Schema.Int, "The number of stored events of this name."),
  volume_30_day: described(Schema.Int, "The number of them that happened today or on the 29 days before, in UTC."),
  query_usage_30_day: described(Schema.Null, "Always null."),
  is_action: described(Schema.Boolean, "Always `false`."),
  action_id: described(Schema.Null, "Always null."),
  is_calculating: described(Schema.Boolean, "Always `false`."),
  calculated_at: described(Schema.Null, "Always null."),
  last_calculated_at: described(Schema.Null, "Always null."),
  created_by: described(Schema.Null, "Always null."),
  post_to_slack: described(Schema.Boolean, "Always `false`."),
  default_columns: described(Schema.Array(Schema.String), "Always empty.")
}).annotate({ identifier: "EventDefinition" })

/**
 * A property name of the project. `volume` is the number of stored events that carried it since counting began (for
 * persons and groups: that set it), `is_seen_on_filtered_events` answers the `event_names` of the request.
 */
export const PropertyDefinitionRecord = Schema.Struct({
  id: described(Schema.String, "The definition's id."),
  name: described(Schema.String, "The property's name."),
  type: described(Schema.Literals(["event", "person", "group", "session"]), "The kind of the property's owner."),
  group_type_index: described(Schema.NullOr(Schema.Int), "The number of the group type; null for events and persons."),
  property_type: described(PropertyType, "The type of the values; null when none is known."),
  is_numerical: described(Schema.Boolean, "Whether the type is `Numeric`."),
  is_seen_on_filtered_events: described(
    Schema.NullOr(Schema.Boolean),
    "Whether one of the `event_names` of the request has it; null when none was named."
  ),
  ...descriptive,
  first_seen_at: described(
    MaybeTimestamp,
    "The time at which the property was first received; null if that is not known."
  ),
  last_seen_at: described(MaybeTimestamp, "The time at which the property was last received; null if never."),
  volume: described(Schema.Int, "The number of stored events that carried it, or set it on persons and groups."),
  volume_30_day: described(Schema.Null, "Always null."),
  query_usage_30_day: described(Schema.Null, "Always null.")
}).annotate({ identifier: "PropertyDefinition" })

/** The fields that may be changed of an event; `owner` is the id of a member of the organisation. */
export const EventDefinitionChanges = changeBody(eventFields, {
  identifier: "EventDefinitionChanges",
  description: "A change of an event's description."
})

/** An event that is named before it is received. */
export const NewEventDefinition = createBody(newEventFields, {
  identifier: "NewEventDefinition",
  description: "An event that is named before it is received."
})

/** The fields that may be changed of a property; a type that is set is never learnt again. */
export const PropertyDefinitionChanges = changeBody(propertyFields, {
  identifier: "PropertyDefinitionChanges",
  description: "A change of a property's description. A type that is set is not inferred again."
})
