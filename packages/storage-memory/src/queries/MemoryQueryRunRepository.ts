import type { EventTime } from "@hedgerow/core/events/EventTime"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import {
  endedAt,
  isOver,
  keptFor,
  type QueryRun,
  type QueryRunEnd,
  type QueryRunId
} from "@hedgerow/core/query/execution/QueryRun"
import { QueryRunRepository } from "@hedgerow/core/query/execution/QueryRunRepository"
import type { QueryProgress } from "@hedgerow/core/query/QueryEngine"
import { lengthOf } from "@hedgerow/sql/types/LongText"
import { Effect, Layer, Option } from "effect"
import { MemoryDatabase, type MemoryState } from "../database/MemoryDatabase.ts"

const keyOf = ({ id, project_id }: Pick<QueryRun, "id" | "project_id">): string => `${project_id}/${id}`

const standing = (state: MemoryState, project: ProjectId, id: QueryRunId, now: EventTime): QueryRun | undefined => {
  const run = state.queryRuns.get(keyOf({ project_id: project, id }))
  return run === undefined || run.expiration_time <= now ? undefined : run
}

const store = (state: MemoryState, run: QueryRun): QueryRun => {
  state.queryRuns.set(keyOf(run), run)
  return run
}

const underWay = (state: MemoryState, project: ProjectId, id: QueryRunId, now: EventTime): QueryRun | undefined => {
  const run = standing(state, project, id, now)
  return run === undefined || isOver(run) ? undefined : run
}

const latest = (left: QueryRun, right: QueryRun): number =>
  right.start_time - left.start_time || (left.id < right.id ? -1 : 1)

/** The runs of one query that go on. */
export const runsUnderWay = (
  state: MemoryState,
  project: ProjectId,
  cacheKey: string,
  now: EventTime
): ReadonlyArray<QueryRun> =>
  [...state.queryRuns.values()].filter((run) =>
    run.project_id === project && run.cache_key === cacheKey && !isOver(run) && run.expiration_time > now
  )

/** Runs of queries in memory. */
export const layer: Layer.Layer<QueryRunRepository, never, MemoryDatabase> = Layer.effect(
  QueryRunRepository,
  Effect.gen(function*() {
    const { operation } = yield* MemoryDatabase

    return QueryRunRepository.of({
      begin: Effect.fn("QueryRunRepository.begin")((run: QueryRun, replaces: boolean) =>
        operation((state) => {
          const known = standing(state, run.project_id, run.id, run.start_time)
          return known === undefined || replaces && isOver(known)
            ? { run: store(state, run), isNew: true }
            : { run: { ...known, results: null }, isNew: false }
        })
      ),
      find: Effect.fn("QueryRunRepository.find")(<E, R>(
        project: ProjectId,
        id: QueryRunId,
        now: EventTime,
        admit: (bytes: number) => Effect.Effect<void, E, R> = () => Effect.void
      ) =>
        Effect.tap(
          operation((state) => Option.fromNullishOr(standing(state, project, id, now))),
          (found) => Option.isSome(found) ? admit(lengthOf(found.value.results ?? "")) : Effect.void
        )
      ),
      findState: Effect.fn("QueryRunRepository.findState")((project: ProjectId, id: QueryRunId, now: EventTime) =>
        operation((state) =>
          Option.map(Option.fromNullishOr(standing(state, project, id, now)), (run) => ({ ...run, results: null }))
        )
      ),
      findUnderWay: Effect.fn("QueryRunRepository.findUnderWay")(
        (project: ProjectId, cacheKey: string, now: EventTime) =>
          operation((state) => Option.fromNullishOr(runsUnderWay(state, project, cacheKey, now).toSorted(latest)[0]))
      ),
      pickUp: Effect.fn("QueryRunRepository.pickUp")((project: ProjectId, id: QueryRunId, now: EventTime) =>
        operation((state) => {
          const run = underWay(state, project, id, now)
          return run && store(state, {
            ...run,
            state: "running",
            pickup_time: now,
            expiration_time: now + keptFor as EventTime,
            progress: null
          })
        })
      ),
      report: Effect.fn("QueryRunRepository.report")(
        (project: ProjectId, id: QueryRunId, progress: QueryProgress, now: EventTime) =>
          operation((state) => {
            const run = underWay(state, project, id, now)
            if (run !== undefined) store(state, { ...run, progress, expiration_time: now + keptFor as EventTime })
            return run !== undefined
          })
      ),
      end: Effect.fn("QueryRunRepository.end")(
        (project: ProjectId, id: QueryRunId, end: QueryRunEnd, now: EventTime) =>
          operation((state) => {
            const run = underWay(state, project, id, now)
            if (run !== undefined) store(state, { ...run, ...endedAt(end, now) })
            return run !== undefined
          })
      ),
      removeExpired: Effect.fn("QueryRunRepository.removeExpired")((now: EventTime, limit: number) =>
        operation((state) => {
          const expired = [...state.queryRuns.entries()]
            .filter(([, run]) => run.expiration_time <= now)
            .toSorted(([, left], [, right]) => left.expiration_time - right.expiration_time)
            .slice(0, limit)
          for (const [key] of expired) state.queryRuns.delete(key)
          return expired.length
        })
      )
    })
  })
)
