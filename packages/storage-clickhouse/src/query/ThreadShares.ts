import { Effect, type Scope } from "effect"
import type { Settings } from "../protocol/Statement.ts"

/**
 * The threads of statements on an engine of our own: one that begins beside others has its share of the processors, so that
 * those of a short one are not the last of many. A short one is not counted, and has as many as the engine gives.
 */
export const makeThreadShares = (processors: number) => {
  let running = 0
  return (isShort: boolean): Effect.Effect<Settings, never, Scope.Scope> =>
    isShort ? Effect.succeed({}) : Effect.acquireRelease(
      Effect.sync(() => ({ max_threads: Math.max(1, Math.floor(processors / ++running)) })),
      () => Effect.sync(() => running--)
    )
}
