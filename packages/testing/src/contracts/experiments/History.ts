import { deriveProperties } from "@hedgerow/core/events/DerivedProperties"
import type { Event } from "@hedgerow/core/events/Event"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { deriveUuid, type Uuid } from "@hedgerow/core/shared/Uuid"
import type { SeedRows } from "../query/SeedTables.ts"

/** One event of a history, as the naive model sees it. */
export interface PastEvent {
  readonly uuid: Uuid
  /** The person as it was when the event came; `merged` is the later merge. */
  readonly person: string
  readonly name: string
  readonly time: number
  readonly group: string
  readonly session: string
  readonly properties: Readonly<Record<string, string | number | boolean | null>>
  /** The properties of the person at that time, and the time they began. */
  readonly personProperties?: Readonly<Record<string, string | number | boolean | null>>
  readonly personSince?: number
}

/** Events of a project, and the persons that turned out to be others. */
export interface History {
  readonly project: ProjectId
  readonly events: ReadonlyArray<PastEvent>
  readonly merged: ReadonlyMap<string, string>
}

/** The uuid of an event, by its place in the history. */
export const eventUuid = (project: ProjectId, place: number): Uuid => deriveUuid(project, "event", place)

/** The id of a person, by its name. */
export const personId = (project: ProjectId, name: string): Uuid => deriveUuid(project, "person", name)

/** Sessions with this name are test accounts, whoever has them. */
export const testSession = "s3"

/** The number of random histories that one project has: an engine spends more on a statement than on their events. */
export const historiesTogether = 10

/** A random history has fewer events. */
const mostEvents = 1000

/** Random histories of different people, groups and sessions, in one project. */
export const together = (project: ProjectId, historyAt: (part: number) => History): History => {
  const parts = Array.from({ length: historiesTogether }, (_, part) => historyAt(part))
  const own = (part: number, name: string): string => name === "" || name === testSession ? name : `${part} ${name}`
  return {
    project,
    events: parts.flatMap(({ events }, part) =>
      events.map(({ group, person, session, ...event }, place): PastEvent =>
        Object.assign(event, {
          uuid: eventUuid(project, part * mostEvents + place),
          person: own(part, person),
          group: own(part, group),
          session: own(part, session)
        })
      )
    ),
    merged: new Map(
      parts.flatMap(({ merged }, part) => [...merged].map(([old, now]) => [own(part, old), own(part, now)] as const))
    )
  }
}

const stored = (project: ProjectId, past: PastEvent): Event => {
  const { group, name, person, personProperties, personSince, properties, session, time, uuid } = past
  const text = JSON.stringify(properties)
  return {
    project_id: project,
    uuid,
    event: name,
    distinct_id: person,
    person_id: personId(project, person),
    person_mode: "full",
    timestamp: time as EventTime,
    sent_at: null,
    received_at: time as EventTime,
    inserted_at: time as EventTime,
    properties: text,
    derived: deriveProperties(text),
    person_properties: JSON.stringify(personProperties ?? {}),
    person_created_at: personSince === undefined ? null : personSince as EventTime,
    group_0: group,
    group_1: "",
    group_2: "",
    group_3: "",
    group_4: "",
    session_id: session,
    window_id: "",
    elements_chain: "",
    lib: "web"
  }
}

/** The rows that a history leaves in the tables. */
export const rowsOf = ({ events, merged, project }: History): SeedRows => ({
  events: events.map((event) => stored(project, event)),
  person_overrides: [...merged].map(([old, now]) => ({
    old_person_id: personId(project, old),
    person_id: personId(project, now)
  }))
})
