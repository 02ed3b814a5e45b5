import type { Caller } from "@hedgerow/core/access/Caller"
import type { ProjectId } from "@hedgerow/core/access/Project"
import { Cause, Effect, Metric, Option } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"
import type { ApiError } from "../errors/ApiError.ts"
import { throttled } from "../errors/RequestErrors.ts"
import type { RateBucketName } from "./RateBuckets.ts"
import { type RateAnswer, RateLimiter, type RateLimits } from "./RateLimiter.ts"

/** Counts a request in buckets, or refuses it with 429. */
export type Throttle = (
  caller: Caller,
  project: ProjectId | undefined,
  buckets: ReadonlyArray<RateBucketName>
) => Effect.Effect<void, ApiError>

const refused = Metric.counter("hedgerow_throttled_requests_total", {
  description: "Requests refused by a rate limit",
  incremental: true
})

/** An answer that already names a tighter rate keeps it. */
const withRate = (response: HttpServerResponse.HttpServerResponse, { limit, remaining, resetSeconds }: RateAnswer) => {
  const named = response.headers["ratelimit-remaining"]
  if (named !== undefined && Number(named) <= remaining) return response
  return HttpServerResponse.setHeaders(response, {
    "ratelimit-limit": String(limit),
    "ratelimit-remaining": String(remaining),
    "ratelimit-reset": String(resetSeconds)
  })
}

/** Puts the rate on whatever the request is answered with, errors and defects included. */
const announce = (answer: RateAnswer): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    HttpEffect.appendPreResponseHandlerUnsafe(
      fiber.context,
      (_request, response) => Effect.succeed(withRate(response, answer))
    )
    return Effect.void
  })

const allowOnFailure = (cause: Cause.Cause<never>): Effect.Effect<undefined> =>
  Cause.hasInterrupts(cause)
    ? Effect.failCause(cause)
    : Effect.as(Effect.logWarning("The rate limiter failed; the request is allowed", cause), undefined)

const throttleBy = (limits: RateLimits): Throttle =>
  Effect.fnUntraced(function*(caller, project, buckets) {
    if (caller.key === undefined) return
    const answer = yield* Effect.catchCause(limits.consume({ key: caller.key.id, project, buckets }), allowOnFailure)
    if (answer === undefined) return
    yield* announce(answer)
    if (answer.isAllowed) return
    yield* Metric.update(refused, 1)
    return yield* throttled(answer.resetSeconds)
  })

/**
 * The limits of the context. Callers without a key (a host application's own login) are never throttled; a limiter that
 * fails lets requests pass.
 */
export const makeThrottle: Effect.Effect<Throttle> = Effect.map(
  RateLimiter,
  Option.match({ onNone: (): Throttle => () => Effect.void, onSome: throttleBy })
)
