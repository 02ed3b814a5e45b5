import { type Cause, Clock, Duration, Effect, Exit, Fiber, Option, Scope } from "effect"
import { causeText } from "../shared/CauseText.ts"
import { isStorageDown } from "../shared/StorageDown.ts"
import type { Realm } from "./DefinitionsVersionRepository.ts"
import { longestDoubt } from "./Staleness.ts"

/** A question for a realm's version: on its way, or failed for now. */
interface Check {
  readonly begunAt: number
  readonly fiber: Fiber.Fiber<Exit.Exit<number>>
}

/** The log has the reason for which flags go on with what was known, and for which those that need more fail. */
const logDown = (cause: Cause.Cause<never>) =>
  Effect.flatMap(isStorageDown(cause), (isDown) =>
    isDown
      ? Effect.annotateLogs(
        Effect.logWarning("The storage cannot be reached: definitions are not checked"),
        "cause",
        causeText(cause)
      )
      : Effect.void)

const doubtMillis = Duration.toMillis(longestDoubt)

/**
 * Asks for versions without waiting long: each is asked for apart from those who want to know it, which is why one that
 * gets no answer holds up only the first of them, and that for `longestDoubt`. A storage that fails is asked again that
 * long after the question before.
 */
export const makeVersionChecks = Effect.fnUntraced(function*(current: (realm: Realm) => Effect.Effect<number>) {
  const scope = yield* Scope.Scope
  const checks = new Map<Realm, Check>()

  const begin = Effect.fnUntraced(function*(realm: Realm, now: number) {
    const fiber = yield* Effect.forkIn(Effect.exit(Effect.tapCause(current(realm), logDown)), scope)
    const check: Check = { begunAt: now, fiber }
    checks.set(realm, check)
    return check
  })

  const settle = Effect.fnUntraced(function*(realm: Realm, exit: Exit.Exit<number>) {
    if (Exit.isSuccess(exit)) {
      checks.delete(realm)
      return exit.value
    }
    if (yield* isStorageDown(exit.cause)) return undefined
    checks.delete(realm)
    return yield* Effect.failCause(exit.cause)
  })

  /** The version; undefined when the storage cannot return it now. */
  return Effect.fnUntraced(function*(realm: Realm): Effect.fn.Return<number | undefined> {
    const now = yield* Clock.currentTimeMillis
    const known = checks.get(realm)
    const isOver = known?.fiber.pollUnsafe() !== undefined
    const check = known === undefined || isOver && now - known.begunAt >= doubtMillis ? yield* begin(realm, now) : known
    const left = check.begunAt + doubtMillis - now
    if (left <= 0 && check.fiber.pollUnsafe() === undefined) return undefined
    const exit = yield* Effect.timeoutOption(Fiber.join(check.fiber), Math.max(left, 1))
    return Option.isNone(exit) ? undefined : yield* settle(realm, exit.value)
  })
})
