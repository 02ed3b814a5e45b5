import { Context, Duration } from "effect"

/** The limits of all queries of a project together, and of the answers that are kept. */
export interface ExecutionBounds {
  /** Queries of one project that run at once, over all servers. */
  readonly concurrent: number
  /** The longest time of a query in the background. */
  readonly backgroundTimeout: Duration.Duration
  /** The longest wait of a query for a slot; then it is refused. */
  readonly patience: Duration.Duration
  /** Answers of one project that are kept. */
  readonly results: number
  /** Bytes of cached answers of one project. */
  readonly resultBytes: number
  /** Bytes of memory that the large answers of all requests of a process may take, beside one that is alone. */
  readonly answersHeld: number
  /** The longest time for which an answer is cached. */
  readonly keptFor: Duration.Duration
}

/** The default limits. */
export const defaultExecutionBounds: ExecutionBounds = {
  concurrent: 10,
  backgroundTimeout: Duration.minutes(10),
  patience: Duration.seconds(30),
  results: 1_000,
  resultBytes: 256 * 1024 * 1024,
  answersHeld: 512 * 1024 * 1024,
  keptFor: Duration.days(7)
}

/** The limits of every project; the host may change them. */
export class ExecutionLimits extends Context.Reference<ExecutionBounds>(
  "@hedgerow/core/query/execution/ExecutionLimits",
  { defaultValue: () => defaultExecutionBounds }
) {}
