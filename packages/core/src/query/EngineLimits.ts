import { Context } from "effect"

/** How much one query may use of an engine; infinite where nothing is limited. An engine keeps those it can count. */
export interface EngineBounds {
  /** Bytes of memory. */
  readonly memory: number
  /** Rows that it reads. */
  readonly rowsRead: number
  /** Bytes that it reads. */
  readonly bytesRead: number
}

/** What holds when the host says nothing. */
export const noEngineBounds: EngineBounds = { memory: Infinity, rowsRead: Infinity, bytesRead: Infinity }

/** The limits of every query on every engine, the time apart; the host may change them. */
export class EngineLimits extends Context.Reference<EngineBounds>(
  "@hedgerow/core/query/EngineLimits",
  { defaultValue: () => noEngineBounds }
) {}
