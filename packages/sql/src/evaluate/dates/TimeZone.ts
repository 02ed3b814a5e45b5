import { floorDivide, secondMicros } from "./Civil.ts"

/** The rules of one time zone. Times are microseconds; a wall clock is written as if it were UTC. */
export interface TimeZone {
  readonly toWall: (instant: number) => number
  /** A wall time that the zone skips moves forward by the gap; one that occurs twice is the earlier. */
  readonly toInstant: (wall: number) => number
}

const utc: TimeZone = { toWall: (instant) => instant, toInstant: (wall) => wall }

/** Offsets are looked up once for each span of this many seconds; a zone changes at most once within it. */
const span = 4 * 86_400

/** The offset before and from `change` on, in seconds. */
interface SpanOffsets {
  readonly before: number
  readonly change: number
  readonly after: number
}

const readOffset = (zone: string): (second: number) => number => {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    calendar: "gregory",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric"
  })
  return (second) => {
    const parts = new Map(format.formatToParts(second * 1000).map(({ type, value }) => [type, Number(value)]))
    const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0
    const [year, month, day] = [part("year"), part("month"), part("day")]
    return Date.UTC(year, month - 1, day, part("hour"), part("minute"), part("second")) / 1000 - second
  }
}

/** The first second in (low, high] that has the offset of `high`. */
const findChange = (offsetAt: (second: number) => number, low: number, high: number): number => {
  const after = offsetAt(high)
  let [before, found] = [low, high]
  while (found - before > 1) {
    const middle = Math.floor((before + found) / 2)
    if (offsetAt(middle) === after) found = middle
    else before = middle
  }
  return found
}

const cachedOffset = (zone: string): (second: number) => number => {
  const read = readOffset(zone)
  const spans = new Map<number, SpanOffsets>()
  const load = (index: number): SpanOffsets => {
    const [low, high] = [index * span, (index + 1) * span - 1]
    const [before, after] = [read(low), read(high)]
    const loaded = { before, change: before === after ? low : findChange(read, low, high), after }
    spans.set(index, loaded)
    return loaded
  }
  return (second) => {
    const index = Math.floor(second / span)
    const { after, before, change } = spans.get(index) ?? load(index)
    return second < change ? before : after
  }
}

const make = (zone: string): TimeZone => {
  const offsetAt = cachedOffset(zone)
  const toWall = (instant: number) => instant + offsetAt(floorDivide(instant, secondMicros)) * secondMicros
  const toInstant = (wall: number) => {
    const second = floorDivide(wall, secondMicros)
    const before = offsetAt(second - 86_400)
    const after = offsetAt(second + 86_400)
    const early = second - Math.max(before, after)
    const late = second - Math.min(before, after)
    const isEarly = early + offsetAt(early) === second
    const isLate = late + offsetAt(late) === second
    const found = isEarly ? early : isLate ? late : second - before
    return wall + (found - second) * secondMicros
  }
  return { toWall, toInstant }
}

const zones = new Map<string, TimeZone>([["UTC", utc], ["Etc/UTC", utc], ["GMT", utc]])

/** The zone of an IANA name. */
export const timeZone = (name: string): TimeZone => {
  const known = zones.get(name)
  if (known !== undefined) return known
  const made = make(name)
  zones.set(name, made)
  return made
}
