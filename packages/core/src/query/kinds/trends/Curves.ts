/** Transforms the numbers of a series after they were measured. */

/** The numbers of a series in a period: one for each interval, or one for all. */
export interface Curve {
  /** The place of its series among those of the query. */
  readonly order: number
  /** By which values it was cut; undefined: it was not. */
  readonly values: ReadonlyArray<string> | undefined
  readonly numbers: ReadonlyArray<number>
}

/** The mean of each number and those before it, `intervals` together. */
export const smoothed = (numbers: ReadonlyArray<number>, intervals: number): ReadonlyArray<number> => {
  if (intervals <= 1) return numbers
  let sum = 0
  return numbers.map((number, index) => {
    sum += number - (index >= intervals ? numbers[index - intervals] ?? 0 : 0)
    return sum / Math.min(intervals, index + 1)
  })
}

/** Each number and all before it. */
export const runningTotals = (numbers: ReadonlyArray<number>): ReadonlyArray<number> => {
  let sum = 0
  return numbers.map((number) => sum += number)
}

/** The sum of the numbers. */
export const sumOf = (numbers: ReadonlyArray<number>): number => numbers.reduce((sum, number) => sum + number, 0)
