import { errorResponse } from "@hedgerow/http/errors/ApiError"
import { notFound } from "@hedgerow/http/errors/RequestErrors"
import { Effect } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"

/** A prefix in its one form: empty, or with a slash before each of its names and none at its end. */
export const prefixOf = (prefix: string): string =>
  prefix.split("/").filter((name) => name !== "").map((name) => `/${name}`).join("")

/** The path, with its query, below a prefix; undefined for one that lies elsewhere. */
export const pathBelow = (prefix: string, url: string): string | undefined => {
  if (!url.startsWith(prefix)) return undefined
  const rest = url.slice(prefix.length)
  if (rest === "" || rest.startsWith("?")) return `/${rest}`
  return rest.startsWith("/") ? rest : undefined
}

/** Routes below a prefix. Links of answers have it, as they are made of the URL that the client sent. */
export const below = (prefix: string) =>
<E, R>(
  routes: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest> =>
  prefix === "" ? routes : Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const url = pathBelow(prefix, request.url)
    return url === undefined
      ? Effect.succeed(errorResponse(notFound))
      : Effect.provideService(routes, HttpServerRequest.HttpServerRequest, request.modify({ url }))
  })
