import { Context, Effect } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { RouteIndex } from "./IndexedPath.ts"

/** The annotation of endpoints whose answers set their own caching; no other answer is kept by anybody. */
export class OwnCaching extends Context.Reference<boolean>(
  "@hedgerow/http/edge/OwnCaching",
  { defaultValue: () => false }
) {}

/** A browser reads an answer by its declared type only. */
const always = { "x-content-type-options": "nosniff" }

/** The headers of every answer that is for its caller alone. */
export const privateHeaders = { ...always, "cache-control": "no-store" }

/** Whether a handler's own caching header holds; paths outside of the contract decide for themselves. */
const decidesItself = ({ headers, status }: HttpServerResponse.HttpServerResponse, url: string, index: RouteIndex) =>
  status < 400 && headers["cache-control"] !== undefined && index.find(url)?.ownCaching !== false

/** Every answer's type is final, and no answer is kept by anybody unless its endpoint decides that. */
export const answerHeaders =
  (index: RouteIndex) => <E, R>(effect: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
    Effect.flatMap(
      HttpServerRequest.HttpServerRequest,
      ({ url }) =>
        Effect.map(effect, (response) =>
          HttpServerResponse.setHeaders(response, decidesItself(response, url, index) ? always : privateHeaders))
    )
