/** Engines whose statements each take one of the engine's places. */
import { Effect, Semaphore, Stream } from "effect"
import type { ProjectId } from "../../identity/Project.ts"
import { type QueryEngine, QueryEngineBusy } from "../QueryEngine.ts"
import type { Places } from "./EnginePlaces.ts"

type Engine = QueryEngine["Service"]

/** The same engine on which each statement has a place. */
export type Placed = (engine: Engine) => Engine

/** Takes a place for a statement; its value gives the place back. Only its waits can be interrupted. */
type TakePlace = Effect.Effect<Effect.Effect<unknown>, QueryEngineBusy>

const placedBy = (take: TakePlace): Placed => (engine) => {
  const held = <A, E, R>(statement: Effect.Effect<A, E, R>): Effect.Effect<A, E | QueryEngineBusy, R> =>
    Effect.uninterruptibleMask((restore) => Effect.flatMap(take, (leave) => Effect.ensuring(restore(statement), leave)))
  return {
    run: (plan, options) => held(engine.run(plan, options)),
    estimate: (plan) => held(engine.estimate(plan)),
    stream: (plan, options) =>
      Stream.unwrap(Effect.as(Effect.acquireRelease(take, (leave) => leave), engine.stream(plan, options)))
  }
}

/**
 * The statements of one query, which has a place for as long as it runs: one of them has that place. Another beside it has a
 * place of its own where one is free for the project, and otherwise comes after it.
 */
export const inOwnPlace = (places: Places, project: ProjectId): Placed => {
  const own = Semaphore.makeUnsafe(1)
  const leaveOwn = own.release(1)
  return placedBy(Effect.flatMap(own.takeIfAvailable(1), (isTaken) => {
    if (isTaken) return Effect.succeed(leaveOwn)
    return places.takeFree(project)
      ? Effect.succeed(places.leave(project))
      : Effect.as(Effect.interruptible(own.take(1)), leaveOwn)
  }))
}

/** The statements of a project's query that has no place: each waits for one. */
export const inPlaces = (places: Places, project: ProjectId): Placed =>
  placedBy(Effect.mapBoth(places.take(project), {
    onFailure: () => new QueryEngineBusy(),
    onSuccess: () => places.leave(project)
  }))
