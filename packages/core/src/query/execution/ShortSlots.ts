import { Context, Deferred, Effect } from "effect"
import type { ProjectId } from "../../identity/Project.ts"

/** The number of an engine's slots that short queries alone take, beside `EngineSlots`; engines provide it. */
export class ShortSlotCount extends Context.Reference<number>(
  "@hedgerow/core/query/execution/ShortSlots/ShortSlotCount",
  { defaultValue: () => 3 }
) {}

/** The short slots that queries of unknown length take at once: the others are left to those that were short before. */
const mostTried = 1

interface Waiting {
  readonly project: ProjectId
  readonly isKnown: boolean
  readonly order: number
  readonly begun: Deferred.Deferred<void>
}

/** A query's stay in a short slot, or in the queue for one. */
export interface ShortSlot {
  /** Waits for the slot. */
  readonly begun: Effect.Effect<void>
  /** Leaves the slot or the queue. A second call does nothing. */
  readonly leave: Effect.Effect<void>
}

/**
 * The order in which queries get a free slot: that of the project with the fewest there, then those that were short before as
 * they came, then the latest of the others. Those wait for a common slot at the same time, and lose nothing by it.
 */
const before = (runningOf: (project: ProjectId) => number) => (left: Waiting, right: Waiting): number =>
  runningOf(left.project) - runningOf(right.project)
  || Number(right.isKnown) - Number(left.isKnown)
  || (left.isKnown ? left.order - right.order : right.order - left.order)

/** The short slots of one process. */
export const makeShortSlots = (slots: number) => {
  const running = new Map<ProjectId, number>()
  const waiting = new Set<Waiting>()
  let taken = 0
  let tried = 0
  let arrivals = 0

  const runningOf = (project: ProjectId): number => running.get(project) ?? 0
  const mayBegin = ({ isKnown }: Waiting): boolean => taken < slots && (isKnown || tried < mostTried)

  const count = ({ isKnown, project }: Waiting, by: 1 | -1): void => {
    taken += by
    if (!isKnown) tried += by
    const left = runningOf(project) + by
    if (left > 0) running.set(project, left)
    else running.delete(project)
  }

  const beginNext = (): void => {
    const [next] = [...waiting].filter(mayBegin).toSorted(before(runningOf))
    if (next === undefined) return
    waiting.delete(next)
    count(next, 1)
    Deferred.doneUnsafe(next.begun, Effect.void)
    beginNext()
  }

  return (project: ProjectId, isKnown: boolean): ShortSlot => {
    const one: Waiting = { project, isKnown, order: arrivals++, begun: Deferred.makeUnsafe<void>() }
    let hasLeft = false
    waiting.add(one)
    beginNext()
    const leave = Effect.sync(() => {
      if (hasLeft) return
      hasLeft = true
      if (!waiting.delete(one)) count(one, -1)
      beginNext()
    })
    return { begun: Deferred.await(one.begun), leave }
  }
}

/** The result of `makeShortSlots`. */
export type ShortSlots = ReturnType<typeof makeShortSlots>
