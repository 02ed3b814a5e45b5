import { Context, type Deferred, Effect, Layer, type Scope } from "effect"
import type { ProjectId } from "../identity/Project.ts"
import type { OutboxMessage, OutboxPosition } from "./OutboxMessage.ts"
import { OutboxProgress } from "./OutboxProgress.ts"

/** Receives every message this process appended, after the commit. */
export type AppendListener = (project: ProjectId, topic: string) => void

/** Signals between the parts of one process about the outbox. All of them may be missed without harm. */
export class OutboxSignals extends Context.Service<OutboxSignals, {
  readonly appended: (messages: ReadonlyArray<OutboxMessage>) => Effect.Effect<void>
  readonly listen: (listener: AppendListener) => Effect.Effect<void, never, Scope.Scope>
  /** Whether anything in this process listens to `appended`. */
  readonly isHeard: Effect.Effect<boolean>
  readonly advanced: (consumer: string, project: ProjectId, position: OutboxPosition) => Effect.Effect<void>
  /** The next position that this process stores for the consumer in the project, as long as the scope is open. */
  readonly nextAdvance: (
    consumer: string,
    project: ProjectId
  ) => Effect.Effect<Deferred.Deferred<OutboxPosition>, never, Scope.Scope>
  /** Rows may be free to go: some were appended or passed, or a consumer is forgotten. */
  readonly changed: Effect.Effect<void>
  /** Calls the function at every change in this process. */
  readonly onChange: (listener: () => void) => Effect.Effect<void, never, Scope.Scope>
}>()("@hedgerow/core/outbox/OutboxSignals") {
  static readonly layer: Layer.Layer<OutboxSignals> = Layer.sync(OutboxSignals, () => {
    const listeners = new Set<AppendListener>()
    const changeListeners = new Set<() => void>()
    const advances = new OutboxProgress()
    const change = () => {
      for (const listener of changeListeners) listener()
    }

    return OutboxSignals.of({
      appended: (messages) =>
        Effect.sync(() => {
          for (const listener of listeners) {
            for (const { project, topic } of messages) listener(project, topic)
          }
          change()
        }),
      listen: (listener) =>
        Effect.acquireRelease(
          Effect.sync(() => void listeners.add(listener)),
          () => Effect.sync(() => void listeners.delete(listener))
        ),
      isHeard: Effect.sync(() => listeners.size > 0),
      advanced: (consumer, project, position) =>
        Effect.sync(() => {
          advances.report(consumer, project, position)
          change()
        }),
      nextAdvance: (consumer, project) => advances.next(consumer, project),
      changed: Effect.sync(change),
      onChange: (listener) =>
        Effect.acquireRelease(
          Effect.sync(() => void changeListeners.add(listener)),
          () => Effect.sync(() => void changeListeners.delete(listener))
        )
    })
  })
}
