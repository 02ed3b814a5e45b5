import type { Cell } from "../../../types/Cell.ts"
import { strict } from "../Implementation.ts"

type Whole = number | bigint

interface ChainEvent {
  readonly time: bigint
  /** The steps that it is, the last one first. */
  readonly steps: ReadonlyArray<number>
}

const placesOf = (bits: bigint): ReadonlyArray<number> => {
  const text = bits.toString(2)
  return [...text].flatMap((digit, place) => digit === "1" ? [text.length - 1 - place] : [])
}

/** In the order of their numbers. */
const eventsOf = (codes: ReadonlyArray<Cell>, steps: Whole): ReadonlyArray<ChainEvent> =>
  codes.map((code) => BigInt(code as Whole)).toSorted((one, other) => one < other ? -1 : one > other ? 1 : 0).map(
    (code) => ({ time: code >> BigInt(steps), steps: placesOf(BigInt.asUintN(Number(steps), code)) })
  )

/** For each step the chain that reached it and began last; an event goes on with the chains that were there before it. */
const follow = (events: ReadonlyArray<ChainEvent>, steps: number, window: bigint): ReadonlyArray<bigint> => {
  const held: Array<ReadonlyArray<bigint>> = []
  let best: ReadonlyArray<bigint> = []
  for (const { steps: places, time } of events) {
    for (const step of places) {
      const before = step === 0 ? time > 0n ? [] : undefined : held[step - 1]
      const start = before?.[0] ?? time
      if (before === undefined || time - start > window || held[step]?.[0] === start) continue
      const chain = [...before, time]
      held[step] = chain
      if (chain.length > best.length) best = chain
    }
    if (best.length === steps) return best
  }
  return best
}

const asCell = (whole: bigint): Whole => BigInt.asIntN(53, whole) === whole ? Number(whole) : whole

export const chains = {
  funnelTimes: strict((codes: ReadonlyArray<Cell>, steps: Whole, window: Whole) =>
    follow(eventsOf(codes, steps), Number(steps), BigInt(window)).map(asCell)
  ),
  funnelTies: strict((codes: ReadonlyArray<Cell>, steps: Whole) => {
    const events = eventsOf(codes, steps)
    const isTied = events.some((event, place) => {
      const before = events[place - 1]
      return before?.time === event.time && (before.steps.length > 1 || event.steps.length > 1)
    })
    return isTied ? 1 : 0
  })
}
