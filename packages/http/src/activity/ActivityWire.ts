import { type ActivityEntry, activityScopes } from "@hedgerow/core/activity/Activity"
import { DateTime, Schema } from "effect"

const nullableText = Schema.NullOr(Schema.String)

/** One difference inside a structured field. */
export const ActivityPathChangeRecord = Schema.Struct({
  path: Schema.String,
  action: Schema.Literals(["changed", "created", "deleted"]),
  before: Schema.Json,
  after: Schema.Json
}).annotate({ identifier: "ActivityPathChange" })

/** One difference of a thing; `paths` tells the places inside a structured field. */
export const ActivityChangeRecord = Schema.Struct({
  type: Schema.Literals(activityScopes),
  action: Schema.Literals(["changed", "copied", "created", "deleted", "exported", "merged", "split"]),
  field: nullableText,
  before: Schema.Json,
  after: Schema.Json,
  paths: Schema.optionalKey(Schema.Array(ActivityPathChangeRecord)),
  paths_truncated: Schema.optionalKey(Schema.Literal(true))
}).annotate({ identifier: "ActivityChange" })

/** A person who acted, by the name of that time. */
export const ActivityPersonRecord = Schema.Struct({
  id: Schema.Int,
  uuid: Schema.String,
  distinct_id: Schema.String,
  first_name: Schema.String,
  last_name: Schema.String,
  email: Schema.String
}).annotate({ identifier: "ActivityPerson" })

/** What stands for a person when the system acted. */
export const ActivitySystemRecord = Schema.Struct({
  first_name: Schema.Literal("System"),
  email: Schema.Null,
  is_system: Schema.Literal(true)
}).annotate({ identifier: "ActivitySystem" })

/** One entry of the activity log. */
export const ActivityEntryRecord = Schema.Struct({
  id: Schema.String,
  user: Schema.Union([ActivityPersonRecord, ActivitySystemRecord]),
  activity: Schema.String,
  scope: Schema.Literals(activityScopes),
  item_id: Schema.String,
  detail: Schema.Struct({
    /** The id of the thing, as beside `detail`. */
    id: Schema.String,
    changes: Schema.NullOr(Schema.Array(ActivityChangeRecord)),
    /** Merges are events of persons and have no entries here. */
    merge: Schema.Null,
    trigger: Schema.Json,
    name: nullableText,
    short_id: nullableText,
    type: nullableText
  }),
  created_at: Schema.String.annotate({ format: "date-time" }),
  organization_id: Schema.String,
  project_id: Schema.NullOr(Schema.Int),
  unread: Schema.Boolean,
  is_system: Schema.Boolean,
  was_impersonated: Schema.Boolean
}).annotate({ identifier: "ActivityLogEntry" })

/** An entry on the wire. Nobody reads the log as a list of news or acts as somebody else: those marks are always false. */
export const activityEntryRecord = (entry: ActivityEntry): typeof ActivityEntryRecord.Type => ({
  id: entry.id,
  user: entry.user ?? { first_name: "System", email: null, is_system: true },
  activity: entry.activity,
  scope: entry.scope,
  item_id: entry.item_id,
  detail: { id: entry.item_id, merge: null, ...entry.detail },
  created_at: DateTime.formatIso(entry.created_at),
  organization_id: entry.organization_id,
  project_id: entry.project_id,
  unread: false,
  is_system: entry.user === null,
  was_impersonated: false
})
