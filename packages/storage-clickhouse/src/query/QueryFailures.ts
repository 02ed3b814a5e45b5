import {
  QueryEngineBusy,
  type QueryEngineError,
  QueryEngineUnavailable,
  QueryRefused,
  QueryTimedOut,
  QueryTooLarge
} from "@hedgerow/core/query/QueryEngine"
import type { ClickHouseFailure, StatementRefused } from "../ClickHouseErrors.ts"

/** Codes of limits on memory, rows, bytes, disk and the size of a statement. */
const tooLarge: ReadonlySet<number> = new Set([
  158, // rows read
  161, // columns
  167, // depth of the statement
  168, // size of the statement
  173, // no memory to allocate
  191, // size of a set
  241, // memory
  243, // disk
  306, // depth of recursion
  307, // bytes read
  396 // rows or bytes of the result
])

/** What a failure of ClickHouse means for the query, or undefined when it means a defect. */
export const queryFailure = (
  error: ClickHouseFailure | StatementRefused,
  limitMillis: number
): QueryEngineError | undefined => {
  if (error._tag === "StatementRefused") return new QueryRefused({ retryAfterSeconds: error.retryAfterSeconds })
  if (error._tag === "ClickHouseUnavailable") return new QueryEngineUnavailable()
  const { code } = error
  if (code === 159 || code === 160) return new QueryTimedOut({ limitMillis })
  if (code === 202) return new QueryEngineBusy()
  return tooLarge.has(code) ? new QueryTooLarge() : undefined
}
