import { Schema } from "effect"
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
