import { Predicate } from "effect"
import type { SqlError } from "effect/sql/SqlError"

const textField = (value: unknown, name: string): string => {
  const field = Predicate.hasProperty(value, name) ? value[name] : undefined
  return typeof field === "string" ? field : ""
}

/** PostgreSQL's code of the failure; empty where it has none. */
export const sqlState = (error: SqlError): string => textField(error.reason.cause, "code")

/** PostgreSQL's words for it. */
export const sqlMessage = (error: SqlError): string => textField(error.reason.cause, "message")
