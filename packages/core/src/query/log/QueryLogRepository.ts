import type { Effect } from "effect"
import { Context } from "effect"
import type { EventTime } from "../../events/EventTime.ts"
import type { ProjectId } from "../../identity/Project.ts"
import type { QueryLogEntry } from "./QueryLogEntry.ts"

/**
 * The part of the log that is read at once: the newest entries whose texts together have at most a number of
 * characters.
 */
export interface LogWindow {
  readonly rows: number
  readonly characters: number
}

/** The limits of the entries that are kept. */
export interface LogBounds {
  /** Nothing that ended before. */
  readonly since: EventTime
  /** Entries of one project, the newest. */
  readonly rows: number
}

/** Storage of the query log, shared by all nodes. */
export class QueryLogRepository extends Context.Service<QueryLogRepository, {
  /** Adds entries of any projects; an existing entry stays as it is. */
  readonly append: (entries: ReadonlyArray<QueryLogEntry>) => Effect.Effect<void>
  /** The newest runs of one query, the newest first. */
  readonly ofQuery: (
    project: ProjectId,
    queryId: string,
    limit: number
  ) => Effect.Effect<ReadonlyArray<QueryLogEntry>>
  /** The newest entries of the project, the newest first. */
  readonly newest: (project: ProjectId, window: LogWindow) => Effect.Effect<ReadonlyArray<QueryLogEntry>>
  /** Removes what is beyond the bounds; answers how many were removed. */
  readonly trim: (bounds: LogBounds) => Effect.Effect<number>
}>()("@hedgerow/core/query/log/QueryLogRepository") {}
