import { timeZone } from "@hedgerow/sql/evaluate/dates/TimeZone"
import { toIso } from "@hedgerow/sql/types/Instants"

const minuteMicros = 60_000_000

const twoDigits = (number: number): string => String(number).padStart(2, "0")

/**
 * An instant as the clock of a zone shows it, with the zone's offset: `2020-09-27T00:00:00+02:00`. In UTC, and with an offset
 * that is not of whole minutes, it ends with `Z`.
 */
export const zonedIso = (time: number, zone: string): string => {
  const offset = timeZone(zone).toWall(time) - time
  if (offset === 0 || offset % minuteMicros !== 0) return toIso(time)
  const minutes = Math.abs(offset) / minuteMicros
  const shown = `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
  return `${toIso(time + offset).slice(0, -1)}${offset < 0 ? "-" : "+"}${shown}`
}
