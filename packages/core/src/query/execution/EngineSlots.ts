import { Context, Deferred, type Duration, Effect, Layer } from "effect"
import type { ProjectId } from "../../identity/Project.ts"
import { QueryEngineBusy } from "../QueryEngine.ts"
import { ExecutionLimits } from "./ExecutionLimits.ts"
import { TooManyQueries } from "./QueryExecutionErrors.ts"

/** The number of statements that the engine runs at once for this process, of all projects; engines provide it. */
export class EngineSlots extends Context.Reference<number>("@hedgerow/core/query/execution/EngineSlots", {
  defaultValue: () => Infinity
}) {}

interface Waiting {
  readonly project: ProjectId
  readonly granted: Deferred.Deferred<void>
}

/**
 * Shares the slots of the engine among the statements of projects. No project takes the last one, so that its long queries leave room for
 * others; a slot that becomes free goes to the project of which the fewest run.
 */
export const makeSlots = (slots: number, patience: Duration.Duration) => {
  const most = Math.max(1, slots - 1)
  const running = new Map<ProjectId, number>()
  const waiting: Array<Waiting> = []
  let taken = 0

  const runningOf = (project: ProjectId): number => running.get(project) ?? 0
  const mayBegin = (project: ProjectId): boolean => taken < slots && runningOf(project) < most
  const begin = (project: ProjectId): void => {
    taken++
    running.set(project, runningOf(project) + 1)
  }

  /** Out of those who may begin: the first of the project of which the fewest run. */
  const takeNext = (): Waiting | undefined => {
    const [next] = waiting.filter(({ project }) => mayBegin(project)).toSorted((left, right) =>
      runningOf(left.project) - runningOf(right.project)
    )
    if (next !== undefined) waiting.splice(waiting.indexOf(next), 1)
    return next
  }

  const leave = (project: ProjectId): Effect.Effect<void> =>
    Effect.suspend(() => {
      taken--
      const left = runningOf(project) - 1
      if (left > 0) running.set(project, left)
      else running.delete(project)
      const next = takeNext()
      if (next === undefined) return Effect.void
      begin(next.project)
      return Effect.asVoid(Deferred.succeed(next.granted, undefined))
    })

  const wait = Effect.fnUntraced(function*(project: ProjectId) {
    const one: Waiting = { project, granted: yield* Deferred.make<void>() }
    waiting.push(one)
    const forgo = Effect.suspend(() => {
      const index = waiting.indexOf(one)
      if (index === -1) return leave(project)
      waiting.splice(index, 1)
      return Effect.void
    })
    const isFull = (): boolean => runningOf(project) >= most
    const patiently = Effect.timeoutOrElse(Deferred.await(one.granted), {
      duration: patience,
      orElse: () => Effect.fail(isFull() ? new TooManyQueries({ concurrent: most }) : new QueryEngineBusy())
    })
    yield* Effect.onError(Effect.interruptible(patiently), () => forgo)
  }, Effect.uninterruptible)

  return {
    /**
     * Takes a slot, which `leave` gives back. Whoever may begin never waits behind those who may not. Only the wait can be
     * interrupted.
     */
    take: (project: ProjectId): Effect.Effect<void, QueryEngineBusy | TooManyQueries> =>
      Effect.suspend(() => {
        if (!mayBegin(project)) return wait(project)
        begin(project)
        return Effect.void
      }),
    /** Takes a slot if one is free for the project; nobody waits. */
    takeFree: (project: ProjectId): boolean => {
      const isFree = mayBegin(project)
      if (isFree) begin(project)
      return isFree
    },
    leave
  }
}

/** The result of `makeSlots`. */
export type Slots = ReturnType<typeof makeSlots>

/** The slots of this process's engine, for all who run statements on it. */
export class StatementSlots extends Context.Service<StatementSlots, Slots>()(
  "@hedgerow/core/query/execution/EngineSlots/StatementSlots"
) {
  static readonly layer: Layer.Layer<StatementSlots> = Layer.effect(
    StatementSlots,
    Effect.gen(function*() {
      const { patience } = yield* ExecutionLimits
      return makeSlots(yield* EngineSlots, patience)
    })
  )
}
