import { Context, Duration } from "effect"

/** The limits of the entries that are kept, and of those that wait to be written. */
export interface QueryLogLimits {
  /** The time for which an entry is stored. */
  readonly keptFor: Duration.Duration
  /** Entries of one project that are kept, the newest. */
  readonly rows: number
  /** Entries that may wait to be written in one process; further ones are dropped and counted. */
  readonly waiting: number
}

/** The default limits. */
export const defaultQueryLogLimits: QueryLogLimits = { keptFor: Duration.days(7), rows: 10_000, waiting: 5_000 }

/** The limits of the log; the host may change them. */
export class QueryLogSettings extends Context.Reference<QueryLogLimits>(
  "@hedgerow/core/query/log/QueryLogSettings",
  { defaultValue: () => defaultQueryLogLimits }
) {}
