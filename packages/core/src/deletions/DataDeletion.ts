import { DateTime, Schema } from "effect"
import { entity } from "../entities/Entity.ts"
import type { EntityQuery } from "../entities/EntityRepository.ts"
import { isNot } from "../entities/Where.ts"
import { earliest, type EventTime, latest } from "../events/EventTime.ts"
import { ProjectId } from "../identity/Project.ts"
import { UserId } from "../identity/User.ts"
import { Uuid } from "../shared/Uuid.ts"
import type { GonePersons } from "./EventRemoval.ts"
import type { EventSelection } from "./EventSelection.ts"

/** A uuid of version 7. */
export const DataDeletionId = Uuid.pipe(Schema.brand("DataDeletionId"))
export type DataDeletionId = typeof DataDeletionId.Type

/** Persons, with or without their events, or events alone. */
export const deletionKinds = ["persons", "events"] as const
export type DeletionKind = (typeof deletionKinds)[number]

/** Asked for, under way, or done: nothing that was to be deleted is left. */
export const deletionStates = ["pending", "running", "completed"] as const
export type DeletionState = (typeof deletionStates)[number]

/**
 * One deletion of data. What is to be deleted is hidden from queries as long as the deletion is not completed. A completed
 * one names no person any more: its lists of ids are empty, the counts stay.
 */
export class DataDeletion extends Schema.Class<DataDeletion>("DataDeletion")({
  project_id: ProjectId,
  id: DataDeletionId,
  kind: Schema.Literals(deletionKinds),
  status: Schema.Literals(deletionStates),
  /** Whether events are deleted; true of every deletion of events. */
  with_events: Schema.Boolean,
  /** The persons as events recorded them: also those that were merged into one of them. */
  person_ids: Schema.Array(Uuid),
  distinct_ids: Schema.Array(Schema.String),
  /** Further texts that name the persons, such as their e-mail addresses. */
  names: Schema.Array(Schema.String),
  events: Schema.Array(Schema.String),
  date_from: Schema.NullOr(Schema.DateTimeUtc),
  date_to: Schema.NullOr(Schema.DateTimeUtc),
  /** The number of persons that were asked for and found. */
  persons_count: Schema.Int,
  /** The number of distinct ids that were asked for, or that the persons had. */
  distinct_ids_count: Schema.Int,
  /** The number of events that were found; null before the job has counted them. */
  events_count: Schema.NullOr(Schema.Int),
  /** The number of texts that named one of the persons and were removed; null before. */
  texts_count: Schema.NullOr(Schema.Int),
  created_by: Schema.NullOr(UserId),
  created_at: Schema.DateTimeUtc,
  completed_at: Schema.NullOr(Schema.DateTimeUtc)
}) {}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`

/** The deletion in words that give no value away. */
export const summaryOf = (deletion: DataDeletion): string => {
  const { date_from, date_to, distinct_ids_count, events, kind, persons_count, with_events } = deletion
  const persons = counted(persons_count, "person")
  if (kind === "persons") return with_events ? `${persons} with their events` : `${persons} without their events`
  const ids = distinct_ids_count === 0 ? [] : [counted(distinct_ids_count, "distinct id")]
  const whose = persons_count > 0 ? [persons] : ids
  return [
    "events",
    ...whose.map((text) => `of ${text}`),
    ...(events.length === 0 ? [] : [`with ${counted(events.length, "name")}`]),
    ...(date_from === null && date_to === null ? [] : ["of a time"])
  ].join(" ")
}

/** The entity of deletions; they are their own log, and the project's. */
export const dataDeletionEntity = entity({
  name: "DataDeletion",
  table: "data_deletions",
  model: DataDeletion,
  ids: "uuid",
  activity: { scope: "DataDeletion", name: summaryOf },
  bumps: "project"
})

/** Those whose rows may still be there. */
export const unfinished: EntityQuery<DataDeletion> = { where: isNot("status", "completed") }

/** The latest first. */
export const latestFirst: EntityQuery<DataDeletion> = { order: [{ field: "created_at", isDescending: true }] }

/** Events have no other times than these. */
const microsOf = (time: DateTime.Utc): EventTime =>
  Math.min(Math.max(DateTime.toEpochMillis(time) * 1000, earliest), latest) as EventTime

/** Whether something says which events are meant; without it they would be all of the project. */
export const isBound = (
  { date_from, date_to, distinct_ids, events, person_ids }: Pick<
    DataDeletion,
    "person_ids" | "distinct_ids" | "events" | "date_from" | "date_to"
  >
): boolean => person_ids.length + distinct_ids.length + events.length > 0 || date_from !== null || date_to !== null

/** The events that a deletion deletes; undefined where it deletes none. */
export const selectionOf = (deletion: DataDeletion): EventSelection | undefined => {
  const { created_at, date_from, date_to, distinct_ids, events, person_ids, status, with_events } = deletion
  if (!with_events || status === "completed" || !isBound(deletion)) return undefined
  return {
    personIds: person_ids,
    distinctIds: distinct_ids,
    events,
    from: date_from === null ? null : microsOf(date_from),
    to: date_to === null ? null : microsOf(date_to),
    until: microsOf(created_at)
  }
}

/** The persons that a deletion deletes; undefined where it deletes none. */
export const gonePersonsOf = (deletion: DataDeletion): GonePersons | undefined => {
  const { created_at, distinct_ids, kind, person_ids, status } = deletion
  if (kind !== "persons" || status === "completed") return undefined
  return { personIds: person_ids, distinctIds: distinct_ids, until: microsOf(created_at) }
}

/** The deletion when nothing is left to delete: it names nobody. */
export const completed = (deletion: DataDeletion, now: DateTime.Utc): DataDeletion =>
  new DataDeletion({
    ...deletion,
    status: "completed",
    person_ids: [],
    distinct_ids: [],
    names: [],
    completed_at: now
  })
