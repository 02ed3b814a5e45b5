import type { EventStoreUnavailable } from "@hedgerow/core/events/EventStore"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Array, Effect, Schema } from "effect"
import { patiently } from "../client/Patience.ts"
import { type EventPosition, positionKey } from "../events/EventPosition.ts"
import type { MoveSource, MoveTarget } from "./MovePorts.ts"
import { MoveProgress } from "./MoveProgress.ts"

/** Events are removed where they came from only after both sides were found to have the same. */
export class MoveNotFinished extends Schema.TaggedError<MoveNotFinished>()("MoveNotFinished", {
  project: Schema.Int
}) {
  override get message(): string {
    return `The events of project ${this.project} have not been moved wholly; run \`hedgerow move events\` first.`
  }
}

/** A source that events can be taken out of. */
export interface RemovableSource extends Pick<MoveSource, "positions"> {
  /** Removes the events at these positions. */
  readonly remove: (
    project: ProjectId,
    positions: Array.NonEmptyReadonlyArray<EventPosition>
  ) => Effect.Effect<void, EventStoreUnavailable>
}

export interface RemoveOptions {
  readonly source: RemovableSource
  readonly target: Pick<MoveTarget, "found">
  readonly pageSize: number
}

/** The outcome of a removal. */
export interface Removed {
  readonly removed: number
  /** Events that the target does not have. */
  readonly kept: number
  /** Events that the engine refused: they stay too, and no further move changes that. */
  readonly refused: number
}

/**
 * Removes a project's events from where they were moved from. Each one is looked up in the target right before, and
 * stays when it is not there: one that the engine refused, that came after the comparison, or that is gone from the
 * target.
 */
export const removeMoved = Effect.fn("RemoveMoved.removeMoved")(
  function*(project: ProjectId, { pageSize, source, target }: RemoveOptions) {
    const state = yield* Effect.flatMap(MoveProgress, (progress) => progress.load(project))
    if (state === undefined || state.agreedAt === null) return yield* new MoveNotFinished({ project })
    const sum = { removed: 0, kept: 0, refused: 0 }
    let after: EventPosition | undefined
    while (true) {
      const page = yield* patiently(source.positions(project, after, pageSize))
      if (!Array.isReadonlyArrayNonEmpty(page)) break
      const { refused, stored } = yield* patiently(target.found(project, page))
      const there = page.filter((position) => stored.has(positionKey(position)))
      if (Array.isReadonlyArrayNonEmpty(there)) yield* patiently(source.remove(project, there))
      sum.removed += there.length
      sum.kept += page.length - there.length - refused.size
      sum.refused += refused.size
      after = Array.lastNonEmpty(page)
    }
    const removed: Removed = sum
    return removed
  }
)
