import { Stopping } from "@hedgerow/core/shared/Stopping"
import { EmbeddedPostgres } from "@hedgerow/storage-pg/embedded/EmbeddedPostgres"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import type { ServerConfig } from "../config/ServerConfig.ts"
import { type Engines, hasClickHouse, makeEngines } from "../storage/Engines.ts"
import { explain } from "../storage/EngineUnusable.ts"
import { StorageStatus } from "../storage/StorageStatus.ts"

/** Requests and jobs have 20 seconds to end, at the same time; a storage that is silent by then is not waited for. */
const longestStop = Duration.seconds(25)

/** Stops everything, for as long as that may take. */
const stop = Effect.fnUntraced(function*(scope: Scope.Closeable, exit: Exit.Exit<unknown, unknown>) {
  const closing = yield* Effect.forkDetach(Scope.close(scope, exit))
  const closed = yield* Effect.timeoutOption(Fiber.await(closing), longestStop)
  if (Option.isSome(closed)) return yield* closed.value
  yield* Effect.logError("Not everything could be stopped in time; what is left is left behind")
})

/**
 * Starts the engines ahead; later users wait for the same ones, and get their failures. Each is built on its own: in one
 * layer the failure of one would interrupt the other, and later users of that one would know of the interruption alone.
 */
const startEngines = Effect.fnUntraced(
  function*(config: ServerConfig, engines: Engines, memoMap: Layer.MemoMap, scope: Scope.Scope) {
    if (config.storage !== "embedded") return
    const start = <A, E, R>(engine: Layer.Layer<A, E, R>) =>
      Effect.asVoid(Effect.exit(Layer.buildWithMemoMap(engine, memoMap, scope)))
    const clickHouse = (yield* hasClickHouse) ? start(engines.clickHouse) : Effect.void
    yield* Effect.all([start(engines.postgres), clickHouse], { concurrency: "unbounded" })
  }
)

/** The end of PostgreSQL's log, where this process runs one. */
const postgresLog = (engines: Engines, memoMap: Layer.MemoMap, scope: Scope.Scope) =>
  Layer.buildWithMemoMap(engines.postgres, memoMap, scope).pipe(
    Effect.flatMap((context) => Context.get(context, EmbeddedPostgres).log),
    Effect.catchCause(() => Effect.succeed(""))
  )

/**
 * Runs the server until it is interrupted; fails when its storage ends by itself. Work in the background takes nothing
 * new from the interruption on, while requests are still being answered. The engines start while the rest of the program
 * is loaded.
 */
export const run = (config: ServerConfig) =>
  Effect.gen(function*() {
    const stopping = yield* Latch.make()
    const scope = yield* Scope.make()
    const memoMap = yield* Layer.makeMemoMap
    const engines = makeEngines(config, "refuse")
    const starting = yield* Effect.forkDetach(startEngines(config, engines, memoMap, scope))
    return yield* Effect.raceFirst(engines.launched, Fiber.await(starting)).pipe(
      // To load the rest keeps this process busy, so that it comes second.
      Effect.andThen(Effect.promise(() => import("./Server.ts"))),
      Effect.flatMap(({ layer }) => Layer.buildWithMemoMap(layer(config, engines), memoMap, scope)),
      Effect.catchCause((cause) => explain(config, cause, postgresLog(engines, memoMap, scope))),
      Effect.flatMap((context) => Context.get(context, StorageStatus).ended),
      Effect.provideService(Stopping, stopping),
      Effect.onExit((exit) =>
        stopping.open.pipe(Effect.andThen(Fiber.interrupt(starting)), Effect.andThen(stop(scope, exit)))
      )
    )
  })
