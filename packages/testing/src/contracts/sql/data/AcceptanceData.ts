import { eventUuid, type SentEvent } from "./SentEvent.ts"

/** Someone who is known before his first event. */
export const acceptancePerson = {
  distinctIds: ["2", "some-random-uid"],
  createdAt: "2020-01-10T12:00:00Z",
  properties: { email: "tom@example.com", name: "Tom" }
} as const

const sent = (
  number: number,
  time: string,
  event: string,
  distinctId: string,
  properties: SentEvent["properties"]
): SentEvent => ({
  event,
  distinct_id: distinctId,
  timestamp: `2020-01-10T${time}:00Z`,
  uuid: eventUuid(number),
  properties
})

/** Four events of three people. */
export const acceptanceEvents: ReadonlyArray<SentEvent> = [
  sent(1, "12:00", "sign up", "2", { key: "test_val1" }),
  sent(2, "12:11", "sign out", "2", { key: "test_val2" }),
  sent(3, "12:12", "sign out", "3", { key: "test_val2" }),
  sent(4, "12:13", "sign out", "4", { key: "test_val3", path: "a/b/c" })
]
