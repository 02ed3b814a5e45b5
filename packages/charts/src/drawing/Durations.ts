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
