import { sha1Head } from "../evaluation/Sha1.ts"
import type { CapturedEvent } from "../events/CapturedEvent.ts"

/** `sha1Head` has 60 bits. */
const scale = 2 ** 60

/** Properties of groups belong to no user: they are always kept. */
const isOfUser = ({ event }: CapturedEvent): boolean => event !== "$groupidentify"

/** The place of a distinct id among all, from 0 to 1: the same in every project and month. */
const sampleHash = (distinctId: string): number => sha1Head("sample-", distinctId, "") / scale

/**
 * The events that a project with this sample rate keeps: all or none of those of a distinct id. A lower rate keeps some
 * of the ids that a higher one keeps.
 */
export const sampled = (rate: number, events: ReadonlyArray<CapturedEvent>): ReadonlyArray<CapturedEvent> => {
  if (rate >= 1) return events
  const isKept = new Map<string, boolean>()
  const keeps = (id: string): boolean => {
    const known = isKept.get(id) ?? sampleHash(id) < rate
    isKept.set(id, known)
    return known
  }
  return events.filter((event) => !isOfUser(event) || keeps(event.distinct_id))
}
