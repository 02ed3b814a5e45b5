import type { CapturedEvent } from "../events/CapturedEvent.ts"
import { idText } from "../shared/CapturedText.ts"
import { memberText, objectMembers } from "../shared/JsonSlices.ts"
import { isIllegalDistinctId } from "./IllegalDistinctIds.ts"

/** A wish to make two distinct ids one person: that of `otherId` joins that of the event's distinct id. */
export interface MergeRequest {
  readonly otherId: string
  /** A guarded merge does not take over a person who is identified already. */
  readonly isGuarded: boolean
  /** One of the ids is no id of one person. */
  readonly isIllegal: boolean
}

const otherIdNames = new Map([
  ["$identify", "$anon_distinct_id"],
  ["$create_alias", "alias"],
  ["$merge_dangerously", "alias"]
])

/** Whether the client asked for no profile. */
export const isPersonless = (event: CapturedEvent): boolean => event.values["$process_person_profile"] === false

/** Events that make no sense without a profile. */
export const needsProfile = (event: string): boolean => otherIdNames.has(event) || event === "$groupidentify"

/** Whether an event is of those that merge persons, with another id or without. */
export const isMerging = (event: CapturedEvent): boolean => otherIdNames.has(event.event)

/** The merge an event asks for, if any. */
export const mergeRequestOf = (event: CapturedEvent): MergeRequest | undefined => {
  const name = otherIdNames.get(event.event)
  if (name === undefined) return undefined
  const raw = () => memberText(event.properties, objectMembers(event.properties), name)
  const otherId = idText(event.values[name], raw)
  if (otherId === undefined) return undefined
  return {
    otherId,
    isGuarded: event.event !== "$merge_dangerously",
    isIllegal: isIllegalDistinctId(otherId) || isIllegalDistinctId(event.distinct_id)
  }
}

/** Every distinct id whose person the events may read or change, in order of first mention. */
export const distinctIdsOf = (events: ReadonlyArray<CapturedEvent>): ReadonlyArray<string> => [
  ...new Set(events.flatMap((event) => {
    const request = isPersonless(event) ? undefined : mergeRequestOf(event)
    return request === undefined || request.isIllegal ? [event.distinct_id] : [event.distinct_id, request.otherId]
  }))
]
