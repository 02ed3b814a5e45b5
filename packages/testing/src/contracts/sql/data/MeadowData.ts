import { eventUuid, type SentEvent } from "./SentEvent.ts"

/** The time at which all events are sent and the cases run. */
export const clock = "2024-11-05T10:00:00Z"

const sent = (
  n: number,
  timestamp: string,
  event: string,
  distinctId: string,
  properties: SentEvent["properties"] = {}
): SentEvent => ({ event, distinct_id: distinctId, timestamp, uuid: eventUuid(n), properties: { n: String(n), ...properties } })

/** Ann and Bob before Bob turns out to be Tab as well. */
const before: ReadonlyArray<SentEvent> = [
  sent(1, "2024-10-26T21:30:00Z", "page", "anon-1", { path: "/a", price: 10, flag: true, note: "", tag: "red" }),
  sent(2, "2024-10-26T22:30:00Z", "page", "anon-1", {
    path: "/b",
    price: "20.5",
    flag: false,
    note: null,
    tag: "blue"
  }),
  sent(3, "2024-10-27T00:30:00Z", "$identify", "ann", {
    $anon_distinct_id: "anon-1",
    $set: { plan: "free", email: "ann@example.com" }
  }),
  sent(4, "2024-10-27T01:30:00Z", "buy", "ann", {
    price: 30,
    flag: "true",
    note: "gift",
    tag: "red",
    cart: { total: { net: 25.5 }, items: ["apple", "plum"] },
    $groups: { company: "acme" }
  }),
  sent(5, "2024-10-27T12:00:00Z", "buy", "bob", {
    price: -5,
    big: "9223372036854775807",
    $set: { plan: "pro" },
    $groups: { company: "globex" }
  }),
  sent(6, "2024-10-28T00:00:00Z", "page", "tab", {
    path: "/ünï/🦊",
    price: "abc",
    tag: "Red",
    "a b": "spaced",
    $browser: "Firefox",
    $set: { plan: "trial", city: "Oslo" }
  }),
  sent(7, "2024-10-28T10:00:00.123456Z", "buy", "ann", {
    price: 7.25,
    since: "2024-10-01 12:00:00",
    $set: { plan: "pro" },
    $groups: { company: "acme" }
  })
]

/** Bob is also Bobby, and Tab; Ghost wants no profile. */
const after: ReadonlyArray<SentEvent> = [
  sent(8, "2024-11-01T09:00:00Z", "$create_alias", "bob", { alias: "bobby" }),
  sent(9, "2024-11-01T10:00:00Z", "$identify", "bob", { $anon_distinct_id: "tab" }),
  sent(10, "2024-11-02T08:00:00Z", "page", "bobby", { path: "/a", price: 10, tag: "blue" }),
  sent(11, "2024-11-02T09:00:00Z", "page", "ghost", { path: "/c", $process_person_profile: false }),
  sent(12, "2024-11-03T08:00:00Z", "$groupidentify", "bob", {
    $group_type: "company",
    $group_key: "acme",
    $group_set: { name: "Acme", size: 12 }
  })
]

/** Twelve events of three people, in the requests that bring them. `n` numbers them in the order of their times. */
export const meadowRequests: ReadonlyArray<ReadonlyArray<SentEvent>> = [before, after]
