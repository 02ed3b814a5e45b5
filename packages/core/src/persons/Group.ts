import { Schema } from "effect"
import { ProjectId } from "../access/Project.ts"
import { EventTime } from "../events/EventTime.ts"
import { StoredProperties } from "./PersonProperties.ts"

/** A project has at most five group types, numbered 0 to 4 in the order they were first seen. */
export const GroupTypeIndex = Schema.Literals([0, 1, 2, 3, 4])
export type GroupTypeIndex = typeof GroupTypeIndex.Type

/** A company, team or other group that several persons share. */
export class Group extends Schema.Class<Group>("Group")({
  project_id: ProjectId,
  group_type_index: GroupTypeIndex,
  group_key: Schema.String,
  properties: StoredProperties,
  created_at: EventTime,
  updated_at: EventTime
}) {}
