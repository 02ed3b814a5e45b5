/** Ranks names by how much more often they are found with actors who converted, or with those who did not. */

/** The number of actors of each outcome that have a name. */
export interface NameCounts {
  readonly converted: number
  readonly left: number
}

/** A name with its odds ratio: over 1 it goes with success, under 1 with failure. */
export interface Correlation extends NameCounts {
  readonly name: string
  readonly oddsRatio: number
}

/** The correlations that are shown, and whether one outcome is so rare that they mean little. */
export interface Correlations {
  readonly found: ReadonlyArray<Correlation>
  readonly isSkewed: boolean
}

/** At most this many of each direction are shown. */
const shown = 10

/** A name counts if this many actors have it, or this part of all. */
const leastActors = 25
const leastPart = 0.02

/** Added to each of the four numbers, so that none is 0. */
const prior = 1

const oddsRatio = (name: NameCounts, all: NameCounts): number =>
  (name.converted + prior) * (all.left - name.left + prior)
  / ((all.converted - name.converted + prior) * (name.left + prior))

/** A result is skewed where one outcome is more than this many times as frequent as the other. */
const skew = 10

const compareNames = ({ name: one }: Correlation, { name: other }: Correlation): number =>
  one < other ? -1 : one > other ? 1 : 0

/** The first of them in their order, without bringing all of them into it. */
const strongest = (
  all: ReadonlyArray<Correlation>,
  compare: (one: Correlation, other: Correlation) => number
): ReadonlyArray<Correlation> => {
  const kept: Array<Correlation> = []
  for (const one of all) {
    const last = kept[shown - 1]
    if (last !== undefined && compare(last, one) <= 0) continue
    kept.push(one)
    kept.sort(compare)
    kept.length = Math.min(kept.length, shown)
  }
  return kept
}

/** The names by the strength of their correlation: those of success first. */
export const correlationsOf = (names: ReadonlyMap<string, NameCounts>, all: NameCounts): Correlations => {
  if (all.converted === 0 || all.left === 0) return { found: [], isSkewed: true }
  const least = Math.min(leastActors, leastPart * (all.converted + all.left))
  const counted = [...names].flatMap(([name, counts]): ReadonlyArray<Correlation> =>
    counts.converted + counts.left < least ? [] : [{ name, ...counts, oddsRatio: oddsRatio(counts, all) }]
  )
  const success = strongest(
    counted.filter((one) => one.oddsRatio > 1),
    (one, other) => other.oddsRatio - one.oddsRatio || compareNames(one, other)
  )
  const failure = strongest(
    counted.filter((one) => one.oddsRatio <= 1),
    (one, other) => one.oddsRatio - other.oddsRatio || compareNames(one, other)
  )
  return {
    found: [...success, ...failure],
    isSkewed: all.converted > skew * all.left || all.left > skew * all.converted
  }
}
