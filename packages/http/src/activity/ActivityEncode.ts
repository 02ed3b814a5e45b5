import { type ActivityEntry, activityScopes } from "@hedgerow/core/activity/Activity"
import { isoText } from "@hedgerow/core/shared/IsoText"
import { Schema } from "effect"
import { described } from "../shared/Described.ts"

const nullableText = Schema.NullOr(Schema.String)

/** One difference inside a structured field. */
export const ActivityPathChangeRecord = Schema.Struct({
  path: described(Schema.String, "The place in the field: steps joined by dots, elements counted from 0."),
  action: described(Schema.Literals(["changed", "created", "deleted"]), "The effect on the place."),
  before: described(Schema.Json, "The value before the change."),
  after: described(Schema.Json, "The value after the change.")
}).annotate({ identifier: "ActivityPathChange" })

/** One difference of a record; `paths` lists the places inside a structured field. */
export const ActivityChangeRecord = Schema.Struct({
  type: described(Schema.Literals(activityScopes), "The kind of thing that changed."),
  action: described(
    Schema.Literals(["changed", "copied", "created", "deleted", "exported", "merged", "split"]),
    "The effect on the field."
  ),
  field: described(nullableText, "The field that changed; null when the change has no field."),
  before: described(Schema.Json, "The value before the change."),
  after: described(Schema.Json, "The value after the change."),
  paths: described(
    Schema.optionalKey(Schema.Array(ActivityPathChangeRecord)),
    "The places inside a structured field that differ."
  ),
  paths_truncated: described(
    Schema.optionalKey(Schema.Literal(true)),
    "`true` when more than 100 places differ and only the first 100 are listed."
  )
}).annotate({ identifier: "ActivityChange" })

/** A person who acted, by the name of that time. */
export const ActivityPersonRecord = Schema.Struct({
  id: described(Schema.Int, "The user's number."),
  uuid: described(Schema.String, "The user's uuid."),
  distinct_id: described(Schema.String, "The distinct id of the user's own events."),
  first_name: described(Schema.String, "The first name."),
  last_name: described(Schema.String, "The last name; may be empty."),
  email: described(Schema.String, "The email.")
}).annotate({ identifier: "ActivityPerson" })

/** The user that stands for the system when it acted. */
export const ActivitySystemRecord = Schema.Struct({
  first_name: described(Schema.Literal("System"), "Always `System`."),
  email: described(Schema.Null, "Always null."),
  is_system: described(Schema.Literal(true), "Always `true`.")
}).annotate({ identifier: "ActivitySystem" })

/** One entry of the activity log. */
export const ActivityEntryRecord = Schema.Struct({
  id: described(Schema.String, "The entry's id."),
  user: described(
    Schema.Union([ActivityPersonRecord, ActivitySystemRecord]),
    "The user who made the change, by the name of that time, or the system."
  ),
  activity: described(Schema.String, "The action: `created`, `updated`, `deleted` and so on."),
  scope: described(Schema.Literals(activityScopes), "The kind of thing that changed."),
  item_id: described(Schema.String, "The id of the thing that changed."),
  detail: described(
    Schema.Struct({
      id: described(Schema.String, "The id of the thing, as in `item_id`."),
      changes: described(
        Schema.NullOr(Schema.Array(ActivityChangeRecord)),
        "The differences; null when the thing was made or removed."
      ),
      merge: described(Schema.Null, "Always null."),
      trigger: described(Schema.Json, "The cause of the change, such as a scheduled change; null when a user made it."),
      name: described(nullableText, "The thing's name."),
      short_id: described(nullableText, "The thing's short id; null when it has none."),
      type: described(nullableText, "The thing's type; null when it has none.")
    }),
    "The changed fields."
  ),
  created_at: described(Schema.String.annotate({ format: "date-time" }), "The time at which the change was made."),
  organization_id: described(Schema.String, "The id of the organisation."),
  project_id: described(Schema.NullOr(Schema.Int), "The id of the project; null when the change concerns none."),
  unread: described(Schema.Boolean, "Always `false`."),
  is_system: described(Schema.Boolean, "Whether the system made the change."),
  was_impersonated: described(Schema.Boolean, "Always `false`.")
}).annotate({ identifier: "ActivityLogEntry" })

/** An entry on the wire. Nobody reads the log as a list of news or acts as somebody else: those marks are always false. */
export const activityEntryRecord = (entry: ActivityEntry): typeof ActivityEntryRecord.Type => ({
  id: entry.id,
  user: entry.user ?? { first_name: "System", email: null, is_system: true },
  activity: entry.activity,
  scope: entry.scope,
  item_id: entry.item_id,
  detail: { id: entry.item_id, merge: null, ...entry.detail },
  created_at: isoText(entry.created_at),
  organization_id: entry.organization_id,
  project_id: entry.project_id,
  unread: false,
  is_system: entry.user === null,
  was_impersonated: false
})
