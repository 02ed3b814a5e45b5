import { Context } from "effect"
import type { HttpServerResponse } from "effect/http"
import type { IndexedPath } from "./IndexedPath.ts"

/** The annotation of endpoints whose answers set their own caching; no other answer is kept by anybody. */
export class OwnCaching extends Context.Reference<boolean>(
  "@hedgerow/http/middleware/OwnCaching",
  { defaultValue: () => false }
) {}

/** A browser reads an answer by its declared type only. */
const always = { "x-content-type-options": "nosniff" }

/** The headers of every answer that is for its caller alone. */
export const privateHeaders = { ...always, "cache-control": "no-store" }

/** Whether a handler's own caching header holds; paths outside of the contract decide for themselves. */
const decidesItself = ({ headers, status }: HttpServerResponse.HttpServerResponse, path: IndexedPath | undefined) =>
  status < 400 && headers["cache-control"] !== undefined && path?.ownCaching !== false

/** Every answer's type is final, and no answer is kept by anybody unless its endpoint decides that. */
export const answerHeaders = (
  response: HttpServerResponse.HttpServerResponse,
  path: IndexedPath | undefined
): Readonly<Record<string, string>> => decidesItself(response, path) ? always : privateHeaders
