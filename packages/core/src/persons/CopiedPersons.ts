import type { ProjectId } from "../identity/Project.ts"
import type { CopyMessage } from "../replication/CopyChanges.ts"
import type { Uuid } from "../shared/Uuid.ts"
import type { Group } from "./Group.ts"
import type { Person } from "./Person.ts"

/** A person as it now is. */
export const personCopied = (person: Person): CopyMessage<"persons"> => ({
  project: person.project_id,
  topic: "persons",
  key: person.id,
  payload: {
    v: 1,
    op: "set",
    id: person.id,
    created_at: person.created_at,
    properties: person.properties,
    is_identified: person.is_identified,
    version: person.version
  }
})

/** A person that was merged into another, or deleted. */
export const personRemoved = (project: ProjectId, id: Uuid): CopyMessage<"persons"> => ({
  project,
  topic: "persons",
  key: id,
  payload: { v: 1, op: "remove", id }
})

/** A distinct id and the person it now belongs to. */
export const distinctIdCopied = (
  project: ProjectId,
  distinctId: string,
  personId: Uuid
): CopyMessage<"person_distinct_ids"> => ({
  project,
  topic: "person_distinct_ids",
  key: distinctId,
  payload: { v: 1, op: "set", distinct_id: distinctId, person_id: personId }
})

/** A distinct id that belongs to no person any more. */
export const distinctIdRemoved = (project: ProjectId, distinctId: string): CopyMessage<"person_distinct_ids"> => ({
  project,
  topic: "person_distinct_ids",
  key: distinctId,
  payload: { v: 1, op: "remove", distinct_id: distinctId }
})

/** A merged person and the one it is now part of. */
export const overrideCopied = (
  project: ProjectId,
  oldPersonId: Uuid,
  personId: Uuid
): CopyMessage<"person_overrides"> => ({
  project,
  topic: "person_overrides",
  key: oldPersonId,
  payload: { v: 1, op: "set", old_person_id: oldPersonId, person_id: personId }
})

/** A person that is no longer part of another. */
export const overrideRemoved = (project: ProjectId, oldPersonId: Uuid): CopyMessage<"person_overrides"> => ({
  project,
  topic: "person_overrides",
  key: oldPersonId,
  payload: { v: 1, op: "remove", old_person_id: oldPersonId }
})

/** A group as it now is. */
export const groupCopied = (group: Group): CopyMessage<"groups"> => ({
  project: group.project_id,
  topic: "groups",
  key: `${group.group_type_index}/${group.group_key}`,
  payload: {
    v: 1,
    op: "set",
    group_type_index: group.group_type_index,
    group_key: group.group_key,
    created_at: group.created_at,
    updated_at: group.updated_at,
    properties: group.properties
  }
})
