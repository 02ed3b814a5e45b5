import { numberText } from "./Labels.ts"

const units: ReadonlyArray<readonly [seconds: number, name: string]> = [
  [86_400, "d"],
  [3_600, "h"],
  [60, "min"],
  [1, "s"]
]

/** Seconds in the two largest units that they have: `1 h 30 min`. */
export const durationText = (seconds: number): string => {
  const sign = seconds < 0 ? "-" : ""
  const size = Math.abs(seconds)
  const first = units.findIndex(([length]) => size >= length)
  const [length, name] = units[first] ?? [1, "s"]
  if (first === -1 || length === 1) return `${sign}${numberText(Math.round(size * 10) / 10)} s`
  const count = Math.floor(size / length)
  const [nextLength, nextName] = units[first + 1] ?? [1, "s"]
  const rest = Math.floor((size - count * length) / nextLength)
  return `${sign}${numberText(count)} ${name}${rest === 0 ? "" : ` ${rest} ${nextName}`}`
}

const shortSteps = [1, 2, 5, 10, 15, 30].flatMap((count) => [count, count * 60])
const longSteps = [1, 2, 3, 6, 12, 24].map((hours) => hours * 3_600)
const steps = [...shortSteps, ...longSteps].toSorted((one, other) => one - other)

/** The shortest whole number of days that is round in tens, and no shorter than some days. */
const roundDays = (least: number): number => {
  const size = 10 ** Math.floor(Math.log10(least))
  return size * ([1, 2, 5].find((count) => count * size >= least) ?? 10)
}

/**
 * The shortest round step of seconds that is no shorter than `least`: seconds, minutes, hours or days as clocks and
 * calendars count them. Undefined below one second, where numbers are round by themselves.
 */
export const durationStep = (least: number): number | undefined =>
  least < 1 || !Number.isFinite(least)
    ? undefined
    : steps.find((step) => step >= least) ?? 86_400 * roundDays(least / 86_400)
