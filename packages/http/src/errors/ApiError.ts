import { Schema, SchemaTransformation } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiSchema } from "effect/http-api"
import { ErrorBody } from "./ErrorBody.ts"

/** Everything an error answer is made of: what a handler fails with and what the typed client gets. */
export class ApiError extends Schema.TaggedError<ApiError>()("ApiError", {
  status: Schema.Int,
  body: ErrorBody,
  headers: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
}) {
  override get message(): string {
    return `${this.status} ${this.body.code}: ${this.body.detail}`
  }
}

/** The wire form of an `ApiError` of one status, for a contract's `error`. */
export const apiErrorAt = (status: number) =>
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
