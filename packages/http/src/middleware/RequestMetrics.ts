import { readGauge } from "@hedgerow/core/shared/Measuring"
import { type Context, Effect, Metric } from "effect"
import type { Scope } from "effect"

/** The upper bounds, in seconds, that request durations are counted under. */
const durationBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

const methods = new Set(["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"])

const total = Metric.counter("hedgerow_http_requests_total", {
  description: "Requests answered, by route template, method and class of status (`aborted`: the client left)",
  incremental: true
})

const duration = Metric.histogram("hedgerow_http_request_seconds", {
  description: "Time from a request's arrival to its answer, by route template, method and class of status",
  boundaries: durationBounds
})

interface Series {
  readonly total: Metric.Metric<number, unknown>
  readonly duration: Metric.Metric<number, unknown>
}

/** A request that is being answered or was. */
interface AnsweredRequest {
  readonly method: string
  /** The route's template, never the path itself. */
  readonly route: string
  /** Undefined when the client left before the answer. */
  readonly status: number | undefined
  readonly seconds: number
}

/** Counts the requests of one server; the label values are those of the contract, so there are not many. */
export interface RequestMetrics {
  readonly enter: () => void
  readonly leave: (request: AnsweredRequest, context: Context.Context<never>) => void
}

const statusClass = (status: number | undefined): string =>
  status === undefined ? "aborted" : `${Math.floor(status / 100)}xx`

/** Metrics of requests, and a gauge of those in flight. */
export const makeRequestMetrics: Effect.Effect<RequestMetrics, never, Scope.Scope> = Effect.gen(function*() {
  const known = new Map<string, Map<string, Series>>()
  let inFlight = 0

  const seriesOf = (method: string, route: string, status: string): Series => {
    const ofRoute = known.get(route) ?? new Map<string, Series>()
    const key = method + status
    const found = ofRoute.get(key)
    if (found !== undefined) return found
    const labels = { method, route, status }
    const made = { total: Metric.withAttributes(total, labels), duration: Metric.withAttributes(duration, labels) }
    known.set(route, ofRoute.set(key, made))
    return made
  }

  yield* readGauge("hedgerow_http_requests_in_flight", { description: "Requests being answered" }, () => inFlight)
  return {
    enter: () => {
      inFlight++
    },
    leave: ({ method, route, seconds, status }, context) => {
      inFlight--
      const series = seriesOf(methods.has(method) ? method : "other", route, statusClass(status))
      series.total.updateUnsafe(1, context)
      series.duration.updateUnsafe(seconds, context)
    }
  }
})
