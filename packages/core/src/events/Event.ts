import type { ProjectId } from "../identity/Project.ts"
import type { Uuid } from "../shared/Uuid.ts"
import type { EventTime } from "./EventTime.ts"

/** Whether the event's person has a profile. Personless events carry a person id derived from the distinct id. */
export type PersonMode = "full" | "propertyless"

/**
 * One stored event, the same on every engine; never changed once written.
 *
 * `properties` is the JSON text as it was sent (after the capture rules), byte for byte; `derived` is the canonical copy
 * that queries read (`DerivedProperties.ts`). `person_properties` is canonical too and holds the person's properties after
 * the event's own `$set`. Empty strings mean "none" in `group_0…4`, `session_id`, `window_id`, `elements_chain` and `lib`.
 */
export interface Event {
  readonly project_id: ProjectId
  readonly uuid: Uuid
  readonly event: string
  readonly distinct_id: string
  readonly person_id: Uuid
  readonly person_mode: PersonMode
  readonly timestamp: EventTime
  readonly sent_at: EventTime | null
  readonly received_at: EventTime
  readonly inserted_at: EventTime
  readonly properties: string
  readonly derived: string
  readonly person_properties: string
  readonly person_created_at: EventTime | null
  readonly group_0: string
  readonly group_1: string
  readonly group_2: string
  readonly group_3: string
  readonly group_4: string
  readonly session_id: string
  readonly window_id: string
  readonly elements_chain: string
  readonly lib: string
}
