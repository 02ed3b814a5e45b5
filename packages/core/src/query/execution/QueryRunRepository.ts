import type { Effect, Option } from "effect"
import { Context } from "effect"
import type { EventTime } from "../../events/EventTime.ts"
import type { ProjectId } from "../../identity/Project.ts"
import type { QueryProgress } from "../QueryEngine.ts"
import type { QueryRun, QueryRunEnd, QueryRunId } from "./QueryRun.ts"

/** A run that was begun, or the one that stands in its place, without its results. */
export interface BegunRun {
  readonly run: QueryRun
  readonly isNew: boolean
}

/** Storage of runs of queries. A run is found until it expires; a state that is the end is never left. */
export class QueryRunRepository extends Context.Service<QueryRunRepository, {
  /**
   * Stores a run, unless one with its id stands: one that is not over always does, one that is over does unless
   * `replaces`. Expired ones do not stand.
   */
  readonly begin: (run: QueryRun, replaces: boolean) => Effect.Effect<BegunRun>
  /** The run with its results. `admit` is asked with the bytes of their text before long ones are read. */
  readonly find: <E = never, R = never>(
    project: ProjectId,
    id: QueryRunId,
    now: EventTime,
    admit?: (bytes: number) => Effect.Effect<void, E, R>
  ) => Effect.Effect<Option.Option<QueryRun>, E, R>
  /** The run without its results. */
  readonly findState: (project: ProjectId, id: QueryRunId, now: EventTime) => Effect.Effect<Option.Option<QueryRun>>
  /** The run of these results that is not over, if there is one: the one that began last. */
  readonly findUnderWay: (
    project: ProjectId,
    cacheKey: string,
    now: EventTime
  ) => Effect.Effect<Option.Option<QueryRun>>
  /** Says that work on it began; undefined, and nothing changes, when it is over or gone. */
  readonly pickUp: (project: ProjectId, id: QueryRunId, now: EventTime) => Effect.Effect<QueryRun | undefined>
  /** Says how far it is; false when it is over or gone, so that work on it is to stop. */
  readonly report: (
    project: ProjectId,
    id: QueryRunId,
    progress: QueryProgress,
    now: EventTime
  ) => Effect.Effect<boolean>
  /** Ends it; false, and nothing changes, when it is over already or gone. */
  readonly end: (project: ProjectId, id: QueryRunId, end: QueryRunEnd, now: EventTime) => Effect.Effect<boolean>
  /** Removes expired runs of all projects, at most `limit`; returns the number of them. */
  readonly removeExpired: (now: EventTime, limit: number) => Effect.Effect<number>
}>()("@hedgerow/core/query/execution/QueryRunRepository") {}
