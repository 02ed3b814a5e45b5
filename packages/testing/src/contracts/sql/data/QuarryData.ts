import { eventUuid, type SentEvent } from "./SentEvent.ts"

const sent = (n: number, event: string, distinctId: string, properties: SentEvent["properties"]): SentEvent => ({
  event,
  distinct_id: distinctId,
  timestamp: `2024-10-28T0${n}:00:00Z`,
  uuid: eventUuid(n),
  properties: { n: String(100 + n), secret: "quarry", tag: "red", ...properties }
})

/** The other project: the uuids, people, groups and names of the meadow again, in rows that no answer may show. */
export const quarryEvents: ReadonlyArray<SentEvent> = [
  sent(1, "page", "ann", { path: "/quarry", $set: { plan: "quarry", city: "Quarry" } }),
  sent(2, "buy", "bob", { price: 1000, $set: { plan: "quarry" }, $groups: { company: "acme" } }),
  sent(3, "$groupidentify", "bob", {
    $group_type: "company",
    $group_key: "acme",
    $group_set: { name: "Quarry", size: 1000 }
  }),
  sent(4, "$identify", "ann", { $anon_distinct_id: "ghost" }),
  sent(5, "page", "quarryman", { $set: { plan: "quarry" } })
]
