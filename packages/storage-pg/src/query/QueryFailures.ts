import {
  type QueryEngineError,
  QueryEngineUnavailable,
  QueryTimedOut,
  QueryTooLarge
} from "@hedgerow/core/query/QueryEngine"
import { runtimeFault } from "@hedgerow/core/query/RuntimeFaults"
import { Predicate } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { isUnreachable } from "../database/Unreachable.ts"

const textField = (value: unknown, name: string): string => {
  const field = Predicate.hasProperty(value, name) ? value[name] : undefined
  return typeof field === "string" ? field : ""
}

/** Integers overflow by rule; a float only where a sum leaves the range of Float64. */
const outOfRange = (message: string) =>
  runtimeFault(message.startsWith("value out of range") ? "float_overflow" : "integer_overflow")

/** Memory, disk and limits are those of the one query, and whatever would write there is a mistake of ours. */
const isOfQuery = (state: string): boolean =>
  state === "25006" || state.startsWith("53") && !["53000", "53300"].includes(state)

/** What a failure of PostgreSQL means for the query, or undefined when it means a defect. */
export const queryFailure = (error: SqlError, limitMillis: number): QueryEngineError | undefined => {
  const state = textField(error.reason.cause, "code")
  const message = textField(error.reason.cause, "message")
  if (state === "22P02" && message.includes("recursion limit")) return new QueryTooLarge()
  if (state === "22012") return runtimeFault("division_by_zero")
  if (state === "22008") return runtimeFault("datetime_out_of_range")
  if (state === "22003") return outOfRange(message)
  if (state === "57014") return message.includes("user request") ? undefined : new QueryTimedOut({ limitMillis })
  if (!isOfQuery(state) && isUnreachable(error)) return new QueryEngineUnavailable()
  return state.startsWith("53") || state.startsWith("54") ? new QueryTooLarge() : undefined
}
