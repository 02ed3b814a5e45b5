import type { Meter } from "@hedgerow/sql/evaluate/Meter"
import type { Frame, FrameBound, Window } from "@hedgerow/sql/plan/Plan"
import type { Row } from "@hedgerow/sql/types/Cell"

/** The place of a row in its ordered partition, and the rows of its frame: from `start` to before `end`. */
export interface Place {
  readonly index: number
  /** The first row equal to this one in the order, and how many groups of equal rows there are up to it. */
  readonly firstPeer: number
  readonly peers: number
  readonly start: number
  readonly end: number
}

const offsetOf = (bound: FrameBound): number => {
  if (bound.kind === "current row") return 0
  const count = bound.count === "unbounded" ? Infinity : bound.count
  return bound.kind === "preceding" ? -count : count
}

const clamp = (index: number, length: number): number => Math.min(Math.max(index, 0), length)

/** The first place below `count` at which it holds, or `count`: it holds from some place on. */
const firstPlace = (count: number, holds: (place: number) => boolean): number => {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

const isNumber = (key: unknown): boolean => key !== null && key !== undefined && !Number.isNaN(Number(key))

/** The rows of an ordered partition by their number in the direction of the order; those without one are the last. */
const byNumber = (keys: ReadonlyArray<Row>, sign: number) => {
  const numbers = firstPlace(keys.length, (place) => !isNumber(keys[place]?.[0]))
  const at = (place: number): number => sign * Number(keys[place]?.[0])
  return {
    /** The first row whose number is not before the one given. */
    start: (from: number): number => {
      const found = firstPlace(numbers, (place) => at(place) >= from)
      return found === numbers ? keys.length : found
    },
    /** The row after the last whose number is not after it. */
    end: (to: number): number => firstPlace(numbers, (place) => at(place) > to)
  }
}

/** The places of all rows of an ordered partition; undefined for a pause. */
export function* frameEnds(
  { frame, orderBy }: Window,
  keys: ReadonlyArray<Row>,
  order: (a: Row, b: Row) => number,
  meter: Meter
): Generator<Place | undefined> {
  const { length } = keys
  const sign = orderBy[0]?.descending === true ? -1 : 1
  const whole: Frame = { unit: "range", start: unbounded("preceding"), end: { kind: "current row" } }
  const { end, start, unit } = frame ?? (orderBy.length === 0 ? { ...whole, end: unbounded("following") } : whole)
  const range = byNumber(keys, sign)
  let [firstPeer, lastPeer, peers] = [0, 0, 0]
  const endOf = (bound: FrameBound, isStart: boolean, index: number): number => {
    const offset = offsetOf(bound)
    if (unit === "rows") return clamp(index + offset + (isStart ? 0 : 1), length)
    if (offset === -Infinity) return 0
    if (offset === Infinity) return length
    const value = keys[index]?.[0]
    if (bound.kind === "current row" || !isNumber(value)) return isStart ? firstPeer : lastPeer
    const away = sign * Number(value) + offset
    return isStart ? range.start(away) : range.end(away)
  }
  for (let index = 0; index < length; index++) {
    if (index >= lastPeer) {
      firstPeer = index
      lastPeer = index + 1
      while (lastPeer < length && order(keys[index] ?? [], keys[lastPeer] ?? []) === 0) {
        meter.work(1)
        if (meter.isDue()) yield undefined
        lastPeer++
      }
      peers++
    }
    yield { index, firstPeer, peers, start: endOf(start, true, index), end: endOf(end, false, index) }
  }
}

const unbounded = (kind: "preceding" | "following"): FrameBound => ({ kind, count: "unbounded" })
