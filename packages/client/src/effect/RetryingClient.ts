import { Effect, Random } from "effect"
import { HttpClient, type HttpClientError, type HttpClientRequest, type HttpClientResponse } from "effect/http"
import { operations } from "../contract/Operations.ts"
import { retryAfterOf } from "../requests/RetryAfter.ts"
import { routeOf } from "../requests/Route.ts"

/** The paths of POSTs that may be sent twice. */
const readingPaths = Object.values(operations).flatMap((lines) => Object.values(lines).map(routeOf)).filter(
  ({ isRepeatable, method }) => isRepeatable && method === "POST"
).map(({ path }) => new RegExp(`${path.replace(/\{\w+\}/g, "[^/]+").replace(/\/$/, "")}/?$`))

const isRepeatable = ({ method, url }: HttpClientRequest.HttpClientRequest): boolean =>
  method === "POST" ? readingPaths.some((path) => path.test(url)) : method !== "PATCH"

const longestWait = 60

/** The seconds before the next try, and undefined where there is none. */
const waitOf = (
  attempt: number,
  response: HttpClientResponse.HttpClientResponse | undefined,
  request: HttpClientRequest.HttpClientRequest
): Effect.Effect<number | undefined> => {
  const isThrottled = response?.status === 429
  const isAway = (response === undefined || response.status === 503) && isRepeatable(request)
  if (!isThrottled && !isAway) return Effect.succeed(undefined)
  const asked = response === undefined ? undefined : retryAfterOf(new Headers(response.headers))
  if (asked !== undefined) return Effect.succeed(asked > longestWait ? undefined : asked)
  return Effect.map(Random.nextBetween(0.125, 0.25), (wait) => Math.min(longestWait, wait * 2 ** attempt))
}

/**
 * Sends requests again where they were throttled, or where they failed for a while and may be sent twice, when the server
 * wants it or after longer and longer waits.
 */
export const retrying = (retries: number) =>
  HttpClient.transform<HttpClientError.HttpClientError, never, HttpClientError.HttpClientError, never>(
    (send, request) => {
      const attempt = (
        made: number
      ): Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError> =>
        Effect.matchEffect(send, {
          onSuccess: (response) => next(made, response, Effect.succeed(response)),
          onFailure: (error) => next(made, undefined, Effect.fail(error))
        })
      const next = Effect.fnUntraced(function*(
        made: number,
        response: HttpClientResponse.HttpClientResponse | undefined,
        outcome: Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError>
      ) {
        const wait = made >= retries ? undefined : yield* waitOf(made, response, request)
        if (wait === undefined) return yield* outcome
        yield* Effect.sleep(wait * 1000)
        return yield* attempt(made + 1)
      })
      return attempt(0)
    }
  )
