import { Effect, Layer } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import { Api } from "./Api.ts"
import { Authorization, ProjectAuthorization } from "./auth/Authorization.ts"

/** Every endpoint of the contract as a method; failures are the contract's `ApiError`. */
export type ApiClient = HttpApiClient.ForApi<typeof Api>

/** Signs the requests of a derived client with a personal API key. */
export const signedBy = (key: string) =>
  Layer.merge(
    HttpApiMiddleware.layerClient(Authorization, ({ next, request }) =>
      next(HttpClientRequest.bearerToken(request, key))),
    HttpApiMiddleware.layerClient(ProjectAuthorization, ({ next, request }) =>
      next(HttpClientRequest.bearerToken(request, key)))
  )

/** A typed client of the server at `baseUrl`, over the `HttpClient` of the context. */
export const make = Effect.fnUntraced(function*(options: { readonly baseUrl: string; readonly key: string }) {
  const httpClient = yield* HttpClient.HttpClient
  return yield* HttpApiClient.makeWith(Api, { httpClient, baseUrl: options.baseUrl }).pipe(
    Effect.provide(signedBy(options.key))
  )
})
