import { type DateTime, Schema } from "effect"
import type { ProjectId } from "../identity/Project.ts"

/** The place of a row in its project: 1, 2, 3 … in the order of the commits, without a gap. 0 stands before all rows. */
export const OutboxPosition = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).pipe(Schema.brand("OutboxPosition"))
export type OutboxPosition = typeof OutboxPosition.Type

/** Before the first row. */
export const beforeAll = OutboxPosition.make(0)

/** A message about a change. */
export interface OutboxMessage {
  readonly project: ProjectId
  /** The kind of change; consumers choose what they read by it. */
  readonly topic: string
  /** The id of the changed record, such as a person's. */
  readonly key: string
  readonly payload: Schema.Json
}

/** A message in its place. */
export interface OutboxRow extends OutboxMessage {
  readonly position: OutboxPosition
  readonly appendedAt: DateTime.Utc
}
