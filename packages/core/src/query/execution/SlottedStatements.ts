/** Engines whose statements each take one of the engine's slots. */
import { Effect, Semaphore, Stream } from "effect"
import type { ProjectId } from "../../identity/Project.ts"
import { type QueryEngine, QueryEngineBusy } from "../QueryEngine.ts"
import type { Slots } from "./EngineSlots.ts"

type Engine = QueryEngine["Service"]

/** The same engine on which each statement has a slot. */
export type Slotted = (engine: Engine) => Engine

/** Takes a slot for a statement; its value gives the slot back. Only its waits can be interrupted. */
type TakeSlot = Effect.Effect<Effect.Effect<unknown>, QueryEngineBusy>

const slottedBy = (take: TakeSlot): Slotted => (engine) => {
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
 * The statements of one query, which has a slot for as long as it runs: one of them has that slot. Another beside it has a
 * slot of its own where one is free for the project, and otherwise comes after it.
 */
export const inOwnSlot = (slots: Slots, project: ProjectId): Slotted => {
  const own = Semaphore.makeUnsafe(1)
  const leaveOwn = own.release(1)
  return slottedBy(Effect.flatMap(own.takeIfAvailable(1), (isTaken) => {
    if (isTaken) return Effect.succeed(leaveOwn)
    return slots.takeFree(project)
      ? Effect.succeed(slots.leave(project))
      : Effect.as(Effect.interruptible(own.take(1)), leaveOwn)
  }))
}

/** The statements of a project's query that has no slot: each waits for one. */
export const inSlots = (slots: Slots, project: ProjectId): Slotted =>
  slottedBy(Effect.mapBoth(slots.take(project), {
    onFailure: () => new QueryEngineBusy(),
    onSuccess: () => slots.leave(project)
  }))
