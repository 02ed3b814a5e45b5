import type { CapturedEvent } from "@hedgerow/core/events/CapturedEvent"
import { derivedOf } from "@hedgerow/core/events/DerivedProperties"
import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { deriveUuid } from "@hedgerow/core/shared/Uuid"

export const project = 1 as ProjectId
export const second = (n: number): EventTime => 1_772_600_000_000_000 + n * 1_000_000 as EventTime

/** An event as capture hands it over; `at` is its second and gives it an identity. */
export const captured = (event: string, distinctId: string, values: object = {}, at = 0): CapturedEvent => ({
  uuid: deriveUuid("test", event, distinctId, JSON.stringify(values), at),
  event,
  distinct_id: distinctId,
  timestamp: second(at),
  sent_at: null,
  received_at: second(at),
  properties: JSON.stringify(values),
  derived: derivedOf(values),
  values: values as CapturedEvent["values"]
})
