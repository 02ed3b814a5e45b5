import { Schema } from "effect"
import { EventTime } from "../events/EventTime.ts"
import { GroupTypeIndex } from "../events/GroupTypeIndex.ts"
import type { ProjectId } from "../identity/Project.ts"
import { StoredProperties } from "../shared/StoredProperties.ts"
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

const memberKey = {
  cohort_id: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2147483647 })),
  person_id: Uuid
}
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
