import type { EventKey } from "@hedgerow/core/events/EventKeys"
import type { Uuid } from "@hedgerow/core/shared/Uuid"

/** The writer of an event, in the past or at present. `arrived` is when the current owner claimed it. */
export interface EventKeyRow {
  readonly key: EventKey
  readonly batchId: Uuid
  readonly confirmed: boolean
  readonly arrived: number
}
