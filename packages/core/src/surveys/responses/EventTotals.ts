import type { Row } from "@hedgerow/sql/types/Cell"
import { toIso } from "@hedgerow/sql/types/Instants"

/** The number of times that an event happened to a survey, and of the people it happened to. */
export interface EventTotal {
  readonly total_count: number
  /** Of `survey shown`: those that led to nothing. */
  readonly total_count_only_seen: number
  readonly unique_persons: number
  readonly unique_persons_only_seen: number
  readonly first_seen: string | null
  readonly last_seen: string | null
}

/** The totals by the name of the event. */
export interface EventTotals {
  readonly "survey shown": EventTotal
  readonly "survey dismissed": EventTotal
  readonly "survey sent": EventTotal
}

/** Shares of what was shown, in percent with two places; 0 where nothing was. */
export interface SurveyRates {
  readonly response_rate: number
  readonly dismissal_rate: number
  readonly unique_users_response_rate: number
  readonly unique_users_dismissal_rate: number
}

const time = (cell: Row[number] | undefined): string | null =>
  cell === null || cell === undefined ? null : toIso(Number(cell))

/**
 * The totals of a row: persons who both dismissed and answered, then of each event its count, persons, first and last
 * time. A person who also answered does not count as one who dismissed.
 */
export const totalsOf = (row: Row): EventTotals => {
  const [both = 0, ...cells] = row
  const [shown, dismissed, sent] = [0, 4, 8].map((at): EventTotal => ({
    total_count: Number(cells[at] ?? 0),
    total_count_only_seen: 0,
    unique_persons: Number(cells[at + 1] ?? 0),
    unique_persons_only_seen: 0,
    first_seen: time(cells[at + 2]),
    last_seen: time(cells[at + 3])
  })) as [EventTotal, EventTotal, EventTotal]
  const dismissers = Math.max(0, dismissed.unique_persons - Number(both))
  return {
    "survey shown": {
      ...shown,
      total_count_only_seen: Math.max(0, shown.total_count - dismissed.total_count - sent.total_count),
      unique_persons_only_seen: Math.max(0, shown.unique_persons - dismissers - sent.unique_persons)
    },
    "survey dismissed": { ...dismissed, unique_persons: dismissers },
    "survey sent": sent
  }
}

/** To two places, of two that are as near the even one. */
const rounded = (value: number): number => {
  const isBetween = Number.isInteger(value * 8) && !Number.isInteger(value * 4)
  if (!isBetween) return Number(value.toFixed(2))
  const below = Math.floor(value * 100)
  return (below % 2 === 0 ? below : below + 1) / 100
}

/** A part of a whole in percent; 0 of nothing. */
export const percent = (part: number, whole: number): number => whole === 0 ? 0 : rounded(part / whole * 100)

/** The rates that follow from the totals. */
export const ratesOf = (
  { "survey dismissed": dismissed, "survey sent": sent, "survey shown": shown }: EventTotals
): SurveyRates => {
  const isShown = shown.total_count > 0
  const rate = (part: number, whole: number): number => isShown ? percent(part, whole) : 0
  return {
    response_rate: rate(sent.total_count, shown.total_count),
    dismissal_rate: rate(dismissed.total_count, shown.total_count),
    unique_users_response_rate: rate(sent.unique_persons, shown.unique_persons),
    unique_users_dismissal_rate: rate(dismissed.unique_persons, shown.unique_persons)
  }
}

/** The rates without anything that happened. */
export const noRates: SurveyRates = {
  response_rate: 0,
  dismissal_rate: 0,
  unique_users_response_rate: 0,
  unique_users_dismissal_rate: 0
}
