import { Context, Effect, Schema } from "effect"
import type { ProjectId } from "../identity/Project.ts"
import type { Uuid } from "../shared/Uuid.ts"
import type { Event } from "./Event.ts"

/** The store cannot take events now; the caller may send them again later. */
export class EventStoreUnavailable extends Schema.TaggedError<EventStoreUnavailable>()("EventStoreUnavailable", {
  cause: Schema.Defect(),
  /** Whether none of the events has arrived, for sure, or will yet; otherwise that is unknown. */
  isUntouched: Schema.Boolean.pipe(Schema.withConstructorDefault(Effect.succeed(false)))
}) {
  /** With the first line of the reason: further ones may quote an event. */
  override get message(): string {
    const reason = this.cause instanceof Error ? this.cause.message : this.cause
    const line = typeof reason === "string" ? `: ${reason.split("\n", 1)[0]}` : ""
    return `The store of events cannot be used now${line}`
  }
}

/** The store of events. Events of several projects may share a batch. */
export class EventStore extends Context.Service<EventStore, {
  /** Appends durably, all or nothing. Appending the same `batchId` again adds nothing where the store knows it again. */
  readonly append: (batchId: Uuid, events: ReadonlyArray<Event>) => Effect.Effect<void, EventStoreUnavailable>
  /** The uuids among these that the project's stored events have. */
  readonly existing: (
    project: ProjectId,
    uuids: ReadonlyArray<Uuid>
  ) => Effect.Effect<ReadonlySet<Uuid>, EventStoreUnavailable>
}>()("@hedgerow/core/events/EventStore") {}
