import { Effect, Layer } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import { Authorization, ProjectAuthorization } from "../auth/Authorization.ts"
import { KeyAuthorization, ProjectKeyAuthorization } from "../auth/KeyAuthorization.ts"
import { Api } from "./Api.ts"

/** Every endpoint of the contract as a method; failures are the contract's `ApiError`. */
export type ApiClient = HttpApiClient.ForApi<typeof Api>

/**
 * Signs the requests of a derived client with a personal API key; an endpoint that takes a project's secret takes one
 * as well.
 */
export const signedBy = (key: string) => {
  const sign: HttpApiMiddleware.HttpApiMiddlewareClient<never, never, never> = ({ next, request }) =>
    next(HttpClientRequest.bearerToken(request, key))
  return Layer.mergeAll(
    HttpApiMiddleware.layerClient(Authorization, sign),
    HttpApiMiddleware.layerClient(ProjectAuthorization, sign),
    HttpApiMiddleware.layerClient(KeyAuthorization, sign),
    HttpApiMiddleware.layerClient(ProjectKeyAuthorization, sign)
  )
}

/** A typed client of the server at `baseUrl`, over the `HttpClient` of the context. */
export const make: (
  options: { readonly baseUrl: string; readonly key: string }
) => Effect.Effect<ApiClient, never, HttpClient.HttpClient> = Effect.fnUntraced(function*(options) {
  const httpClient = yield* HttpClient.HttpClient
  return yield* HttpApiClient.makeWith(Api, { httpClient, baseUrl: options.baseUrl }).pipe(
    Effect.provide(signedBy(options.key))
  )
})
