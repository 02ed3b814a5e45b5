import {
  QueryEngineBusy,
  type QueryEngineError,
  QueryRuntimeError,
  QueryTimedOut,
  QueryTooLarge
} from "@hedgerow/core/query/QueryEngine"
import { Predicate } from "effect"
import type { SqlError } from "effect/sql/SqlError"

const textField = (value: unknown, name: string): string => {
  const field = Predicate.hasProperty(value, name) ? value[name] : undefined
  return typeof field === "string" ? field : ""
}

const runtimeErrors: Readonly<Record<string, readonly [code: string, detail: string]>> = {
  "22012": ["division_by_zero", "Division by zero"],
  "22008": ["datetime_out_of_range", "A date is outside 1900 to 2199"]
}

/** Integers overflow by rule; a float only where a sum leaves the range of Float64. */
const outOfRange = (message: string): QueryRuntimeError =>
  message.startsWith("value out of range")
    ? new QueryRuntimeError({ code: "float_overflow", detail: "A sum is too large for Float64" })
    : new QueryRuntimeError({ code: "integer_overflow", detail: "A number is too large for Int64" })

const isBusy = (state: string): boolean =>
  state.startsWith("08") || ["53000", "53300", "57P01", "57P02", "57P03"].includes(state)

/** What a failure of PostgreSQL means for the query, or undefined when it means a defect. */
export const queryFailure = (error: SqlError, limitMillis: number): QueryEngineError | undefined => {
  const state = textField(error.reason.cause, "code")
  const message = textField(error.reason.cause, "message")
  const runtime = runtimeErrors[state]
  if (runtime !== undefined) return new QueryRuntimeError({ code: runtime[0], detail: runtime[1] })
  if (state === "22003") return outOfRange(message)
  if (state === "57014") return message.includes("user request") ? undefined : new QueryTimedOut({ limitMillis })
  if (isBusy(state) || error.reason._tag === "ConnectionError") return new QueryEngineBusy()
  return state.startsWith("53") || state.startsWith("54") ? new QueryTooLarge() : undefined
}
