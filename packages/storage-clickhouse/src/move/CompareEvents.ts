import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Array, Effect } from "effect"
import { patiently } from "../client/Patience.ts"
import type { EventPosition } from "../events/EventPosition.ts"
import type { MoveSource, MoveTarget } from "./MovePorts.ts"

/** The events of a source beside what a target has of them. */
export interface Compared {
  readonly inSource: number
  readonly stored: number
  /** Refused by the engine and kept as dead letters. */
  readonly refused: number
  /** Neither stored nor refused. */
  readonly missing: number
  /** The number of rows that are in the target once more than they should be. */
  readonly doubled: number
}

/** At most this many events are looked up at once. */
const pageSize = 10_000

/** Looks every event of the source up in the target. */
export const compareEvents = Effect.fn("CompareEvents.compareEvents")(
  function*(
    project: ProjectId,
    { source, target }: { readonly source: Pick<MoveSource, "positions">; readonly target: Pick<MoveTarget, "found"> }
  ) {
    const sum = { inSource: 0, stored: 0, refused: 0, doubled: 0 }
    let after: EventPosition | undefined
    while (true) {
      const page = yield* patiently(source.positions(project, after, pageSize))
      if (!Array.isReadonlyArrayNonEmpty(page)) break
      const { doubled, refused, stored } = yield* patiently(target.found(project, page))
      sum.inSource += page.length
      sum.stored += stored.size
      sum.refused += refused.size
      sum.doubled += doubled
      after = Array.lastNonEmpty(page)
    }
    const compared: Compared = { ...sum, missing: sum.inSource - sum.stored - sum.refused }
    return compared
  }
)
