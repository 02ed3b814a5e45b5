import { makeUuid7In } from "@hedgerow/core/shared/Uuid"
import { Context, Duration, Effect, LogLevel, Option, References, Tracer } from "effect"
import { type HttpServerRequest, type HttpServerResponse, HttpTraceContext } from "effect/http"
import type { Facts } from "../shared/RequestFacts.ts"

/** A request that takes longer is logged as a warning. */
export class SlowRequest extends Context.Reference<Duration.Duration>(
  "@hedgerow/http/middleware/SlowRequest",
  { defaultValue: () => Duration.seconds(5) }
) {}

const acceptable = /^[A-Za-z0-9._:-]{1,128}$/

/** The id of a request: the client's, if it sends a sound `X-Request-Id`. */
export const requestIdOf = (
  { headers }: HttpServerRequest.HttpServerRequest,
  context: Context.Context<never>
): string => {
  const given = headers["x-request-id"]
  return given !== undefined && acceptable.test(given) ? given : makeUuid7In(context)
}

/** The trace the client's `traceparent` names, when no tracer continues it. */
const traceOf = ({ headers }: HttpServerRequest.HttpServerRequest, context: Context.Context<never>) => {
  if (headers["traceparent"] === undefined || Context.getOrUndefined(context, Tracer.ParentSpan)) return undefined
  return Option.match(HttpTraceContext.w3c(headers), {
    onNone: () => undefined,
    onSome: ({ traceId }) => ({ traceId })
  })
}

/** The fields of all that is logged while the request is answered. */
export const logFields = (
  request: HttpServerRequest.HttpServerRequest,
  requestId: string,
  context: Context.Context<never>
): Readonly<Record<string, unknown>> => ({
  ...Context.get(context, References.CurrentLogAnnotations),
  requestId,
  ...traceOf(request, context)
})

/** Failures of the server are errors; being overloaded or slow is a warning; the rest is for debugging. */
const levelOf = (status: number, isSlow: boolean): "Error" | "Warn" | "Debug" => {
  if (status >= 500 && status !== 503) return "Error"
  return status === 503 || isSlow ? "Warn" : "Debug"
}

const withoutUndefined = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** A request that was answered. */
export interface Outcome {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly response: HttpServerResponse.HttpServerResponse
  readonly facts: Facts
  readonly route: string
  readonly seconds: number
}

const annotationsOf = ({ facts: { cause, key, project }, request, response, route, seconds }: Outcome) =>
  withoutUndefined({
    method: request.method,
    path: route,
    status: response.status,
    durationMs: Math.round(seconds * 1000),
    bytes: response.body._tag === "Empty" ? 0 : response.body.contentLength,
    project,
    key,
    cause
  })

/**
 * Logs the outcome of a request: at debug level, or higher when it was slow or failed. Does nothing at all for an entry that
 * nobody would see.
 */
export const logOutcome = (outcome: Outcome, context: Context.Context<never>): Effect.Effect<void> => {
  const isSlow = outcome.seconds > Duration.toSeconds(Context.get(context, SlowRequest))
  const level = levelOf(outcome.response.status, isSlow)
  if (LogLevel.isGreaterThan(Context.get(context, References.MinimumLogLevel), level)) return Effect.void
  return Effect.annotateLogs(Effect.logWithLevel(level)("Request"), annotationsOf(outcome))
}
