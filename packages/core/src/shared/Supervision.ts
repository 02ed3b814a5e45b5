import { Clock, Deferred, Duration, Effect, Exit, Scope } from "effect"

/** The way to keep a process running. A failed start is the process's output. */
export interface Supervision<A extends { readonly pid: number }, R> {
  /** The name in the log. */
  readonly name: string
  readonly directory: string
  /** Starts it; its resources belong to the scope. */
  readonly start: Effect.Effect<A, string, R | Scope.Scope>
  /** Starts it in place of the first one. Default: as `start`. */
  readonly startAgain?: (first: A) => Effect.Effect<A, string, R | Scope.Scope>
  /** Answers its last words once it has ended. */
  readonly exited: (running: A) => Effect.Effect<string>
  /**
   * The number of times in a row, each within a minute of its start, that it may end until it is given up. Default:
   * any.
   */
  readonly mostCrashes?: number | undefined
  /** The longest pause before a start; each is twice the one before. Default 2 seconds, 30 where it is never given up. */
  readonly longestPause?: Duration.Duration | undefined
  /** Whether its disk has room. While it has none it is not started, and how often it ended is forgotten. */
  readonly hasSpace?: Effect.Effect<boolean> | undefined
}

/** A process that is started again whenever it ends. */
export interface Supervised<A> {
  /** The process of now; the last one while another is being started. */
  readonly current: Effect.Effect<A>
  /** Fails with its last words when it ended too often in a row; never succeeds. */
  readonly crashed: Effect.Effect<never, string>
}

/** One that ran this long begins a new row. */
const steadyAfter = Duration.toMillis("1 minute")

const backOff = (crashes: number): Duration.Duration => Duration.millis(50 * 2 ** Math.min(crashes, 20))

/** Waits until there is room; answers whether there was none. */
const waitsForSpace = Effect.fnUntraced(function*(name: string, hasSpace: Effect.Effect<boolean>) {
  if (yield* hasSpace) return false
  yield* Effect.logWarning(`${name} is not started while its disk is full`)
  yield* Effect.repeat(Effect.delay(hasSpace, "500 millis"), { until: (has) => has })
  return true
})

/** Starts the process, keeps it running and stops it with the scope; fails with its output when the first start does. */
export const supervise = <A extends { readonly pid: number }, R>(
  { directory, exited, hasSpace, longestPause, mostCrashes, name, start, startAgain }: Supervision<A, R>
): Effect.Effect<Supervised<A>, string, R | Scope.Scope> =>
  Effect.gen(function*() {
    const crashed = yield* Deferred.make<never, string>()
    const longest = longestPause ?? Duration.seconds(mostCrashes === undefined ? 30 : 2)
    let scope = yield* Scope.make()
    let since = 0
    yield* Effect.addFinalizer((exit) => Effect.suspend(() => Scope.close(scope, exit)))
    /** Each process has a scope of its own, so that what is left of an ended one is gone before the next starts. */
    const launch = (effect: Effect.Effect<A, string, R | Scope.Scope>) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.gen(function*() {
          const fresh = yield* Scope.make()
          const launched = yield* restore(effect).pipe(
            Scope.provide(fresh),
            Effect.onExit((exit) => Exit.isSuccess(exit) ? Effect.void : Scope.close(fresh, exit))
          )
          scope = fresh
          since = yield* Clock.currentTimeMillis
          return launched
        })
      )
    let running = yield* launch(start)
    const restart = launch(startAgain?.(running) ?? start).pipe(
      Effect.tap((again) => Effect.logInfo(`${name} runs again`, { pid: again.pid }))
    )
    let crashes = 0
    /** Answers its last words once it runs again and has ended; those of the start, when that fails. */
    const runAgain = Effect.gen(function*() {
      running = yield* restart
      return yield* exited(running)
    }).pipe(Effect.catch(Effect.succeed), Effect.tap(Effect.suspend(() => Scope.close(scope, Exit.void))))
    const keepRunning = Effect.gen(function*() {
      let said = yield* exited(running)
      yield* Scope.close(scope, Exit.void)
      while (true) {
        const now = yield* Clock.currentTimeMillis
        crashes = now - since > steadyAfter ? 1 : crashes + 1
        since = now
        yield* Effect.logWarning(`${name} ended unexpectedly`, { directory, crashes, output: said })
        if (hasSpace !== undefined && (yield* waitsForSpace(name, hasSpace))) crashes = 0
        if (mostCrashes !== undefined && crashes >= mostCrashes) return yield* Deferred.fail(crashed, said)
        yield* Effect.sleep(Duration.min(longest, backOff(crashes)))
        said = yield* runAgain
      }
    })
    yield* Effect.forkScoped(keepRunning)
    return { current: Effect.sync(() => running), crashed: Deferred.await(crashed) }
  })
