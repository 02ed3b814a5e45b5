import { eventUuid, type SentEvent } from "./SentEvent.ts"

const times = ["2024-05-01T10:00:00Z", "2024-05-01T10:00:00.000001Z", "2024-05-02T00:00:00Z", "2024-05-03T08:00:00Z"]
const numbers = ["1", "2", "nan", "-inf", undefined, "1.5", "2"]

/** Events in which few values of each type occur often: many rows are equal in the columns that order them. */
export const crowdEvents: ReadonlyArray<SentEvent> = Array.from({ length: 84 }, (_, index) => ({
  event: ["come", "stay", "go"][(index * 7) % 3] ?? "",
  distinct_id: `d${index % 5}`,
  timestamp: times[(index * 5) % 4] ?? "",
  uuid: eventUuid(1_000 + ((index * 37) % 84)),
  properties: { n: numbers[index % 7], word: ["é", "z", "Z", "", undefined][index % 5], $set: { rank: index % 2 } }
}))
