import { failureDetails } from "@hedgerow/core/query/execution/QueryFailureText"
import { Effect } from "effect"
import { ApiError } from "../errors/ApiError.ts"
import { type InErrorTable, toApiError } from "../errors/ErrorTable.ts"

const withExtra = (error: ApiError, extra: Readonly<Record<string, string | number | boolean>>): ApiError =>
  new ApiError({ ...error, body: { ...error.body, extra: { ...error.body.extra, ...extra } } })

/** The answer to an error of a query: an input that is wrong has a hint, as the errors of queries themselves have. */
export const toQueryError = (error: InErrorTable): ApiError =>
  error._tag === "InvalidInput" ? withExtra(toApiError(error), { ...failureDetails(error) }) : toApiError(error)

/** Turns the errors of queries into answers. */
export const answeringQuery = <A, E extends InErrorTable, R>(
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, ApiError, R> => Effect.mapError(effect, toQueryError)
