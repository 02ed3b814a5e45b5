import type { HttpServerRequest } from "effect/http"

/** Whether a client shows pages. */
export const takesHtml = ({ headers }: HttpServerRequest.HttpServerRequest): boolean =>
  /\btext\/html\b/i.test(headers["accept"] ?? "")
