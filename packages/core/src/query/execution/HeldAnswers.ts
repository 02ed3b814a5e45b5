import { Deferred, Effect, type Scope } from "effect"
import { largeAnswer } from "../QueryCursor.ts"
import { QueryEngineBusy } from "../QueryEngine.ts"
import { QueryLimits } from "../QueryLimits.ts"
import { ExecutionLimits } from "./ExecutionLimits.ts"

/** While it is computed an answer takes at most its limit times this factor in memory: text, and what engine and storage leave. */
const timesLimit = 4

interface Waiting {
  readonly bytes: number
  readonly granted: Deferred.Deferred<void>
}

/** The memory of large answers, of all requests of the process together. */
export interface HeldAnswers {
  /**
   * Waits in the order of callers until there is memory for another large answer, which is taken until the scope
   * closes. Who waits for too long is refused. One alone always finds room.
   */
  readonly admit: Effect.Effect<void, QueryEngineBusy, Scope.Scope>
  /**
   * As `admit`, for the text of a cached answer of this many bytes, before it is read; a short one waits for nothing. The
   * value gives the memory back before the scope does.
   */
  readonly admitText: (bytes: number) => Effect.Effect<Effect.Effect<void>, QueryEngineBusy, Scope.Scope>
  /** Counts the text of an answer of this many characters until the scope closes: it is there, and waits for nothing. */
  readonly hold: (characters: number) => Effect.Effect<void, never, Scope.Scope>
}

/** Counts the memory of answers against the limit. */
export const makeHeldAnswers = Effect.gen(function*() {
  const { answersHeld, patience } = yield* ExecutionLimits
  const { maxBytes } = yield* QueryLimits
  const waiting: Array<Waiting> = []
  let held = 0

  const fits = (bytes: number): boolean => held === 0 || held + bytes <= answersHeld

  const release = (bytes: number) =>
    Effect.sync(() => {
      held -= bytes
      for (let next = waiting[0]; next !== undefined && fits(next.bytes); next = waiting[0]) {
        waiting.shift()
        held += next.bytes
        Deferred.doneUnsafe(next.granted, Effect.void)
      }
    })

  const releaseOnce = (bytes: number) => {
    let left = bytes
    return Effect.suspend(() => {
      const rest = left
      left = 0
      return release(rest)
    })
  }

  /** Memory that was given to somebody who has just left is given back. */
  const leave = (one: Waiting) =>
    Effect.suspend(() => {
      const place = waiting.indexOf(one)
      if (place === -1) return release(one.bytes)
      waiting.splice(place, 1)
      return Effect.void
    })

  const take = (bytes: number) =>
    Effect.suspend(() => {
      if (waiting.length === 0 && fits(bytes)) {
        held += bytes
        return Effect.succeed(bytes)
      }
      const one: Waiting = { bytes, granted: Deferred.makeUnsafe<void>() }
      waiting.push(one)
      return Deferred.await(one.granted).pipe(
        Effect.timeoutOrElse({ duration: patience, orElse: () => Effect.fail(new QueryEngineBusy()) }),
        Effect.interruptible,
        Effect.onError(() => leave(one)),
        Effect.as(bytes)
      )
    })

  const answers: HeldAnswers = {
    admitText: (bytes) =>
      bytes <= largeAnswer.bytes
        ? Effect.succeed(Effect.void)
        : Effect.acquireRelease(Effect.map(take(bytes), releaseOnce), (letGo) => letGo),
    admit: Effect.asVoid(Effect.acquireRelease(take(timesLimit * maxBytes), release)),
    hold: (characters) =>
      characters <= largeAnswer.bytes ? Effect.void : Effect.asVoid(Effect.acquireRelease(
        Effect.sync(() => {
          held += characters
          return characters
        }),
        release
      ))
  }
  return answers
})
