import { Context, Effect, Exit, Semaphore } from "effect"
import type { UndoLog } from "./UndoLog.ts"

/**
 * A transaction, a savepoint in one, or (without a parent) the database itself. An operation in a scope, or a scope
 * below it, holds the scope's lock, so that taking a scope back never takes back the work of another one.
 */
interface TransactionScope {
  readonly parent: TransactionScope | undefined
  readonly lock: Semaphore.Semaphore
  open: boolean
}

const makeScope = (parent: TransactionScope | undefined): TransactionScope => ({
  parent,
  lock: Semaphore.makeUnsafe(1),
  open: true
})

/** The innermost scope of the running effect, for each database. Forked fibers inherit it. */
class CurrentScopes extends Context.Reference<ReadonlyMap<UndoLog, TransactionScope>>(
  "@hedgerow/storage-memory/TransactionScope/CurrentScopes",
  { defaultValue: () => new Map() }
) {}

const innermostOpen = (scope: TransactionScope): TransactionScope =>
  scope.open || scope.parent === undefined ? scope : innermostOpen(scope.parent)

/** Runs effects one at a time, each kept whole or taken back through the log. */
export class TransactionScopes {
  readonly #log: UndoLog
  readonly #root = makeScope(undefined)

  constructor(log: UndoLog) {
    this.#log = log
  }

  /**
   * The effect as one unit: a transaction, or a savepoint of the current one. It ends after the savepoints that forked
   * fibers still have open in it; a fiber that outlives it continues outside. `onKept` is called as soon as it is kept.
   */
  run<A, E, R>(effect: Effect.Effect<A, E, R>, onKept: () => void): Effect.Effect<A, E, R> {
    return this.#inCurrent((scopes, parent) => this.#runBelow(scopes, parent, effect, onKept))
  }

  /** The change as one step of the current scope; when it throws, it is undone. */
  operation<A>(change: () => A): Effect.Effect<A> {
    return this.#inCurrent((_, parent) => {
      const mark = this.#log.mark
      return Effect.onExit(Effect.sync(change), (exit) => Effect.sync(() => this.#settle(exit, parent, mark)))
    })
  }

  #inCurrent<A, E, R>(
    body: (scopes: ReadonlyMap<UndoLog, TransactionScope>, scope: TransactionScope) => Effect.Effect<A, E, R>
  ): Effect.Effect<A, E, R> {
    const enter: Effect.Effect<A, E, R> = Effect.flatMap(CurrentScopes, (scopes) => {
      const scope = innermostOpen(scopes.get(this.#log) ?? this.#root)
      const locked = scope.lock.withPermit(
        Effect.suspend(() => scope.open ? Effect.asSome(body(scopes, scope)) : Effect.succeedNone)
      )
      // A scope that closed while we waited for its lock leaves the work to its parent.
      return Effect.flatMap(locked, (done) => done._tag === "Some" ? Effect.succeed(done.value) : enter)
    })
    return enter
  }

  #runBelow<A, E, R>(
    scopes: ReadonlyMap<UndoLog, TransactionScope>,
    parent: TransactionScope,
    effect: Effect.Effect<A, E, R>,
    onKept: () => void
  ): Effect.Effect<A, E, R> {
    const scope = makeScope(parent)
    const mark = this.#log.mark
    const close = (exit: Exit.Exit<A, E>) =>
      scope.lock.withPermit(Effect.sync(() => {
        scope.open = false
        this.#settle(exit, parent, mark)
        if (Exit.isSuccess(exit)) onKept()
      }))
    return effect.pipe(
      Effect.provideService(CurrentScopes, new Map(scopes).set(this.#log, scope)),
      Effect.onExit(close)
    )
  }

  #settle(exit: Exit.Exit<unknown, unknown>, parent: TransactionScope, mark: number): void {
    if (Exit.isFailure(exit)) this.#log.backTo(mark)
    else if (parent === this.#root) this.#log.clear()
  }
}
