import { Clock, Deferred, Duration, Effect, Exit, Scope } from "effect"
import { EngineCrashed } from "./EmbeddedClickHouseErrors.ts"
import { type EngineLaunch, type EngineProcess, startEngine } from "./EngineProcess.ts"

/** The engine of a launch, started again whenever it ends. */
export interface Supervised {
  /** The engine of now; the last one while another is being started. */
  readonly current: Effect.Effect<EngineProcess>
  /** Fails when the engine ended too often in a row; never succeeds. */
  readonly crashed: Effect.Effect<never, EngineCrashed>
}

/** One that ran this long begins a new row. */
const steadyAfter = Duration.toMillis("1 minute")

const backOff = (crashes: number): Duration.Duration => Duration.millis(Math.min(2_000, 50 * 2 ** crashes))

/** A port, once chosen, is kept: the URL that clients have holds it. */
const keepPort = (launch: EngineLaunch, { port }: EngineProcess): EngineLaunch =>
  "port" in launch.listen ? { ...launch, listen: { ...launch.listen, port } } : launch

/** Each engine has a scope of its own, so that what is left of an ended one is gone before the next starts. */
const startScoped = (launch: EngineLaunch) =>
  Effect.gen(function*() {
    const scope = yield* Scope.make()
    const engine = yield* startEngine(launch).pipe(
      Scope.provide(scope),
      Effect.onExit((exit) => Exit.isSuccess(exit) ? Effect.void : Scope.close(scope, exit))
    )
    return { engine, scope }
  })

/** Starts the engine, keeps it running and stops it with the scope; fails with its output when the first start does. */
export const supervise = Effect.fnUntraced(function*(home: string, launch: EngineLaunch, mostCrashes: number) {
  const crashed = yield* Deferred.make<never, EngineCrashed>()
  let running = yield* Effect.uninterruptible(startScoped(launch))
  yield* Effect.addFinalizer((exit) => Effect.suspend(() => Scope.close(running.scope, exit)))
  const again = keepPort(launch, running.engine)
  let crashes = 0
  let since = yield* Clock.currentTimeMillis
  let said = ""
  const restart = startScoped(again).pipe(
    Effect.tap((started) =>
      Effect.gen(function*() {
        running = started
        since = yield* Clock.currentTimeMillis
        yield* Effect.logInfo("ClickHouse runs again", { pid: started.engine.pid })
      })
    ),
    Effect.catch((output) => Effect.sync(() => said = output)),
    Effect.uninterruptible
  )
  const keepRunning = Effect.gen(function*() {
    while (crashes < mostCrashes) {
      said = yield* running.engine.exited
      yield* Scope.close(running.scope, Exit.void)
      const ran = (yield* Clock.currentTimeMillis) - since
      crashes = ran > steadyAfter ? 1 : crashes + 1
      yield* Effect.logWarning("ClickHouse ended unexpectedly", { directory: home, crashes, output: said })
      if (crashes === mostCrashes) break
      yield* Effect.sleep(backOff(crashes))
      yield* restart
    }
    yield* Deferred.fail(crashed, new EngineCrashed({ directory: home, output: said }))
  })
  yield* Effect.forkScoped(keepRunning)
  const supervised: Supervised = {
    current: Effect.sync(() => running.engine),
    crashed: Deferred.await(crashed)
  }
  return supervised
})
