import type { Row } from "@hedgerow/sql/Cell"
import type { Frame, FrameBound, Window } from "@hedgerow/sql/Plan"

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

/** The first row, in the direction of the order, whose value is not before the one so far away. */
const rangeStart = (keys: ReadonlyArray<Row>, from: number, sign: number): number => {
  const found = keys.findIndex(([key]) => isNumber(key) && sign * Number(key) >= from)
  return found === -1 ? keys.length : found
}

const rangeEnd = (keys: ReadonlyArray<Row>, to: number, sign: number): number =>
  1 + keys.findLastIndex(([key]) => isNumber(key) && sign * Number(key) <= to)

const isNumber = (key: unknown): boolean => key !== null && key !== undefined && !Number.isNaN(Number(key))

/** The places of all rows of an ordered partition. */
export function* frameEnds(
  { frame, orderBy }: Window,
  keys: ReadonlyArray<Row>,
  order: (a: Row, b: Row) => number
): Generator<Place> {
  const { length } = keys
  const sign = orderBy[0]?.descending === true ? -1 : 1
  const whole: Frame = { unit: "range", start: unbounded("preceding"), end: { kind: "current row" } }
  const { end, start, unit } = frame ?? (orderBy.length === 0 ? { ...whole, end: unbounded("following") } : whole)
  let [firstPeer, lastPeer, peers] = [0, 0, 0]
  for (let index = 0; index < length; index++) {
    if (index >= lastPeer) {
      firstPeer = index
      lastPeer = index + 1
      while (lastPeer < length && order(keys[index] ?? [], keys[lastPeer] ?? []) === 0) lastPeer++
      peers++
    }
    const of = (bound: FrameBound, isStart: boolean): number => {
      const offset = offsetOf(bound)
      if (unit === "rows") return clamp(index + offset + (isStart ? 0 : 1), length)
      if (offset === -Infinity) return 0
      if (offset === Infinity) return length
      const value = keys[index]?.[0]
      if (bound.kind === "current row" || !isNumber(value)) return isStart ? firstPeer : lastPeer
      const away = sign * Number(value) + offset
      return isStart ? rangeStart(keys, away, sign) : rangeEnd(keys, away, sign)
    }
    yield { index, firstPeer, peers, start: of(start, true), end: of(end, false) }
  }
}

const unbounded = (kind: "preceding" | "following"): FrameBound => ({ kind, count: "unbounded" })
