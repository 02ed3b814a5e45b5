import { Schema } from "effect"
import { entity } from "../entities/Entity.ts"
import { EventTime } from "../events/EventTime.ts"
import { GroupTypeIndex } from "../events/GroupTypeIndex.ts"
import { ProjectId } from "../identity/Project.ts"
import { StoredProperties } from "../shared/StoredProperties.ts"

/** A company, team or other group that several persons share. */
export class Group extends Schema.Class<Group>("Group")({
  project_id: ProjectId,
  group_type_index: GroupTypeIndex,
  group_key: Schema.String,
  properties: StoredProperties,
  created_at: EventTime,
  updated_at: EventTime
}) {}

/** A group as the activity log names it: by the index of its type and its key. */
export class LoggedGroup extends Schema.Class<LoggedGroup>("LoggedGroup")({
  project_id: ProjectId,
  id: Schema.String,
  group_key: Schema.String
}) {
  static readonly of = ({ group_key, group_type_index, project_id }: Group): LoggedGroup =>
    new LoggedGroup({ project_id, id: `${group_type_index}/${group_key}`, group_key })
}

/** The words of the activity log for a group. */
export const groupEntity = entity({
  name: "Group",
  table: "groups",
  model: LoggedGroup,
  ids: "uuid",
  activity: { scope: "Group", name: ({ group_key }) => group_key }
})
