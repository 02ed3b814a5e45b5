import { Context } from "effect"

/**
 * The resources of an engine that one query may use; infinite without a limit. An engine keeps the limits that it can
 * count.
 */
export interface EngineBounds {
  /** Bytes of memory. */
  readonly memory: number
  /** Rows that it reads. */
  readonly rowsRead: number
  /** Bytes that it reads. */
  readonly bytesRead: number
}

/** The default: no limits. */
export const noEngineBounds: EngineBounds = { memory: Infinity, rowsRead: Infinity, bytesRead: Infinity }

/** The limits of every query on every engine, the time apart; the host may change them. */
export class EngineLimits extends Context.Reference<EngineBounds>(
  "@hedgerow/core/query/EngineLimits",
  { defaultValue: () => noEngineBounds }
) {}
