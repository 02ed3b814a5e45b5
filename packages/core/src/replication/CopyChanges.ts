import { Schema } from "effect"
import type { ProjectId } from "../access/Project.ts"
import { CohortId } from "../cohorts/Cohort.ts"
import { EventTime } from "../events/EventTime.ts"
import { type Group, GroupTypeIndex } from "../persons/Group.ts"
import type { Person } from "../persons/Person.ts"
import { StoredProperties } from "../persons/PersonProperties.ts"
import { Uuid } from "../shared/Uuid.ts"

/**
 * The kinds of change that are copied; each is named like the table it copies. A new one comes last: earlier copies are
 * then known to lack it.
 */
export const copyTopics = ["persons", "person_distinct_ids", "person_overrides", "groups", "cohort_members"] as const
export type CopyTopic = (typeof copyTopics)[number]

/** The version of these shapes. A server that does not know a version waits with the copy until it is upgraded. */
const v = Schema.Literal(1)
const set = Schema.Literal("set")
const remove = Schema.Literal("remove")
const personSet = Schema.Struct({
  v,
  op: set,
  id: Uuid,
  created_at: EventTime,
  properties: StoredProperties,
  is_identified: Schema.Boolean,
  version: Schema.Int
})

const memberKey = { cohort_id: CohortId, person_id: Uuid }
const groupKey = { group_type_index: GroupTypeIndex, group_key: Schema.String }

/** The payload of each topic: a row as it now is, or its removal. */
export const copyPayloads = {
  persons: Schema.Union([personSet, Schema.Struct({ v, op: remove, id: Uuid })]),
  person_distinct_ids: Schema.Union([
    Schema.Struct({ v, op: set, distinct_id: Schema.String, person_id: Uuid }),
    Schema.Struct({ v, op: remove, distinct_id: Schema.String })
  ]),
  person_overrides: Schema.Union([
    Schema.Struct({ v, op: set, old_person_id: Uuid, person_id: Uuid }),
    Schema.Struct({ v, op: remove, old_person_id: Uuid })
  ]),
  groups: Schema.Union([
    Schema.Struct({
      v,
      op: set,
      ...groupKey,
      created_at: EventTime,
      updated_at: EventTime,
      properties: StoredProperties
    }),
    Schema.Struct({ v, op: remove, ...groupKey })
  ]),
  cohort_members: Schema.Union([
    Schema.Struct({ v, op: set, ...memberKey }),
    Schema.Struct({ v, op: remove, ...memberKey })
  ])
}

/** A change of one topic, as it is read. */
export type CopyPayload<T extends CopyTopic> = (typeof copyPayloads)[T]["Type"]

/** A change as the outbox takes it. */
export interface CopyMessage<T extends CopyTopic = CopyTopic> {
  readonly project: ProjectId
  readonly topic: T
  readonly key: string
  readonly payload: CopyPayload<T>
}

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

const member = (
  project: ProjectId,
  op: "set" | "remove",
  cohort: CohortId,
  person: Uuid
): CopyMessage<"cohort_members"> => ({
  project,
  topic: "cohort_members",
  key: `${cohort}/${person}`,
  payload: { v: 1, op, cohort_id: cohort, person_id: person }
})

/** A person that is a member of a cohort. */
export const memberCopied = (project: ProjectId, cohort: CohortId, person: Uuid): CopyMessage<"cohort_members"> =>
  member(project, "set", cohort, person)

/** A person that is a member of a cohort no longer. */
export const memberRemoved = (project: ProjectId, cohort: CohortId, person: Uuid): CopyMessage<"cohort_members"> =>
  member(project, "remove", cohort, person)
