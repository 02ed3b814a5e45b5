import type { CallerRequest } from "@hedgerow/core/access/CallerResolver"
import type { ApiError } from "../errors/ApiError.ts"
import { withHint } from "../errors/ErrorHints.ts"

const form = "`Authorization: Bearer phx_…`"

/** The way out for a request whose header has a key that opens nothing. */
const hintOf = ({ bearer, headers }: CallerRequest): string | undefined => {
  if (bearer?.startsWith("phc_") === true) {
    return `\`phc_…\` is the project's token, with which SDKs send events and ask for flags. The API takes a personal API `
      + `key: send ${form}.`
  }
  return bearer === undefined && (headers["authorization"] ?? "") !== ""
    ? `The Authorization header has no Bearer before its key: send ${form}.`
    : undefined
}

/** A refusal with a hint, where the request shows what went wrong. */
export const withCredentialHint = (error: ApiError, asked: CallerRequest): ApiError => {
  const hint = error.status === 401 ? hintOf(asked) : undefined
  return hint === undefined ? error : withHint(error, { [error.body.code]: hint })
}
