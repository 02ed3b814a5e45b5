import { makeStoreWatch, type StoreWatch } from "@hedgerow/core/shared/StoreWatch"
import { Clock, Effect, type Scope } from "effect"
import { type ClickHouseFailure, ClickHouseUnavailable, EngineSilent } from "../protocol/ClickHouseErrors.ts"
import type { Connections } from "./Connections.ts"
import { ping } from "./Request.ts"

/** A wait for the engine. */
export interface EngineWait {
  /** Milliseconds that it may last; it is given up soon after. */
  readonly patience: number
  /** Fails it. */
  readonly giveUp: (cause: Error) => void
}

/** Whether the engine answers. */
export interface EngineWatch extends Pick<StoreWatch, "backSince" | "isSilent"> {
  /** Fails at once while the engine is silent. What waits is given up when the engine falls silent or its time is over. */
  readonly guarded: <A>(
    wait: EngineWait,
    statement: Effect.Effect<A, ClickHouseFailure>
  ) => Effect.Effect<A, ClickHouseFailure>
}

/** No answer within the time is an engine that is gone. */
const overdue = new Error("no answer within the time limit")

/** Whether a statement was given up here, whatever the engine does with it. */
export const isGivenUp = (failure: ClickHouseFailure): boolean =>
  failure._tag === "ClickHouseUnavailable" && (failure.cause === overdue || failure.cause instanceof EngineSilent)

/**
 * Data that has arrived by now is read before it is decided that nothing did: the process itself may have been busy.
 */
const nextTurn = Effect.callback<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

/** Any answer counts, even that of a server without room. */
const pingWithin = ({ control }: Connections, limitMillis: number): Effect.Effect<boolean> =>
  Effect.raceFirst(
    Effect.as(Effect.exit(ping(control)), true),
    Effect.as(Effect.andThen(Effect.sleep(limitMillis), nextTurn), false)
  )

/** Watches an engine. Its waits are in real time, whatever clock the domain runs on. */
export const makeEngineWatch = Effect.fnUntraced(
  function*(connections: Connections): Effect.fn.Return<EngineWatch, never, Scope.Scope> {
    const clock = Clock.Clock.defaultValue()
    const waiting = new Set<{ readonly until: number; readonly giveUp: EngineWait["giveUp"] }>()
    const giveUpOverdue = Effect.sync(() => {
      const now = clock.currentTimeMillisUnsafe()
      for (const { giveUp, until } of waiting) if (until <= now) giveUp(overdue)
    })
    const { backSince, isSilent, waits } = yield* makeStoreWatch({
      store: "clickhouse",
      // As long as anything waits for some seconds there is a ping every few seconds.
      ping: (limitMillis) => Effect.andThen(giveUpOverdue, pingWithin(connections, limitMillis)),
      giveUp: Effect.sync(() => {
        for (const { giveUp } of waiting) giveUp(new EngineSilent(false))
      })
    }).pipe(Effect.provideService(Clock.Clock, clock))
    return {
      backSince,
      isSilent,
      guarded: ({ giveUp, patience }, statement) =>
        Effect.suspend(() => {
          if (isSilent()) return Effect.fail(new ClickHouseUnavailable({ cause: new EngineSilent(true) }))
          const wait = { giveUp, until: clock.currentTimeMillisUnsafe() + patience }
          waiting.add(wait)
          return waits.during(Effect.ensuring(statement, Effect.sync(() => waiting.delete(wait))))
        })
    }
  }
)
