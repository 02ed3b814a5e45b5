import { makeStoreWatch, type StoreWatch } from "@hedgerow/core/shared/StoreWatch"
import { Clock, Deferred, Effect, type Scope } from "effect"
import { type ClickHouseFailure, ClickHouseUnavailable, EngineSilent } from "../ClickHouseErrors.ts"
import type { Connections } from "./Connections.ts"
import { ping } from "./Request.ts"

/** Whether the engine answers. */
export interface EngineWatch extends Pick<StoreWatch, "backSince" | "isSilent"> {
  /** Fails at once while the engine is silent, and as soon as it is found to be; else as the statement does. */
  readonly guarded: <A>(statement: Effect.Effect<A, ClickHouseFailure>) => Effect.Effect<A, ClickHouseFailure>
}

const silence = (isUnsent: boolean) => new ClickHouseUnavailable({ cause: new EngineSilent(isUnsent) })

/**
 * Data that has arrived by now is read before it is decided that nothing did: the process itself may have been busy.
 */
const nextTurn = Effect.callback<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

/** Any answer counts, even that of a server without room. */
const pingWithin = ({ control }: Connections) => (limitMillis: number): Effect.Effect<boolean> =>
  Effect.raceFirst(
    Effect.as(Effect.exit(ping(control)), true),
    Effect.as(Effect.andThen(Effect.sleep(limitMillis), nextTurn), false)
  )

/** Watches an engine. Its waits are in real time, also under a test's clock. */
export const makeEngineWatch = Effect.fnUntraced(
  function*(connections: Connections): Effect.fn.Return<EngineWatch, never, Scope.Scope> {
    let fallsSilent = Deferred.makeUnsafe<never, ClickHouseUnavailable>()
    const { backSince, isSilent, waits } = yield* makeStoreWatch({
      store: "clickhouse",
      ping: pingWithin(connections),
      giveUp: Effect.suspend(() => {
        const waiting = fallsSilent
        fallsSilent = Deferred.makeUnsafe()
        return Deferred.fail(waiting, silence(false))
      })
    }).pipe(Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()))
    return {
      backSince,
      isSilent,
      guarded: (statement) =>
        Effect.suspend(() =>
          isSilent()
            ? Effect.fail(silence(true))
            : waits.during(Effect.raceFirst(statement, Deferred.await(fallsSilent)))
        )
    }
  }
)
