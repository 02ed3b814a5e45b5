import {
  QueryDataDamaged,
  type QueryEngineError,
  QueryEngineUnavailable,
  QueryTimedOut,
  QueryTooLarge
} from "@hedgerow/core/query/QueryEngine"
import type { SqlError } from "effect/sql/SqlError"
import { largestMessage } from "../database/MessageSize.ts"
import { sqlMessage, sqlState } from "../database/SqlState.ts"
import { isOversized, isUnreachable } from "../database/Unreachable.ts"

/** Memory, disk and limits are those of the one query, and a statement that would write is a defect of the server. */
const isOfQuery = (state: string): boolean =>
  state === "25006" || state.startsWith("53") && !["53000", "53300"].includes(state)

/** A page or an index that is not what was written, or a file that is missing or too short. */
const damagedStates: ReadonlySet<string> = new Set(["XX001", "XX002", "58P01"])

/** The meaning of a failure of PostgreSQL for the query, or undefined when it means a defect. */
export const queryFailure = (error: SqlError, limitMillis: number): QueryEngineError | undefined => {
  const state = sqlState(error)
  const message = sqlMessage(error)
  if (state === "22P02" && message.includes("recursion limit")) return new QueryTooLarge({ limit: "recursion" })
  if (damagedStates.has(state)) return new QueryDataDamaged({})
  if (state === "57014") return message.includes("user request") ? undefined : new QueryTimedOut({ limitMillis })
  if (isOversized(error)) return new QueryTooLarge({ limit: "answer", most: largestMessage })
  if (!isOfQuery(state) && isUnreachable(error)) return new QueryEngineUnavailable()
  if (state === "54000" || message.includes("invalid memory alloc request size")) {
    return new QueryTooLarge({ limit: "cell" })
  }
  return state.startsWith("53") || state.startsWith("54") ? new QueryTooLarge({ limit: "memory" }) : undefined
}
