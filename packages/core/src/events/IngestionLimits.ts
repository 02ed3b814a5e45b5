import { Context } from "effect"

/** The limits of the events that ingestion holds and writes at once. */
export interface IngestionBounds {
  /** Events that may wait or be in writing; beyond it requests are turned away. One request always fits alone. */
  readonly maxQueuedEvents: number
  /** Likewise in characters of event text, or what takes as much memory. */
  readonly maxQueuedChars: number
  /** Events of one engine write. A larger request is still one write. */
  readonly maxBatchEvents: number
  /** Likewise in characters. */
  readonly maxBatchChars: number
  /** The number of retries of a write while another writer holds some of its events, and the time between them. */
  readonly leaseRetries: number
  readonly leaseRetryMillis: number
  /** For a store that wants few large writes. Without it nothing waits that could be written. */
  readonly linger?: Linger
}

/** The number of events, and the time since the first of them, at which a write waits no longer. */
export interface Linger {
  readonly events: number
  readonly millis: number
}

/** The bounds of ingestion; a composition may provide others. */
export class IngestionLimits extends Context.Reference<IngestionBounds>(
  "@hedgerow/core/events/IngestionLimits",
  {
    defaultValue: () => ({
      maxQueuedEvents: 100_000,
      maxQueuedChars: 128 * 1024 * 1024,
      maxBatchEvents: 10_000,
      maxBatchChars: 32 * 1024 * 1024,
      leaseRetries: 4,
      leaseRetryMillis: 500
    })
  }
) {}
