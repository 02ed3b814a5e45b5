import { earliest, latest } from "../types/Instants.ts"
import { nulls } from "./ChType.ts"
import { bind } from "./ExprRenderer.ts"
import type { Parameters } from "./Parameters.ts"

export const secondMicros = 1_000_000
export const dayMicros = 86_400_000_000

const plainZones: ReadonlySet<string> = new Set(["UTC", "Etc/UTC", "GMT"])

/** A time zone within one statement. Times are Int64 microseconds; a wall clock is written as if it were UTC. */
export interface Zone {
  /** The bound name, as functions of ClickHouse take it. */
  readonly name: string
  readonly isUtc: boolean
}

export const zoneOf = (name: string, parameters: Parameters): Zone => ({
  name: parameters.text(name),
  isUtc: plainZones.has(name)
})

export const micros = (instant: string): string => `toUnixTimestamp64Micro(${instant})`
export const instant = (time: string): string => `fromUnixTimestamp64Micro(${time}, 'UTC')`

/** The remainder with the sign of the divisor, which must not be of a type without one. */
export const floorModulo = (text: string, divisor: number): string => `positiveModulo(${text}, toInt64(${divisor}))`

/** The quotient toward negative infinity. */
export const floorDivide = (text: string, divisor: number): string =>
  bind([text], (a = "") => `intDiv(${a} - ${floorModulo(a, divisor)}, toInt64(${divisor}))`)

/** Right but for whole days, which ClickHouse has wrong where a zone crossed the date line. */
const offset = (time: string, zone: Zone): string =>
  `(toInt64(timezoneOffset(toTimeZone(${instant(time)}, ${zone.name}))) * ${secondMicros})`

/** A time whose hours, minutes and seconds are those of the zone's wall clock; its day may be another. */
export const toClock = (time: string, zone: Zone): string =>
  zone.isUtc ? time : bind([time], (t = "") => `(${t} + ${offset(t, zone)})`)

/** The wall clock of a time. */
export const toWall = (time: string, zone: Zone): string => {
  if (zone.isUtc) return time
  return bind([time], (t = "") => {
    const day = `toInt64(toInt32(toDate32(${instant(t)}, ${zone.name})))`
    return `(${day} * ${dayMicros} + ${floorModulo(`${t} + ${offset(t, zone)}`, dayMicros)})`
  }, "t")
}

const shift = (time: string, zone: Zone): string => `(${toWall(time, zone)} - ${time})`

/**
 * The time of a wall clock: a time that a zone skips moves forward by the gap, of one that occurs twice the earlier is
 * meant.
 */
export const fromWall = (wall: string, zone: Zone): string => {
  if (zone.isUtc) return wall
  const choose = (w: string, before: string, after: string): string =>
    bind(
      [`${w} - greatest(${before}, ${after})`, `${w} - least(${before}, ${after})`],
      (early = "", late = "") =>
        `multiIf(${toWall(`(${early})`, zone)} = ${w}, ${early}, ${toWall(`(${late})`, zone)} = ${w}, ${late}, `
        + `${w} - ${before})`,
      "e"
    )
  const around = (w: string): string =>
    bind(
      [shift(`(${w} - ${dayMicros})`, zone), shift(`(${w} + ${dayMicros})`, zone)],
      (before = "", after = "") => choose(w, before, after),
      "b"
    )
  return bind([wall], (w = "") => around(w), "w")
}

const isOutside = (time: string): string => `(${time} < ${earliest} OR ${time} > ${latest})`

/** The instant of a time, or the one of 1900…2199 that is nearest to it. */
export const nearestInstant = (time: string): string =>
  instant(`greatest(least(${time}, toInt64(${latest})), toInt64(${earliest}))`)

/** The instant of a time in 1900…2199, else NULL. */
export const instantOrNull = (time: string): string =>
  bind([time], (t = "") => `if(${isOutside(t)}, ${nulls.instant}, ${instant(t)})`)
