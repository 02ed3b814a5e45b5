import { GoesOnStale, Staleness } from "@hedgerow/core/caching/Staleness"
import { secondsSince } from "@hedgerow/core/shared/Measuring"
import { Clock, Context, Effect, Exit, References } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { rateHeaders } from "../limits/RateHeaders.ts"
import { type Facts, RequestFacts } from "../shared/RequestFacts.ts"
import { answerHeaders } from "./AnswerHeaders.ts"
import { allowOrigin, originOf, preflight } from "./CrossOrigin.ts"
import { faultAnswer } from "./Faults.ts"
import type { IndexedPath, RouteIndex } from "./IndexedPath.ts"
import { resolveAlias } from "./PathAliases.ts"
import { logFields, logOutcome, requestIdOf } from "./RequestLog.ts"
import type { RequestMetrics } from "./RequestMetrics.ts"
import { staleHeaders } from "./StaleAnswers.ts"

type Response = HttpServerResponse.HttpServerResponse

/** A request while it is answered. */
interface Passing {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly path: IndexedPath | undefined
  readonly requestId: string
  readonly start: bigint
  readonly facts: Facts
  readonly staleness: Staleness | undefined
  /** The context that the request came with. */
  readonly around: Context.Context<never>
}

/** The request by the path that its own path is an alias of. */
const withoutAlias = (sent: HttpServerRequest.HttpServerRequest): HttpServerRequest.HttpServerRequest => {
  const url = resolveAlias(sent.url)
  return url === sent.url ? sent : sent.modify({ url })
}

const passingOf = (index: RouteIndex, around: Context.Context<HttpServerRequest.HttpServerRequest>): Passing => {
  const request = withoutAlias(Context.get(around, HttpServerRequest.HttpServerRequest))
  const path = index.find(request.url)
  return {
    request,
    path,
    requestId: requestIdOf(request, around),
    start: Context.get(around, Clock.Clock).monotonicTimeNanosUnsafe(),
    facts: {},
    staleness: path?.answersStale === true ? new Staleness() : undefined,
    around
  }
}

/** The context in which the request is answered. */
const contextOf = ({ around, facts, request, requestId, staleness }: Passing): Context.Context<never> => {
  const fields = logFields(request, requestId, around)
  const known = Context.add(Context.add(around, References.CurrentLogAnnotations, fields), RequestFacts, facts)
  const routed = request === Context.getUnsafe(around, HttpServerRequest.HttpServerRequest)
    ? known
    : Context.add(known, HttpServerRequest.HttpServerRequest, request)
  return staleness === undefined ? routed : Context.add(routed, GoesOnStale, staleness)
}

/** The answer with all headers that do not depend on its handler. */
const withHeaders =
  ({ around, facts, path, requestId, staleness }: Passing, origin: string | undefined) =>
  (response: Response): Response =>
    HttpServerResponse.setHeaders(response, {
      ...staleHeaders(response, staleness, around),
      ...(origin === undefined ? undefined : allowOrigin(origin, response.headers)),
      ...answerHeaders(response, path),
      "x-request-id": requestId,
      ...(facts.rate === undefined ? undefined : rateHeaders(facts.rate))
    })

/**
 * Everything around the routes, for every request in one step: the path that it is an alias of, its id, which its log
 * entries have, metrics, error bodies, answers by what was known last, and the headers of every answer. A path is counted
 * and logged by its template.
 */
export const requestMiddleware = (index: RouteIndex, metrics: RequestMetrics, allowed: ReadonlySet<string>) => {
  const answered = ({ around, facts, path, request, start }: Passing) => <E>(exit: Exit.Exit<Response, E>) => {
    const seconds = secondsSince(start, Context.get(around, Clock.Clock))
    const route = path?.template ?? "(unknown path)"
    const response = Exit.isSuccess(exit) ? exit.value : undefined
    metrics.leave({ method: request.method, route, status: response?.status, seconds }, around)
    return response === undefined ? Effect.void : logOutcome({ request, response, facts, route, seconds }, around)
  }

  return <E, R>(routes: Effect.Effect<Response, E, R>) =>
    Effect.withFiber<Response, E, R | HttpServerRequest.HttpServerRequest>((fiber) => {
      const passing = passingOf(index, fiber.context as Context.Context<HttpServerRequest.HttpServerRequest>)
      const { path, request } = passing
      const origin = originOf(request, path, allowed)
      const isPreflight = request.method === "OPTIONS" && path !== undefined && origin !== undefined
      const answer = isPreflight
        ? Effect.succeed(preflight(request, path))
        : Effect.catchCause(routes, faultAnswer(request, path))
      metrics.enter()
      return answer.pipe(
        Effect.map(withHeaders(passing, origin)),
        Effect.onExit(answered(passing)),
        Effect.updateContext(() => contextOf(passing) as Context.Context<R>)
      )
    })
}
