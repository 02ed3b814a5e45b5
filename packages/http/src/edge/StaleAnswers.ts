import { GoesOnStale, Staleness } from "@hedgerow/core/caching/Staleness"
import { Clock, Context, Effect, Metric } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { RouteIndex } from "./IndexedPath.ts"

/** The annotation of endpoints that answer by what was known last while the storage is away or silent. */
export class AnswersStale extends Context.Reference<boolean>(
  "@hedgerow/http/edge/StaleAnswers/AnswersStale",
  { defaultValue: () => false }
) {}

/** The number of seconds since the answer's data was last known to be current. */
export const staleHeader = "x-hedgerow-stale"

const staleAnswersTotal = Metric.counter("hedgerow_stale_answers_total", {
  description: "Answers by definitions that could not be checked, as the storage was away or silent",
  incremental: true
})

const told = Effect.fnUntraced(function*(response: HttpServerResponse.HttpServerResponse, staleness: Staleness) {
  if (!staleness.isStale) return response
  const seconds = staleness.secondsAt(yield* Clock.currentTimeMillis)
  if (seconds === undefined || response.status >= 500) return response
  yield* Metric.update(staleAnswersTotal, 1)
  return HttpServerResponse.setHeader(response, staleHeader, String(seconds))
})

/** Lets the annotated routes go on with the last known data, and marks the answer. */
export const staleAnswers =
  (index: RouteIndex) => <E, R>(effect: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
    Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      if (index.find(request.url)?.answersStale !== true) return effect
      const staleness = new Staleness()
      return effect.pipe(
        Effect.provideService(GoesOnStale, staleness),
        Effect.flatMap((response) => told(response, staleness))
      )
    })
