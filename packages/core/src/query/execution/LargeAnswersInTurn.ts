import { Context, Effect, Exit, Scope, Semaphore } from "effect"

/** What a response of several answers lets one of them take that becomes large. */
export interface LargeAnswers {
  /** Waits until no other large answer of the response is under way. */
  readonly turn: Effect.Effect<void>
  /** Whether an answer of at least this many bytes finds room in the response, beside those that are there. */
  readonly hasRoom: (bytes: number) => boolean
}

/**
 * A request of one answer has room for it, and no turn to wait for, unless it joins the computation that a response of
 * several has begun.
 */
export class ResponseOfAnswers extends Context.Reference<LargeAnswers>(
  "@hedgerow/core/query/execution/LargeAnswersInTurn/ResponseOfAnswers",
  { defaultValue: () => ({ turn: Effect.void, hasRoom: () => true }) }
) {}

/**
 * Gives the answers of a response a turn each: of those that become large one is computed and taken at a time. One that
 * finds no room when it becomes large is not computed further.
 */
export const largeAnswersInTurn = (hasRoom: LargeAnswers["hasRoom"]) => {
  const semaphore = Semaphore.makeUnsafe(1)
  const acquired = Effect.acquireRelease(semaphore.take(1), () => semaphore.release(1), { interruptible: true })

  /** The answer, computed and taken by the response. */
  return <A, E, R>(answer: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.acquireUseRelease(
      Scope.make(),
      Effect.fnUntraced(function*(scope) {
        const turn = yield* Effect.cached(Effect.asVoid(Scope.provide(acquired, scope)))
        return yield* Effect.provideService(answer, ResponseOfAnswers, { turn, hasRoom })
      }),
      (scope) => Scope.close(scope, Exit.void)
    )
}
