import { deriveProperties } from "@hedgerow/core/events/DerivedProperties"
import type { Event } from "@hedgerow/core/events/Event"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { deriveUuid, type Uuid } from "@hedgerow/core/shared/Uuid"

/** The fields of a case's event; the others have defaults. */
export interface SeededEvent extends Partial<Pick<Event, "elements_chain" | "group_0" | "session_id">> {
  readonly event: string
  readonly distinctId: string
  /** Its person; by default the one that is called as the distinct id. */
  readonly person?: string
  /** ISO 8601. */
  readonly at?: string
  readonly properties?: JsonRecord
  readonly personProperties?: JsonRecord
}

/** The id that a person of a case has. */
export const personOf = (project: ProjectId, name: string): Uuid => deriveUuid(project, "person", name)

/** The time that an ISO text names. */
export const timeOf = (text: string): EventTime => Date.parse(text) * 1_000 as EventTime

/** The rows that events of a case are stored as. */
export const eventRows = (project: ProjectId, events: ReadonlyArray<SeededEvent>): ReadonlyArray<Event> =>
  events.map((one, place) => {
    const time = timeOf(one.at ?? "2020-01-10T12:00:00Z")
    const text = JSON.stringify(one.properties ?? {})
    return {
      project_id: project,
      uuid: deriveUuid(project, "event", place),
      event: one.event,
      distinct_id: one.distinctId,
      person_id: personOf(project, one.person ?? one.distinctId),
      person_mode: "full",
      timestamp: time,
      sent_at: null,
      received_at: time,
      inserted_at: time,
      properties: text,
      derived: deriveProperties(text),
      person_properties: JSON.stringify(one.personProperties ?? {}),
      person_created_at: null,
      group_0: one.group_0 ?? "",
      group_1: "",
      group_2: "",
      group_3: "",
      group_4: "",
      session_id: one.session_id ?? "",
      window_id: "",
      elements_chain: one.elements_chain ?? "",
      lib: "web"
    }
  })
