import type { JsonRecord } from "../shared/JsonRecord.ts"
import { earliest, type EventTime, latest } from "./EventTime.ts"
import { readEventTime } from "./EventTimeText.ts"

/** Facts beside the event that decide when it happened. */
export interface CaptureClock {
  readonly receivedAt: EventTime
  /** The time at which the client sent the request, by the same clock as its events. */
  readonly sentAt: EventTime | undefined
}

const microsPerHour = 3_600_000_000
const mostAhead = 23 * microsPerHour

const clientTime = (event: JsonRecord, properties: JsonRecord, clock: CaptureClock): number => {
  const own = readEventTime(event["timestamp"])
  const offset = event["offset"]
  if (own === undefined) return typeof offset === "number" ? clock.receivedAt - offset * 1000 : clock.receivedAt
  if (clock.sentAt === undefined || properties["$ignore_sent_at"] === true) return own
  return clock.receivedAt + (own - clock.sentAt)
}

/**
 * The time of the event by the server's clock: the client's skew is corrected when the request carries the time at
 * which it was sent. A time more than 23 hours ahead or outside of the storable range becomes the time of arrival.
 */
export const eventTimestamp = (event: JsonRecord, properties: JsonRecord, clock: CaptureClock): EventTime => {
  const time = Math.round(clientTime(event, properties, clock))
  const isSound = time >= earliest && time <= latest && time <= clock.receivedAt + mostAhead
  return isSound ? time as EventTime : clock.receivedAt
}
