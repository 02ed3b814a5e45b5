/** The lowest and the highest of the values on an axis; 0 is between them, or one of them. */
export type Extent = readonly [low: number, high: number]

type Values = ReadonlyArray<number | null>

const isBelow = (value: number): boolean => value < 0

/** The extent of series side by side. */
export const extentOf = (series: ReadonlyArray<Values>): Extent => {
  let [low, high] = [0, 0]
  for (const values of series) {
    for (const value of values) {
      low = Math.min(low, value ?? 0)
      high = Math.max(high, value ?? 0)
    }
  }
  return [low, high]
}

/** The extent of series on each other: those above 0 and those below it are stacks of their own. */
export const stackedExtent = (series: ReadonlyArray<Values>): Extent => {
  const places = Math.max(0, ...series.map((values) => values.length))
  const sums = (isMeant: (value: number) => boolean) =>
    Array.from({ length: places }, (_, place) =>
      series.reduce((sum, values) => {
        const value = values[place] ?? 0
        return isMeant(value) ? sum + value : sum
      }, 0))
  return extentOf([sums(isBelow), sums((value) => !isBelow(value))])
}

const wantedTicks = 5

/** The library's step for a part of an axis: 1, 2, 3 or 5, times a power of ten, whichever is near. */
const stepNear = (part: number): number => {
  const power = 10 ** Math.floor(Math.log10(part))
  const digit = part / power
  return power * (digit < 1.5 ? 1 : digit < 2.5 ? 2 : digit < 4 ? 3 : digit < 7 ? 5 : 10)
}

/** The number of parts to ask the library for, whose steps over an extent are at most as many as have room. */
export const partsWithin = ([low, high]: Extent, most: number): number => {
  let parts = wantedTicks
  while (parts > 1 && (high - low) / stepNear((high - low) / parts) > most) parts -= 1
  return parts
}

/** The ends and the ticks of an axis over an extent, by the shortest round step; nothing where there is none. */
export const ticksOver = ([low, high]: Extent, stepOf: (least: number) => number | undefined) => {
  const step = stepOf((high - low) / wantedTicks)
  return step === undefined
    ? {}
    : { min: Math.floor(low / step) * step, max: Math.ceil(high / step) * step, interval: step }
}
