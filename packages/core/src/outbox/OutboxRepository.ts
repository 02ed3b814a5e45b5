import type { Array, DateTime, Effect, Stream } from "effect"
import { Context } from "effect"
import type { ProjectId } from "../identity/Project.ts"
import type { OutboxMessage, OutboxPosition, OutboxRow } from "./OutboxMessage.ts"

/** The rows to read: the next ones behind a position, of these topics. */
export interface OutboxRange {
  readonly after: OutboxPosition
  readonly topics: ReadonlyArray<string>
  /** The most rows of a reading; of large ones fewer are read, one at least. */
  readonly limit: number
}

/** Rows in order, and how far a consumer has come once it has handled them. */
export interface OutboxSlice {
  readonly rows: ReadonlyArray<OutboxRow>
  /** The last row's position when there may be more, else the project's head as of this reading. */
  readonly upTo: OutboxPosition
}

/** The rows of the outbox. */
export class OutboxRepository extends Context.Service<OutboxRepository, {
  /**
   * Adds rows in the caller's transaction, in the order given. The caller then holds the projects' heads (taken by id)
   * until the transaction ends: no position is visible before the ones below it, and none is left out by a roll-back.
   * With `announce`, the `announcements` of other processes name the projects once this is committed.
   */
  readonly append: (
    messages: Array.NonEmptyReadonlyArray<OutboxMessage>,
    options: { readonly at: DateTime.Utc; readonly announce: boolean }
  ) => Effect.Effect<void>
  /** The position of the project's last row, also when that is trimmed. */
  readonly head: (project: ProjectId) => Effect.Effect<OutboxPosition>
  readonly read: (project: ProjectId, range: OutboxRange) => Effect.Effect<OutboxSlice>
  /**
   * Removes at most `limit` rows that every registered consumer has passed and returns their number. Where no
   * consumer is registered, all rows go.
   */
  readonly trim: (limit: number) => Effect.Effect<number>
  /** Projects that got rows from other processes; undefined when some may have been missed. Hints, nothing more. */
  readonly announcements: Stream.Stream<ProjectId | undefined>
}>()("@hedgerow/core/outbox/OutboxRepository") {}
