import type { CapturedEvent } from "../events/CapturedEvent.ts"
import type { Event } from "../events/Event.ts"
import type { EventTime } from "../events/EventTime.ts"
import { elementsChain } from "../events/SentElements.ts"
import type { ProjectId } from "../identity/Project.ts"
import { groupColumns, type GroupTypes } from "../persons/GroupProcessing.ts"
import type { EventPerson } from "../persons/PersonProcessing.ts"
import { columnText } from "../shared/CapturedText.ts"

/** The row that is stored of a captured event, once its person and the project's group types are known. */
export const eventRow = (
  project: ProjectId,
  { values, ...captured }: CapturedEvent,
  person: EventPerson,
  types: GroupTypes,
  insertedAt: EventTime
): Event => ({
  project_id: project,
  ...captured,
  ...person,
  inserted_at: insertedAt,
  ...groupColumns(types, values),
  session_id: columnText(values["$session_id"]),
  window_id: columnText(values["$window_id"]),
  elements_chain: elementsChain(values),
  lib: columnText(values["$lib"])
})
