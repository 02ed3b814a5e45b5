import { eventUuid, type SentEvent } from "./SentEvent.ts"

/** Around both changes of the clock in Berlin in 2024, numbered from 1. */
export const harbourTimes = [
  "2024-03-30T22:30:00Z",
  "2024-03-30T23:30:00Z",
  "2024-03-31T00:59:59Z",
  "2024-03-31T01:00:00Z",
  "2024-03-31T21:59:59.999999Z",
  "2024-03-31T22:00:00Z",
  "2024-10-27T00:30:00Z",
  "2024-10-27T01:30:00Z",
  "2024-10-27T22:59:00Z",
  "2024-10-27T23:00:00Z"
] as const

export const harbourEvents: ReadonlyArray<SentEvent> = harbourTimes.map((timestamp, index) => ({
  event: "tick",
  distinct_id: "sam",
  timestamp,
  uuid: eventUuid(index + 1),
  properties: { n: String(index + 1) }
}))
