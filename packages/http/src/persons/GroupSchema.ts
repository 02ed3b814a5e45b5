import { newGroupFields } from "@hedgerow/core/people/GroupInput"
import { Schema } from "effect"
import { createBody } from "../requests/RequestBody.ts"
import { described } from "../shared/Described.ts"
import { personPropertyFields, unsetFields } from "./PersonSchema.ts"

const TypeIndex = described(Schema.Int, "The index of the type of groups, from 0 to 4.")

const Timestamp = Schema.String.annotate({ format: "date-time" })

/** A type of groups on the wire. The fields that are always null are those of the reference service's console. */
export const GroupTypeRecord = Schema.Struct({
  group_type: described(Schema.String, "The name of the type, as events have it in `$groups`."),
  group_type_index: TypeIndex,
  name_singular: described(Schema.Null, "Always null."),
  name_plural: described(Schema.Null, "Always null."),
  detail_dashboard: described(Schema.Null, "Always null."),
  default_columns: described(Schema.Null, "Always null."),
  created_at: described(Schema.Null, "Always null.")
}).annotate({
  identifier: "GroupType",
  description: "A type of groups, such as `company`; a project has at most five."
})

/** A group on the wire. */
export const GroupRecord = Schema.Struct({
  group_type_index: TypeIndex,
  group_key: described(Schema.String, "Its key, unique among the groups of its type."),
  group_properties: described(Schema.Record(Schema.String, Schema.Json), "Its properties."),
  created_at: described(Timestamp, "The time of the event, or of the request, that made it.")
}).annotate({ identifier: "Group", description: "A company, team or other group that several persons share." })

/** A page of groups, which nobody counts. */
export const GroupPage = Schema.Struct({
  next: described(Schema.NullOr(Schema.String), "The URL of the next page; null on the last one."),
  previous: described(Schema.NullOr(Schema.String), "The URL of the page before; null on the first one."),
  results: described(Schema.Array(GroupRecord), "The groups of this page.")
})

/** A new group. */
export const NewGroup = createBody(newGroupFields, {
  identifier: "NewGroup",
  description: "A group of a type that events have named."
})

/** A property to set. */
export const UpdatedGroupProperty = createBody(personPropertyFields, {
  identifier: "UpdatedGroupProperty",
  description: "A property to set on a group."
})

/** A property to remove. */
export const UnsetGroupProperty = createBody(unsetFields, {
  identifier: "UnsetGroupProperty",
  description: "A property to remove from a group."
})
