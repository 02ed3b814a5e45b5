/** The change of the number of launched experiments from one period to the next. */

/** The change in per cent with one decimal; from none to any it is 100. */
export const percentChange = (launched: number, previous: number): number => {
  if (previous === 0) return launched > 0 ? 100 : 0
  return Math.round((launched - previous) / previous * 1000) / 10 + 0
}
