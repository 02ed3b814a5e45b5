import type { LongText } from "@hedgerow/sql/types/LongText"
import type { Effect, Option } from "effect"
import { Context } from "effect"
import type { EventTime } from "../../events/EventTime.ts"
import type { ProjectId } from "../../identity/Project.ts"

/** An answer that is kept. */
export interface QueryResult {
  readonly project_id: ProjectId
  readonly cache_key: string
  /** The answer's JSON text, as `CachedAnswer.ts` keeps it. */
  readonly body: LongText
  readonly computed_at: EventTime
}

/** A cached answer as it is found. */
export interface FoundResult extends QueryResult {
  /** Whether a run of the same query goes on. */
  readonly isUnderWay: boolean
}

/** The limits of results that are kept. */
export interface CacheBounds {
  /** Nothing that was computed before. */
  readonly since: EventTime
  /** Results of one project, the newest. */
  readonly results: number
  /** Bytes of one project. */
  readonly bytes: number
}

/** Storage of answers, shared by all nodes. */
export class QueryResultRepository extends Context.Service<QueryResultRepository, {
  /**
   * The answer as it is kept now: none that has been replaced or removed, on whichever server. `admit` is asked with the
   * bytes of its text before a long one is read.
   */
  readonly find: <E = never, R = never>(
    project: ProjectId,
    cacheKey: string,
    now: EventTime,
    admit?: (bytes: number) => Effect.Effect<void, E, R>
  ) => Effect.Effect<Option.Option<FoundResult>, E, R>
  /** Keeps an answer in the place of an older one; one that was computed later stays. */
  readonly keep: (result: QueryResult) => Effect.Effect<void>
  /** Removes what is beyond the bounds, the oldest first; answers how many were removed. */
  readonly trim: (bounds: CacheBounds) => Effect.Effect<number>
}>()("@hedgerow/core/query/execution/QueryResultRepository") {}
