import {
  QueryDataDamaged,
  QueryEngineBusy,
  type QueryEngineError,
  QueryEngineUnavailable,
  type QueryLimitName,
  QueryRefused,
  QueryTimedOut,
  QueryTooLarge
} from "@hedgerow/core/query/QueryEngine"
import { damageOf } from "../client/Damage.ts"
import type { ClickHouseFailure, StatementRefused } from "../protocol/ClickHouseErrors.ts"
import type { StatementBounds } from "./QuerySettings.ts"

/** The limits that codes speak of; a statement that is too large needs too much memory to be read. */
const limitOfCode: ReadonlyMap<number, QueryLimitName> = new Map([
  [158, "rows"],
  [161, "memory"], // columns
  [167, "memory"], // depth of the statement
  [168, "memory"], // size of the statement
  [173, "memory"], // no memory to allocate
  [191, "memory"], // size of a set
  [241, "memory"],
  [243, "memory"], // disk
  [306, "recursion"],
  [307, "bytes"],
  [396, "answer"]
])

/** The bounds that a query had. */
export interface QueryBounds extends StatementBounds {
  readonly limitMillis: number
}

const memoryLimit = 241

/** A statement that is refused memory since others have it: neither its own limit, nor the largest of those. */
const isOfOthers = (message: string): boolean =>
  /(?:User|\(total\)) memory limit exceeded/.test(message) && !message.includes("Query was selected to stop")

/** The limit with the number that is known of it. */
const tooLarge = (limit: QueryLimitName, code: number, { bytes, memory, rows }: QueryBounds): QueryTooLarge => {
  const known: Partial<Record<QueryLimitName, number | undefined>> = {
    rows,
    bytes,
    memory: code === memoryLimit ? memory : undefined
  }
  const most = known[limit]
  return new QueryTooLarge(most === undefined ? { limit } : { limit, most })
}

/** The meaning of a failure of ClickHouse for the query, or undefined when it means a defect. */
export const queryFailure = (
  error: ClickHouseFailure | StatementRefused,
  bounds: QueryBounds
): QueryEngineError | undefined => {
  if (error._tag === "StatementRefused") return new QueryRefused({ retryAfterSeconds: error.retryAfterSeconds })
  if (error._tag === "ClickHouseUnavailable") return new QueryEngineUnavailable()
  const { code, message } = error
  const damage = damageOf(error)
  if (damage !== undefined) return new QueryDataDamaged(damage.table === undefined ? {} : { table: damage.table })
  if (code === 159 || code === 160) return new QueryTimedOut({ limitMillis: bounds.limitMillis })
  if (code === 202 || code === memoryLimit && isOfOthers(message)) return new QueryEngineBusy()
  const limit = limitOfCode.get(code)
  return limit === undefined ? undefined : tooLarge(limit, code, bounds)
}
