import { Schema, SchemaTransformation } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiSchema } from "effect/http-api"
import { ErrorBody } from "./ErrorBody.ts"

/** The parts of an error answer: the failure of a handler and the error of the typed client. */
export class ApiError extends Schema.TaggedError<ApiError>()("ApiError", {
  status: Schema.Int,
  body: ErrorBody,
  headers: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  /** The reason, for the log alone. */
  cause: Schema.optionalKey(Schema.String)
}) {
  override get message(): string {
    return `${this.status} ${this.body.code}: ${this.body.detail}`
  }
}

/** The meaning of each error status, for the contract's document. */
export const errorDescriptions = {
  400: "The request is malformed or breaks a rule; `attr` names the field.",
  401: "No key, or one that is unknown.",
  402: "The project has used up its quota.",
  403: "The key or its user may not do this.",
  404: "Nothing has this id or path.",
  405: "The path has no such method, or the record can only be marked as deleted.",
  409:
    "Another user has changed the same fields meanwhile, others must approve the change, or the record is in a state in which this cannot be done.",
  412: "The record is not at the version that `If-Match` names.",
  413: "The body is larger than the limit.",
  415: "The body's media type is not JSON.",
  429: "Too many requests; `Retry-After` says when to come back.",
  500: "A defect of the server; the log has its cause.",
  503: "Not now; `Retry-After` says when to come back.",
  504: "The query or the count took more time or memory than its limit."
}

/** The wire form of an `ApiError` of one status, for a contract's `error`. */
export const apiErrorAt = (status: keyof typeof errorDescriptions) =>
  ErrorBody.pipe(
    Schema.decodeTo(
      Schema.toType(ApiError),
      SchemaTransformation.transform<ApiError, ErrorBody>({
        decode: (body) => new ApiError({ status, body }),
        encode: (error) => error.body
      })
    ),
    HttpApiSchema.status(status)
  )

/** The answer an `ApiError` stands for. */
export const errorResponse = (error: ApiError): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(error.body, {
    status: error.status,
    ...(error.headers === undefined ? undefined : { headers: error.headers })
  })
