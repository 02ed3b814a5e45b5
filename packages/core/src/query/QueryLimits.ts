import { Context, Duration } from "effect"

/** The limits of the cost and the answer of one query. */
export interface Limits {
  readonly timeout: Duration.Duration
  /** Rows of a SELECT without LIMIT. */
  readonly defaultRows: number
  /** Rows that no LIMIT can exceed. */
  readonly maxRows: number
  /** Bytes of an answer that is collected before it is sent. */
  readonly maxBytes: number
  /** Cells of such an answer, those inside lists, tuples and maps included. */
  readonly maxCells: number
}

/** The default limits of a query. */
export const defaultLimits: Limits = {
  timeout: Duration.seconds(60),
  defaultRows: 100,
  maxRows: 50_000,
  maxBytes: 64 * 1024 * 1024,
  maxCells: 2_000_000
}

/** The limits of every query; the host may change them. */
export class QueryLimits extends Context.Reference<Limits>(
  "@hedgerow/core/query/QueryLimits",
  { defaultValue: () => defaultLimits }
) {}
