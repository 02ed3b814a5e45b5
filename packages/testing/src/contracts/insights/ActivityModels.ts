/** Lifecycle and stickiness, actor by actor and day by day. */
import type { PastEvent } from "../experiments/History.ts"
import type { InsightWorld } from "./AskInsight.ts"
import { dayAfter, dayText, intervalOf, intervalsBetween } from "./NaiveCalendar.ts"
import { actorOf, isMeant, type RandomRange } from "./RandomInsight.ts"

/** The events of each actor. */
const byActor = ({ history }: InsightWorld, range: RandomRange, name: string) => {
  const found = new Map<string, Array<PastEvent>>()
  for (const event of history.events) {
    const actor = actorOf(history, event, range.group)
    if (actor === undefined || event.name !== name || !isMeant(event, range)) continue
    found.set(actor, [...found.get(actor) ?? [], event])
  }
  return found
}

const zoneOf = ({ timezone, week_start_day }: InsightWorld) =>
  ({ timezone: timezone ?? "UTC", weekStart: week_start_day ?? 0 }) as const

const intervalsOf = ({ from, interval, to }: RandomRange, weekStart: 0 | 1) =>
  intervalsBetween(intervalOf(from, interval, weekStart), to, interval, weekStart)

/** The number of new, returning, resurrecting and dormant actors in each interval. */
export const naiveLifecycle = (
  world: InsightWorld,
  range: RandomRange,
  name: string
): ReadonlyArray<ReadonlyArray<number>> => {
  const { timezone, weekStart } = zoneOf(world)
  const intervals = intervalsOf(range, weekStart)
  const [first = ""] = intervals
  const before = intervalOf(dayAfter(first, -1), range.interval, weekStart)
  const all = [before, ...intervals]
  const counts = [0, 1, 2, 3].map(() => intervals.map(() => 0))
  for (const events of byActor(world, range, name).values()) {
    const seen = events.filter(({ time }) => dayText(time, timezone) >= before && dayText(time, timezone) <= range.to)
    if (seen.length === 0) continue
    const active = new Set(seen.map(({ time }) => intervalOf(dayText(time, timezone), range.interval, weekStart)))
    const born = Math.min(...seen.map(({ personSince }) => personSince ?? Infinity))
    // No group is known: none is new.
    const bornIn = range.group ? undefined : intervalOf(dayText(born, timezone), range.interval, weekStart)
    for (const [index, interval] of intervals.entries()) {
      const wasActive = active.has(all[index] ?? "")
      const status = active.has(interval) ? interval === bornIn ? 0 : wasActive ? 1 : 2 : wasActive ? 3 : undefined
      const row = status === undefined ? undefined : counts[status]
      if (row !== undefined) row[index] = (row[index] ?? 0) + (status === 3 ? -1 : 1)
    }
  }
  return counts
}

/** The condition on an interval to count, and the number of intervals that go together. */
export interface Sticking {
  readonly atLeast: number
  readonly together: number
}

/** The number of actors active in one interval, in two, …. */
export const naiveStickiness = (
  world: InsightWorld,
  range: RandomRange,
  name: string,
  { atLeast, together }: Sticking
) => {
  const { timezone, weekStart } = zoneOf(world)
  const intervals = intervalsOf(range, weekStart)
  const counts = Array.from({ length: Math.ceil(intervals.length / together) }, () => 0)
  for (const events of byActor(world, range, name).values()) {
    const times = new Map<number, number>()
    for (const { time } of events) {
      const day = dayText(time, timezone)
      if (day > range.to) continue
      const place = intervals.indexOf(intervalOf(day, range.interval, weekStart))
      if (place < 0) continue
      const part = Math.floor(place / together)
      times.set(part, (times.get(part) ?? 0) + 1)
    }
    const kept = [...times.values()].filter((count) => count >= atLeast).length
    if (kept > 0) counts[kept - 1] = (counts[kept - 1] ?? 0) + 1
  }
  return counts
}
