import { Context } from "effect"
import { ApiError } from "./ApiError.ts"

/** The hints of a group of endpoints to errors that have none of their own, by the errors' code. */
export type HintsByCode = Readonly<Record<string, string>>

/** The annotation of a group whose every error has a hint. */
export class ErrorHints extends Context.Reference<HintsByCode>("@hedgerow/http/errors/ErrorHints", {
  defaultValue: () => ({})
}) {}

/** The error with the hint of its code; trying again helps nobody. One that has a hint stays as it is. */
export const withHint = (error: ApiError, hints: HintsByCode): ApiError => {
  const hint = hints[error.body.code]
  if (hint === undefined || error.body.extra?.["hint"] !== undefined) return error
  return new ApiError({ ...error, body: { ...error.body, extra: { ...error.body.extra, hint, retryable: false } } })
}
