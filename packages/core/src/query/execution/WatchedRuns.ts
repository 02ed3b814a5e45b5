import { Deferred, Duration, Effect } from "effect"
import { now as currentTime } from "../../events/EventTime.ts"
import type { ProjectId } from "../../identity/Project.ts"
import type { QueryProgress } from "../QueryEngine.ts"
import { QueryCancelled } from "./QueryExecutionErrors.ts"
import type { QueryRunId } from "./QueryRun.ts"
import { QueryRunRepository } from "./QueryRunRepository.ts"

/** The interval in which a run reports its progress, and checks whether another server has cancelled it. */
const reportEvery = Duration.millis(300)

export const noProgress: QueryProgress = {
  rowsRead: 0,
  bytesRead: 0,
  estimatedRowsTotal: 0,
  timeElapsed: 0,
  activeCpuTime: 0
}

/** Runs that others see: their progress, and their cancellation, at once from here, soon from elsewhere. */
export const makeWatchedRuns = Effect.gen(function*() {
  const runs = yield* QueryRunRepository
  const here = new Map<string, Deferred.Deferred<never, QueryCancelled>>()
  const keyOf = (project: ProjectId, id: QueryRunId) => `${project}/${id}`

  const watch = Effect.fnUntraced(function*(
    project: ProjectId,
    id: QueryRunId,
    progress: () => QueryProgress | undefined
  ): Effect.fn.Return<never, QueryCancelled> {
    while (true) {
      yield* Effect.sleep(reportEvery)
      const goesOn = yield* runs.report(project, id, progress() ?? noProgress, yield* currentTime)
      if (!goesOn) return yield* new QueryCancelled()
    }
  })

  return {
    /** Runs a query as the run of this id. */
    watched: <A, E>(
      project: ProjectId,
      id: QueryRunId,
      query: Effect.Effect<A, E>,
      progress: () => QueryProgress | undefined
    ): Effect.Effect<A, E | QueryCancelled> =>
      Effect.gen(function*() {
        const cancelled = yield* Deferred.make<never, QueryCancelled>()
        const key = keyOf(project, id)
        here.set(key, cancelled)
        const others = Effect.raceFirst(watch(project, id, progress), Deferred.await(cancelled))
        return yield* Effect.raceFirst(query, others).pipe(
          Effect.ensuring(Effect.sync(() => {
            if (here.get(key) === cancelled) here.delete(key)
          }))
        )
      }),
    /** Stops the run if it is this server's. */
    stop: (project: ProjectId, id: QueryRunId): Effect.Effect<void> =>
      Effect.suspend(() => {
        const cancelled = here.get(keyOf(project, id))
        return cancelled === undefined ? Effect.void : Effect.asVoid(Deferred.fail(cancelled, new QueryCancelled()))
      })
  }
})

/** The result of `makeWatchedRuns`. */
export type WatchedRuns = Effect.Success<typeof makeWatchedRuns>
