import { Context, Duration } from "effect"

/** The limits of one streamed answer, and of their number. */
export interface StreamBounds {
  /** Streams of one project that a server sends at once; the slots of the project bound them as well. */
  readonly concurrent: number
  readonly rows: number
  /** Bytes of the rows as JSON. */
  readonly bytes: number
  /** From the start of the query to its last row, including the caller's time. */
  readonly timeout: Duration.Duration
}

/** The default limits. */
export const defaultStreamBounds: StreamBounds = {
  concurrent: 4,
  rows: 100_000_000,
  bytes: 16 * 1024 * 1024 * 1024,
  timeout: Duration.minutes(15)
}

/** The limits of streamed answers; the host may change them. */
export class StreamLimits extends Context.Reference<StreamBounds>(
  "@hedgerow/core/query/execution/StreamLimits",
  { defaultValue: () => defaultStreamBounds }
) {}
