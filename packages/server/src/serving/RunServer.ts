import { Stopping } from "@hedgerow/core/shared/Stopping"
import { EmbeddedPostgres } from "@hedgerow/storage-pg/embedded/EmbeddedPostgres"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import type { ServerConfig } from "../config/ServerConfig.ts"
import { isFresh } from "../storage/DataDirectory.ts"
import { type Engines, hasClickHouse, makeEngines } from "../storage/Engines.ts"
import { explain } from "../storage/EngineUnusable.ts"
import { StorageStatus } from "../storage/StorageStatus.ts"
import { makeStartSteps, type Shown, StartSteps, startSteps, type Step } from "./StartSteps.ts"

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
  function*(config: ServerConfig, engines: Engines, steps: Shown, memoMap: Layer.MemoMap, scope: Scope.Scope) {
    if (config.storage !== "embedded") return
    const build = <A, E, R>(layer: Layer.Layer<A, E, R>) => Layer.buildWithMemoMap(layer, memoMap, scope)
    const owned = yield* Effect.exit(build(engines.directory))
    if (Exit.isSuccess(owned) && (yield* isFresh(config.dataDir))) yield* steps.announceFirst(config.dataDir)
    const start = <A, E, R>(step: Step, engine: Layer.Layer<A, E, R>) =>
      Effect.ignoreCause(steps.during(step)(build(engine)))
    const clickHouse = (yield* hasClickHouse) ? start(startSteps.clickHouse, engines.clickHouse) : Effect.void
    yield* Effect.all([start(startSteps.postgres, engines.postgres), clickHouse], { concurrency: "unbounded" })
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
    const steps = yield* makeStartSteps(process.stdout.isTTY)
    const starting = yield* Effect.forkDetach(startEngines(config, engines, steps, memoMap, scope))
    return yield* Effect.raceFirst(engines.launched, Fiber.await(starting)).pipe(
      // To load the rest keeps this process busy, so that it comes second.
      Effect.andThen(steps.during(startSteps.program)(Effect.promise(() => import("./Server.ts")))),
      Effect.flatMap(({ layer }) =>
        steps.during(startSteps.tables)(Layer.buildWithMemoMap(layer(config, engines), memoMap, scope))
      ),
      Effect.onExit(() => steps.end),
      Effect.provideService(StartSteps, steps),
      Effect.catchCause((cause) => explain(config, cause, postgresLog(engines, memoMap, scope))),
      Effect.flatMap((context) => Context.get(context, StorageStatus).ended),
      Effect.provideService(Stopping, stopping),
      Effect.onExit((exit) =>
        stopping.open.pipe(Effect.andThen(Fiber.interrupt(starting)), Effect.andThen(stop(scope, exit)))
      )
    )
  })
