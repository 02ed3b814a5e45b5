import { secondsSince } from "@hedgerow/core/shared/Measuring"
import { makeUuid7 } from "@hedgerow/core/shared/Uuid"
import { Clock, Context, Duration, Effect, Exit, LogLevel, Option, References, Tracer } from "effect"
import { HttpServerRequest, HttpServerResponse, HttpTraceContext } from "effect/http"
import type { RouteIndex } from "./IndexedPath.ts"
import { factsOf } from "./RequestFacts.ts"
import type { RequestMetrics } from "./RequestMetrics.ts"

/** A request that takes longer is logged as a warning. */
export class SlowRequest extends Context.Reference<Duration.Duration>(
  "@hedgerow/http/edge/SlowRequest",
  { defaultValue: () => Duration.seconds(5) }
) {}

const acceptable = /^[A-Za-z0-9._:-]{1,128}$/

const requestIdOf = (given: string | undefined): Effect.Effect<string> =>
  given !== undefined && acceptable.test(given) ? Effect.succeed(given) : makeUuid7

/** The trace the client's `traceparent` names, when no tracer continues it. */
const traceOf = (request: HttpServerRequest.HttpServerRequest, context: Context.Context<never>) => {
  if (request.headers["traceparent"] === undefined || Context.getOrUndefined(context, Tracer.ParentSpan)) return {}
  return Option.match(HttpTraceContext.w3c(request.headers), {
    onNone: () => ({}),
    onSome: ({ traceId }) => ({ traceId })
  })
}

/** Failures of the server are errors; being overloaded or slow is a warning; the rest is for debugging. */
const levelOf = (status: number, isSlow: boolean): "Error" | "Warn" | "Debug" => {
  if (status >= 500 && status !== 503) return "Error"
  return status === 503 || isSlow ? "Warn" : "Debug"
}

const withoutUndefined = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

interface Outcome {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly response: HttpServerResponse.HttpServerResponse
  readonly route: string
  readonly seconds: number
}

const annotationsOf = ({ request, response, route, seconds }: Outcome) => {
  const { key, project } = factsOf(request)
  return withoutUndefined({
    method: request.method,
    path: route,
    status: response.status,
    durationMs: Math.round(seconds * 1000),
    bytes: response.body._tag === "Empty" ? 0 : response.body.contentLength,
    project,
    key
  })
}

/** Does nothing at all for an entry that nobody would see. */
const logOutcome = (outcome: Outcome, context: Context.Context<never>): Effect.Effect<void> => {
  const isSlow = outcome.seconds > Duration.toSeconds(Context.get(context, SlowRequest))
  const level = levelOf(outcome.response.status, isSlow)
  if (LogLevel.isGreaterThan(Context.get(context, References.MinimumLogLevel), level)) return Effect.void
  return Effect.annotateLogs(Effect.logWithLevel(level)("Request"), annotationsOf(outcome))
}

/**
 * Gives every request an id (the client's, if it sends a sound `X-Request-Id`), counts it, and logs its outcome: at debug
 * level, or higher when it was slow or failed. A path is shown and counted by its template.
 */
export const requestLog = (index: RouteIndex, metrics: RequestMetrics) =>
  Effect.fnUntraced(function*<E, R>(effect: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) {
    const request = yield* HttpServerRequest.HttpServerRequest
    const context = yield* Effect.context<never>()
    const clock = Context.get(context, Clock.Clock)
    const start = clock.monotonicTimeNanosUnsafe()
    const requestId = yield* requestIdOf(request.headers["x-request-id"])
    const route = index.find(request.url)?.template ?? "(unknown path)"

    const settle = (exit: Exit.Exit<HttpServerResponse.HttpServerResponse, E>) => {
      const seconds = secondsSince(start, clock)
      const response = Exit.isSuccess(exit) ? exit.value : undefined
      metrics.leave({ method: request.method, route, status: response?.status, seconds }, context)
      return response === undefined ? Effect.void : logOutcome({ request, response, route, seconds }, context)
    }

    metrics.enter()
    const response = yield* effect.pipe(
      Effect.onExit(settle),
      Effect.annotateLogs({ requestId, ...traceOf(request, context) })
    )
    return HttpServerResponse.setHeader(response, "x-request-id", requestId)
  })
