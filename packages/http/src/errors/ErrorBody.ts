import { Schema } from "effect"
import { described } from "../shared/Described.ts"

/** The reference service's classes of error. */
export const ErrorType = Schema.Literals([
  "authentication_error",
  "invalid_request",
  "quota_limited",
  "server_error",
  "throttled_error",
  "validation_error"
])
export type ErrorType = typeof ErrorType.Type

/** One fault of the request: kind, text, and the field (nested keys joined by `__`) or null. */
export const ErrorDetail = Schema.Struct({
  code: described(Schema.String, "The fault, as a word for programs."),
  detail: described(Schema.String, "The fault, in words."),
  attr: described(
    Schema.NullOr(Schema.String),
    "The field, with nested names joined by `__`; null for the request as a whole."
  )
}).annotate({ identifier: "ErrorDetail" })
export type ErrorDetail = typeof ErrorDetail.Type

/**
 * The one body of every error. `errors` lists all failing fields (the first is the headline above), `extra` holds facts
 * such as the span of a syntax error.
 */
export const ErrorBody = Schema.Struct({
  type: described(ErrorType, "The class of the error."),
  code: described(Schema.String, "The fault, as a word for programs."),
  detail: described(Schema.String, "The fault, in words."),
  attr: described(
    Schema.NullOr(Schema.String),
    "The field, with nested names joined by `__`; null for the request as a whole."
  ),
  errors: described(
    Schema.optionalKey(Schema.Array(ErrorDetail)),
    "Everything that is wrong; the first one is the error itself."
  ),
  extra: described(
    Schema.optionalKey(Schema.Record(Schema.String, Schema.Json)),
    "Further facts, such as the place of a syntax error."
  )
}).annotate({ identifier: "ErrorBody" })
export type ErrorBody = typeof ErrorBody.Type

/** A path into the request as the wire writes it: keys joined by `__`, null for the request as a whole. */
export const attrOf = (path: ReadonlyArray<string | number>): string | null =>
  path.length === 0 || path[0] === "non_field_errors" ? null : path.join("__")
