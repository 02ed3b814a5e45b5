import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"

const environments = /^\/+api\/+environments(?=[/?]|$)/

/** `/api/environments/…` is `/api/projects/…` by another name. */
export const resolveAlias = (url: string): string => url.replace(environments, "/api/projects")

/** Routes a request by the path its own path is an alias of; links still name the path the client used. */
export const pathAliases = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    const url = resolveAlias(request.url)
    return url === request.url
      ? effect
      : Effect.provideService(effect, HttpServerRequest.HttpServerRequest, request.modify({ url }))
  })
