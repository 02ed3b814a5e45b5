import { Context, Effect, Layer, SchemaIssue } from "effect"
import { HttpApiError, HttpApiMiddleware } from "effect/http-api"
import { noteFacts } from "../shared/RequestFacts.ts"
import { ApiError, apiErrorAt, errorResponse } from "./ApiError.ts"
import { attrOf } from "./ErrorBody.ts"
import { ErrorHints, withHint } from "./ErrorHints.ts"

/** The outermost middleware of every group: an `ApiError`, and a request part no schema takes, become their answers. */
export class ErrorResponses
  extends HttpApiMiddleware.Service<ErrorResponses>()("@hedgerow/http/errors/ErrorResponses", {
    error: [apiErrorAt(400), apiErrorAt(500)]
  })
{}

const formatIssues = SchemaIssue.makeFormatterStandardSchemaV1()

const pathOf = (path: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined) =>
  (path ?? []).map((segment) => {
    const key = typeof segment === "object" ? segment.key : segment
    return typeof key === "number" ? key : String(key)
  })

/** The 400 for a request part that its schema refuses. */
export const invalidRequestPart = (error: HttpApiError.HttpApiSchemaError): ApiError => {
  const errors = formatIssues(error.cause.issue).issues.map((issue) => ({
    code: "invalid_input",
    detail: issue.message,
    attr: attrOf(pathOf(issue.path))
  }))
  const first = errors[0] ?? { code: "invalid_input", detail: "Invalid input.", attr: null }
  return new ApiError({ status: 400, body: { type: "validation_error", ...first, errors } })
}

/** A failed encode of our own answer is our defect; a part of the request that fails is the client's error. */
const isOwnDefect = (error: HttpApiError.HttpApiSchemaError): boolean =>
  error.kind === "Body" || error.kind === "ResponseHeaders"

/** The log of a request that cannot be answered now has the reason. */
const noteCause = ({ body, cause, status }: ApiError): Effect.Effect<void> =>
  status === 503 ? noteFacts({ cause: typeof cause === "string" ? cause : body.detail }) : Effect.void

export const layer: Layer.Layer<ErrorResponses> = Layer.succeed(
  ErrorResponses,
  (httpEffect, { group }) =>
    httpEffect.pipe(Effect.catch((error: unknown) => {
      const answer = (refused: ApiError) =>
        Effect.as(noteCause(refused), errorResponse(withHint(refused, Context.get(group.annotations, ErrorHints))))
      if (error instanceof ApiError) return answer(error)
      if (!HttpApiError.HttpApiSchemaError.is(error)) return Effect.die(error)
      return isOwnDefect(error) ? Effect.die(error) : answer(invalidRequestPart(error))
    }))
)
