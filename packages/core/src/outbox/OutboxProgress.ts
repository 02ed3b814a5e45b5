import { Deferred, Effect, type Scope } from "effect"
import type { ProjectId } from "../identity/Project.ts"
import type { OutboxPosition } from "./OutboxMessage.ts"

type Waiting = Deferred.Deferred<OutboxPosition>

const placeOf = (consumer: string, project: ProjectId): string => `${project}/${consumer}`

/** The waits of this process for a consumer to get on in a project; an ended wait leaves nothing behind. */
export class OutboxProgress {
  readonly #waiting = new Map<string, Set<Waiting>>()

  /** The number of places that are waited for. */
  get size(): number {
    return this.#waiting.size
  }

  /** The next position of the place while the scope is open. */
  next(consumer: string, project: ProjectId): Effect.Effect<Waiting, never, Scope.Scope> {
    const place = placeOf(consumer, project)
    return Effect.acquireRelease(
      Effect.sync(() => this.#add(place)),
      (waiting) => Effect.sync(() => this.#remove(place, waiting))
    )
  }

  /** The consumer has come so far in the project. */
  report(consumer: string, project: ProjectId, position: OutboxPosition): void {
    for (const waiting of this.#waiting.get(placeOf(consumer, project)) ?? []) {
      Deferred.doneUnsafe(waiting, Effect.succeed(position))
    }
  }

  #add(place: string): Waiting {
    const waiting = Deferred.makeUnsafe<OutboxPosition>()
    const others = this.#waiting.get(place) ?? new Set()
    this.#waiting.set(place, others.add(waiting))
    return waiting
  }

  #remove(place: string, waiting: Waiting): void {
    const others = this.#waiting.get(place)
    others?.delete(waiting)
    if (others?.size === 0) this.#waiting.delete(place)
  }
}
