import { countedAs, type Requester } from "@hedgerow/core/access/Requester"
import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Cause, Effect, Metric, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import type { ApiError } from "../errors/ApiError.ts"
import { throttled } from "../errors/RequestErrors.ts"
import { clientAddress } from "../requests/ClientUrl.ts"
import type { RateAnswer } from "../shared/RateAnswer.ts"
import { RequestFacts } from "../shared/RequestFacts.ts"
import type { EndpointBucketName } from "./RateBuckets.ts"
import { RateLimiter, type RateLimits, type RateRequest } from "./RateLimiter.ts"

/** Counts a request in buckets, or refuses it with 429. */
export type Throttle = (
  requester: Requester,
  project: ProjectId | undefined,
  buckets: ReadonlyArray<EndpointBucketName>
) => Effect.Effect<void, ApiError>

/** Counts a request that will end in 401 by the client's address, or refuses it with 429. */
export type AnonymousThrottle = Effect.Effect<void, ApiError, HttpServerRequest.HttpServerRequest>

/** The requests that are answered 429. */
export const refusedRequests = Metric.counter("hedgerow_throttled_requests_total", {
  description: "Requests refused by a rate limit",
  incremental: true
})

/** The rate is put on every answer to the request, errors and defects included: the tighter one of two. */
const announce = (rate: RateAnswer): Effect.Effect<void> =>
  Effect.withFiber((fiber) => {
    const facts = fiber.getRef(RequestFacts)
    if (facts !== undefined && !(facts.rate !== undefined && facts.rate.remaining <= rate.remaining)) facts.rate = rate
    return Effect.void
  })

const allowOnFailure = (cause: Cause.Cause<never>): Effect.Effect<undefined> =>
  Cause.hasInterrupts(cause)
    ? Effect.failCause(cause)
    : Effect.as(Effect.logWarning("The rate limiter failed; the request is allowed", cause), undefined)

const charge = Effect.fnUntraced(function*(limits: RateLimits, request: RateRequest) {
  const answer = yield* Effect.catchCause(limits.consume(request), allowOnFailure)
  if (answer === undefined) return
  yield* announce(answer)
  if (answer.isAllowed) return
  yield* Metric.update(refusedRequests, 1)
  return yield* throttled(answer.resetSeconds)
})

const throttleBy = (limits: RateLimits): Throttle => (requester, project, buckets) => {
  const key = countedAs(requester)
  return key === undefined ? Effect.void : charge(limits, { key, project, buckets })
}

/** No address is longer than this; a text that a proxy forwards may be. */
const maxAddressLength = 64

const throttleAnonymousBy = (limits: RateLimits): AnonymousThrottle =>
  Effect.gen(function*() {
    const address = yield* Effect.flatMap(HttpServerRequest.HttpServerRequest, clientAddress)
    const key = (address ?? "unknown").slice(0, maxAddressLength)
    return yield* charge(limits, { key, project: undefined, buckets: ["anonymous"] })
  })

/** The same for clients without a sound key. */
export const makeAnonymousThrottle: Effect.Effect<AnonymousThrottle> = Effect.map(
  RateLimiter,
  Option.match({ onNone: (): AnonymousThrottle => Effect.void, onSome: throttleAnonymousBy })
)

/**
 * The limits of the context. Callers without a key (a host application's own login) are never throttled; a limiter that
 * fails lets requests pass.
 */
export const makeThrottle: Effect.Effect<Throttle> = Effect.map(
  RateLimiter,
  Option.match({ onNone: (): Throttle => () => Effect.void, onSome: throttleBy })
)
