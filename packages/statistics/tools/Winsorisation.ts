/**
 * Winsorised values: those beyond a percentile are moved to it, none is removed.
 *
 * Source: percentiles by linear interpolation between order statistics at p (n - 1) (Hyndman & Fan 1996, type 7), over
 * the analysed units of all variants together.
 */

export interface WinsorSettings {
  /** Fractions from 0 to 1; an absent one bounds nothing. */
  readonly lower?: number | undefined
  readonly upper?: number | undefined
  /** Leaves zeros out of the upper percentile, not out of the values. */
  readonly ignoreZeros?: boolean | undefined
}

const ordered = (values: ReadonlyArray<number>): ReadonlyArray<number> => values.toSorted((one, other) => one - other)

/** The percentile of ascending values by linear interpolation; NaN of none. */
export const percentile = (ascending: ReadonlyArray<number>, fraction: number): number => {
  const position = fraction * (ascending.length - 1)
  const below = Math.floor(position)
  const [low, high] = [ascending[below], ascending[Math.min(below + 1, ascending.length - 1)]]
  return low === undefined || high === undefined ? Number.NaN : low + (high - low) * (position - below)
}

/** The element at floor(p n), the rule of newer reference versions; NaN of none. */
export const percentileByIndex = (ascending: ReadonlyArray<number>, fraction: number): number =>
  ascending[Math.min(Math.floor(fraction * ascending.length), ascending.length - 1)] ?? Number.NaN

/** The limits, from the pooled values. */
export const winsorLimits = (
  pooled: ReadonlyArray<number>,
  settings: WinsorSettings,
  rule: typeof percentile = percentile
): readonly [lower: number, upper: number] => {
  const upperValues = settings.ignoreZeros === true ? pooled.filter((value) => value !== 0) : pooled
  const lower = settings.lower === undefined ? -Infinity : rule(ordered(pooled), settings.lower)
  const upper = settings.upper === undefined || upperValues.length === 0 ?
    Infinity :
    rule(ordered(upperValues), settings.upper)
  return [lower, upper]
}

/** The values moved into the limits. */
export const winsorise = (
  values: ReadonlyArray<number>,
  [lower, upper]: readonly [number, number]
): ReadonlyArray<number> => values.map((value) => Math.min(Math.max(value, lower), upper))
