import type { ProjectId } from "@hedgerow/core/access/Project"
import type { Event } from "@hedgerow/core/events/Event"
import type { EventStore, EventStoreUnavailable } from "@hedgerow/core/events/EventStore"
import { type EventTime, now } from "@hedgerow/core/events/EventTime"
import { deriveUuid, type Uuid } from "@hedgerow/core/shared/Uuid"
import { Array, Context, Effect } from "effect"

/** The place of an event in the order of a move. */
export interface EventPlace {
  readonly timestamp: EventTime
  readonly uuid: Uuid
}

/** Where events are moved from. What was stored after `until` is left alone. */
export interface MoveSource {
  /** The events behind a place, ordered by timestamp and uuid; none when there are no more. */
  readonly page: (
    project: ProjectId,
    until: EventTime,
    after: EventPlace | undefined,
    limit: number
  ) => Effect.Effect<ReadonlyArray<Event>, EventStoreUnavailable>
  readonly count: (project: ProjectId, until: EventTime) => Effect.Effect<number, EventStoreUnavailable>
}

/** Where events are moved to. Refused events count too. */
export interface MoveTarget extends Pick<EventStore["Service"], "append" | "existing"> {
  readonly count: (project: ProjectId, until: EventTime) => Effect.Effect<number, EventStoreUnavailable>
}

/** How far the move of a project has come. */
export interface MoveState {
  /** When the move began: events that were stored later came to the target by themselves. */
  readonly until: EventTime
  /** Everything up to here is in the target; null at the beginning. */
  readonly after: EventPlace | null
  readonly moved: number
  /** So many events behind `after` may be in the target as well: the page that was under way. */
  readonly underWay: number
}

/** Keeps how far moves have come, so that one that was cut short goes on there. */
export class MoveProgress extends Context.Service<MoveProgress, {
  readonly load: (project: ProjectId) => Effect.Effect<MoveState | undefined>
  readonly save: (project: ProjectId, state: MoveState) => Effect.Effect<void>
}>()("@hedgerow/storage-clickhouse/MoveEvents/MoveProgress") {}

/** How a move ended. */
export interface Moved {
  /** How many events were read, those of earlier runs of this move included. */
  readonly moved: number
  readonly inSource: number
  readonly inTarget: number
}

export interface MoveOptions {
  readonly source: MoveSource
  readonly target: MoveTarget
  /** Events of one page, which is one insert. */
  readonly pageSize: number
  /** Called after each page. */
  readonly onPage: (state: MoveState) => Effect.Effect<void>
}

/** A page that starts at the same event is the same batch, so the engine knows it again. */
const batchOf = (project: ProjectId, { timestamp, uuid }: EventPlace): Uuid =>
  deriveUuid("move", project, timestamp, uuid)

/** Appends a page without the events that have arrived already, if some may have. */
const appendPage = Effect.fnUntraced(
  function*(project: ProjectId, target: MoveTarget, page: Array.NonEmptyReadonlyArray<Event>, mayHaveArrived: boolean) {
    const known = mayHaveArrived ? yield* target.existing(project, page.map((event) => event.uuid)) : new Set<Uuid>()
    yield* target.append(batchOf(project, page[0]), page.filter((event) => !known.has(event.uuid)))
  }
)

/**
 * Copies a project's events to the target, in pages; the source keeps its own. The place is saved after each page. A run
 * that follows one that was cut short first looks which events of the page under way have arrived, so none is doubled.
 */
export const moveEvents = Effect.fn("MoveEvents.moveEvents")(
  function*(project: ProjectId, { onPage, pageSize, source, target }: MoveOptions) {
    const progress = yield* MoveProgress
    const earlier = yield* progress.load(project)
    let unsure = Math.max(earlier?.underWay ?? 0, 1)
    let state: MoveState = {
      until: earlier?.until ?? (yield* now),
      after: earlier?.after ?? null,
      moved: earlier?.moved ?? 0,
      underWay: Math.max(unsure, pageSize)
    }
    yield* progress.save(project, state)
    while (true) {
      const page = yield* source.page(project, state.until, state.after ?? undefined, pageSize)
      if (!Array.isReadonlyArrayNonEmpty(page)) break
      yield* appendPage(project, target, page, unsure > 0)
      unsure -= page.length
      const { timestamp, uuid } = Array.lastNonEmpty(page)
      state = {
        until: state.until,
        after: { timestamp, uuid },
        moved: state.moved + page.length,
        underWay: Math.max(unsure, pageSize)
      }
      yield* progress.save(project, state)
      yield* onPage(state)
    }
    const moved: Moved = {
      moved: state.moved,
      inSource: yield* source.count(project, state.until),
      inTarget: yield* target.count(project, state.until)
    }
    return moved
  }
)
