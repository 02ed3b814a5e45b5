import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Context, type DateTime, type Effect, Schema, type Scope } from "effect"
import type { EventPosition } from "../events/EventPosition.ts"

/** The progress of a project's move. */
export interface MoveState {
  readonly begunAt: DateTime.Utc
  /** Everything up to here has been copied; null at the beginning. */
  readonly after: EventPosition | null
  /** The number of events up to there. */
  readonly moved: number
  /** The time at which the target was found to have every event, each once; null before that. */
  readonly agreedAt: DateTime.Utc | null
}

/** Another process is moving events, or removing moved ones. */
export class MoveUnderWay extends Schema.TaggedError<MoveUnderWay>()("MoveUnderWay", {}) {
  override get message(): string {
    return "Another process is moving events; only one at a time can."
  }
}

/** Keeps how far moves have come, so that one that was cut short goes on there. */
export class MoveProgress extends Context.Service<MoveProgress, {
  readonly load: (project: ProjectId) => Effect.Effect<MoveState | undefined>
  readonly save: (project: ProjectId, state: MoveState) => Effect.Effect<void>
  /** Keeps other processes from moving as long as the scope; it ends with the process, however that ends. */
  readonly own: Effect.Effect<void, MoveUnderWay, Scope.Scope>
}>()("@hedgerow/storage-clickhouse/move/MoveProgress") {}
