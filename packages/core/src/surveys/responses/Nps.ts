import { percent } from "./EventTotals.ts"

/** The net promoter score of answers from 0 to 10. The score goes from -100 to 100; null without answers. */
export interface NpsStatistics {
  readonly score: number | null
  readonly promoters: number
  readonly passives: number
  readonly detractors: number
}

/** The net promoter score of the counts of each rating; ratings outside the scale do not count. */
export const npsOf = (ratings: ReadonlyArray<readonly [rating: number, count: number]>): NpsStatistics => {
  const between = (from: number, to: number): number =>
    ratings.reduce((sum, [rating, count]) => rating >= from && rating <= to ? sum + count : sum, 0)
  const [detractors, passives, promoters] = [between(0, 6), between(7, 8), between(9, 10)]
  const all = detractors + passives + promoters
  return { score: all === 0 ? null : percent(promoters - detractors, all), promoters, passives, detractors }
}
