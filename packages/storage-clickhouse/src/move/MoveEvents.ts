import type { Event } from "@hedgerow/core/events/Event"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { deriveUuid, type Uuid } from "@hedgerow/core/shared/Uuid"
import { Array, DateTime, Effect } from "effect"
import { patiently } from "../client/Patience.ts"
import { type EventPosition, positionKey, type SizedPosition } from "../events/EventPosition.ts"
import { type Compared, compareEvents } from "./CompareEvents.ts"
import type { MoveSource, MoveTarget } from "./MovePorts.ts"
import { MoveProgress, type MoveState } from "./MoveProgress.ts"

export interface MoveOptions {
  readonly source: MoveSource
  readonly target: MoveTarget
  /** Events of one page, which is one insert; fewer where they are large. */
  readonly pageSize: number
  /** Called after each page. */
  readonly onPage: (state: MoveState) => Effect.Effect<void>
}

/** A page holds about so much text, as all of it is in memory. */
const maxPageChars = 8 * 1024 * 1024

/** As many as fit into a page, and one at least. */
const fitting = (positions: Array.NonEmptyReadonlyArray<SizedPosition>): Array.NonEmptyReadonlyArray<SizedPosition> => {
  let chars = 0
  const end = positions.findIndex((position, at) => (chars += position.chars) > maxPageChars && at > 0)
  const [first, ...others] = positions
  return [first, ...others.slice(0, end < 0 ? others.length : end - 1)]
}

/** The same events are the same batch, so the engine knows them again. */
const batchOf = (project: ProjectId, events: ReadonlyArray<Event>): Uuid =>
  deriveUuid("move", project, events.map(positionKey).join())

/** Appends what the target does not have yet. */
const copyPage = Effect.fnUntraced(
  function*(project: ProjectId, page: Array.NonEmptyReadonlyArray<EventPosition>, { source, target }: MoveOptions) {
    const { refused, stored } = yield* target.found(project, page)
    yield* target.complete(project, page.filter((position) => stored.has(positionKey(position))))
    const missing = page.map((position) => positionKey(position)).filter((key) => !stored.has(key) && !refused.has(key))
    const wanted = new Set(missing)
    const positions = page.filter((position) => wanted.has(positionKey(position)))
    if (!Array.isReadonlyArrayNonEmpty(positions)) return
    const events = yield* source.events(project, positions)
    yield* target.append(batchOf(project, events), events)
  }
)

/** Copies everything behind the position of the state, which is saved after each page. Each position is read once. */
const copyBehind = Effect.fnUntraced(function*(project: ProjectId, from: MoveState, options: MoveOptions) {
  const progress = yield* MoveProgress
  let state = from
  let next: ReadonlyArray<SizedPosition> = []
  while (true) {
    if (next.length === 0) {
      next = yield* patiently(options.source.positions(project, state.after ?? undefined, options.pageSize))
    }
    if (!Array.isReadonlyArrayNonEmpty(next)) return state
    const page = fitting(next)
    next = next.slice(page.length)
    yield* patiently(
      Effect.tapError(copyPage(project, page, options), () => Effect.ignore(options.target.insertsEnded))
    )
    const { timestamp, uuid } = Array.lastNonEmpty(page)
    const { agreedAt, begunAt, moved } = state
    state = { begunAt, agreedAt, after: { timestamp, uuid }, moved: moved + page.length }
    yield* progress.save(project, state)
    yield* options.onPage(state)
  }
})

/** Whether the target has every event of the source, and each of them once. */
export const agrees = ({ doubled, missing }: Compared): boolean => missing === 0 && doubled === 0

/**
 * Copies a project's events to the target, in pages, and compares both sides at the end; the source keeps its own. The
 * position is saved after each page. Each page asks the target first, so a move that was cut short anywhere doubles no
 * event, and an event that exists already is left alone. Events that appeared in the source behind the position are found
 * by the comparison and copied then.
 */
export const moveEvents = Effect.fn("MoveEvents.moveEvents")(function*(project: ProjectId, options: MoveOptions) {
  const progress = yield* MoveProgress
  const earlier = yield* progress.load(project)
  const begun: MoveState = earlier ?? { begunAt: yield* DateTime.now, after: null, moved: 0, agreedAt: null }
  yield* patiently(options.target.insertsEnded)
  const start = { ...begun, agreedAt: null }
  yield* progress.save(project, start)
  let state = yield* copyBehind(project, start, options)
  let compared = yield* compareEvents(project, options)
  if (compared.missing > 0) {
    state = yield* copyBehind(project, { ...state, after: null, moved: 0 }, options)
    compared = yield* compareEvents(project, options)
  }
  yield* progress.save(project, { ...state, agreedAt: agrees(compared) ? yield* DateTime.now : null })
  return compared
})
