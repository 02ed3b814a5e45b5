import { Context, Deferred, Effect, Layer, type Scope } from "effect"
import type { ProjectId } from "../access/Project.ts"
import type { OutboxMessage, OutboxPosition } from "./OutboxMessage.ts"

/** Is told of every message this process appended, after the commit. */
export type AppendListener = (project: ProjectId, topic: string) => void

const placeOf = (consumer: string, project: ProjectId): string => `${project}/${consumer}`

/** What the parts of one process tell each other about the outbox. All of it may be missed without harm. */
export class OutboxSignals extends Context.Service<OutboxSignals, {
  readonly appended: (messages: ReadonlyArray<OutboxMessage>) => Effect.Effect<void>
  readonly listen: (listener: AppendListener) => Effect.Effect<void, never, Scope.Scope>
  /** Whether anybody in this process listens to `appended`. */
  readonly isHeard: Effect.Effect<boolean>
  readonly advanced: (consumer: string, project: ProjectId, position: OutboxPosition) => Effect.Effect<void>
  /** The next position that this process stores for the consumer in the project. */
  readonly nextAdvance: (consumer: string, project: ProjectId) => Effect.Effect<Deferred.Deferred<OutboxPosition>>
}>()("@hedgerow/core/outbox/OutboxSignals") {
  static readonly layer: Layer.Layer<OutboxSignals> = Layer.sync(OutboxSignals, () => {
    const listeners = new Set<AppendListener>()
    const advances = new Map<string, Deferred.Deferred<OutboxPosition>>()

    return OutboxSignals.of({
      appended: (messages) =>
        Effect.sync(() => {
          for (const listener of listeners) {
            for (const { project, topic } of messages) listener(project, topic)
          }
        }),
      listen: (listener) =>
        Effect.acquireRelease(
          Effect.sync(() => void listeners.add(listener)),
          () => Effect.sync(() => void listeners.delete(listener))
        ),
      isHeard: Effect.sync(() => listeners.size > 0),
      advanced: (consumer, project, position) =>
        Effect.sync(() => {
          const place = placeOf(consumer, project)
          const waiting = advances.get(place)
          if (waiting === undefined) return
          advances.delete(place)
          Deferred.doneUnsafe(waiting, Effect.succeed(position))
        }),
      nextAdvance: (consumer, project) =>
        Effect.sync(() => {
          const place = placeOf(consumer, project)
          const waiting = advances.get(place) ?? Deferred.makeUnsafe<OutboxPosition>()
          advances.set(place, waiting)
          return waiting
        })
    })
  })
}
