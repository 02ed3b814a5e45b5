import { Context, Effect, type Scope, Semaphore } from "effect"

type Turn = Effect.Effect<void, never, Scope.Scope>

/** Waits for the turn to compute a large answer, until the scope closes. A request of one answer waits for nobody. */
export class LargeAnswerTurn extends Context.Reference<Turn>(
  "@hedgerow/core/query/execution/LargeAnswersInTurn/LargeAnswerTurn",
  { defaultValue: () => Effect.void }
) {}

/** Large answers that these effects compute are computed one after the other: a response of many takes the memory of one. */
export const largeAnswersInTurn = <A, E, R>(answers: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const semaphore = Semaphore.makeUnsafe(1)
    const turn = Effect.asVoid(
      Effect.acquireRelease(semaphore.take(1), () => semaphore.release(1), { interruptible: true })
    )
    return Effect.provideService(answers, LargeAnswerTurn, turn)
  })
