import type { ProjectId } from "@hedgerow/core/identity/Project"
import type { JsonRecord } from "@hedgerow/core/shared/JsonRecord"
import { type History, type PastEvent, testSession, together } from "../experiments/History.ts"
import { type Dice, randomHistory } from "../experiments/RandomHistory.ts"
import type { InsightWorld } from "./AskInsight.ts"

const timezone = "Europe/Berlin"

/** Persons who were known since one of the days around their events, some only after the first. */
const withPersons = (dice: Dice, history: History): History => {
  const since = new Map<string, number>()
  const sinceOf = (person: string): number => {
    const known = since.get(person) ?? Date.UTC(2024, 9, 24 + dice.below(9), 20, dice.below(600)) * 1000
    since.set(person, known)
    return known
  }
  const events = history.events.map((event): PastEvent => Object.assign({ personSince: sinceOf(event.person) }, event))
  return { ...history, events }
}

/** Random histories around the day on which the clock goes back in Berlin. */
export const randomWorld = (seed: number, project: ProjectId, dice: Dice): InsightWorld => ({
  history: together(project, (part) => withPersons(dice, randomHistory(100 * seed + part, project, "flag"))),
  now: Date.UTC(2024, 10, 3, 12) * 1000,
  timezone,
  week_start_day: dice.chance(0.5) ? 1 : 0,
  test_account_filters: [{ type: "event_metadata", key: "$session_id", operator: "is_not", value: testSession }]
})

/** The fields that random queries of all insights have. */
export interface RandomRange {
  readonly from: string
  readonly to: string
  readonly interval: "day" | "week" | "month"
  readonly filterTestAccounts: boolean
  readonly plan: "pro" | undefined
  readonly group: boolean
}

const day = (number: number): string => new Date(Date.UTC(2024, 9, number)).toISOString().slice(0, 10)

/** Any days of those that have events, and some that have none. */
export const randomRange = (dice: Dice): RandomRange => {
  const first = 23 + dice.below(8)
  return {
    from: day(first),
    to: day(first + dice.below(11)),
    interval: dice.pick(["day", "day", "day", "week", "month"]),
    filterTestAccounts: dice.chance(0.3),
    plan: dice.chance(0.3) ? "pro" : undefined,
    group: dice.chance(0.2)
  }
}

/** The fields of a query of such a range. */
export const rangeFields = ({ filterTestAccounts, from, group, interval, plan, to }: RandomRange): JsonRecord => ({
  dateRange: { date_from: from, date_to: to },
  interval,
  filterTestAccounts,
  properties: plan === undefined ? [] : [{ type: "event", key: "plan", value: plan }],
  aggregation_group_type_index: group ? 0 : null
})

/** The actor of an event, after merges; undefined: it has none. */
export const actorOf = ({ merged }: History, { group, person }: PastEvent, isGroup: boolean): string | undefined =>
  isGroup ? group === "" ? undefined : group : merged.get(person) ?? person

/** Whether the event is one that the range is about, its time apart. */
export const isMeant = (event: PastEvent, { filterTestAccounts, plan }: RandomRange): boolean =>
  (!filterTestAccounts || event.session !== testSession) && (plan === undefined || event.properties["plan"] === plan)

/** Ten digits: the order of additions shows in the last. */
export const digits = (value: number): number => Number((value * (1 + 3e-12)).toPrecision(10))
