import { HttpServerResponse } from "effect/http"

/** The faults of an evaluation, in the words of OpenFeature. */
export type OfrepErrorCode = "FLAG_NOT_FOUND" | "GENERAL" | "INVALID_CONTEXT" | "PARSE_ERROR" | "TARGETING_KEY_MISSING"

/** The reason for which an evaluation cannot be done. */
export interface OfrepFault {
  readonly errorCode: OfrepErrorCode
  readonly errorDetails: string
}

export const ofrepFault = (errorCode: OfrepErrorCode, errorDetails: string): OfrepFault => ({ errorCode, errorDetails })

/** The answer of a request that fails as a whole; `key` is the flag's, when one was asked for. */
export const faultResponse = (fault: OfrepFault, key: string | undefined): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(
    { ...(key === undefined ? undefined : { key }), ...fault },
    { status: fault.errorCode === "FLAG_NOT_FOUND" ? 404 : 400 }
  )
