import type { DataDeletion } from "@hedgerow/core/deletions/DataDeletion"
import type { User, UserId } from "@hedgerow/core/identity/User"
import { isoText, isoTextOrNull } from "@hedgerow/core/shared/IsoText"
import { namingMakers } from "../entities/EntityHandlers.ts"
import { namedUser } from "../identity/IdentityEncode.ts"
import type { DataDeletionRecord } from "./DeletionSchema.ts"

const recordOf = (people: ReadonlyMap<UserId, User>) => (row: DataDeletion): typeof DataDeletionRecord.Type => ({
  id: row.id,
  kind: row.kind,
  status: row.status,
  with_events: row.with_events,
  events: row.events,
  date_from: isoTextOrNull(row.date_from),
  date_to: isoTextOrNull(row.date_to),
  persons_count: row.persons_count,
  distinct_ids_count: row.distinct_ids_count,
  events_count: row.events_count,
  texts_count: row.texts_count,
  created_by: namedUser(people, row.created_by),
  created_at: isoText(row.created_at),
  completed_at: isoTextOrNull(row.completed_at)
})

/** Deletions on the wire, with the names of those who asked for them. */
export const deletionRecords = namingMakers(recordOf)
