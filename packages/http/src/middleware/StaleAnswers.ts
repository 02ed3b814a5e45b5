import type { Staleness } from "@hedgerow/core/caching/Staleness"
import { Clock, Context, Metric } from "effect"
import type { HttpServerResponse } from "effect/http"

/** The annotation of endpoints that answer by what was known last while the storage is away or silent. */
export class AnswersStale extends Context.Reference<boolean>(
  "@hedgerow/http/middleware/StaleAnswers/AnswersStale",
  { defaultValue: () => false }
) {}

/** The number of seconds since the answer's data was last known to be current. */
export const staleHeader = "x-hedgerow-stale"

const staleAnswersTotal = Metric.counter("hedgerow_stale_answers_total", {
  description: "Answers by definitions that could not be checked, as the storage was away or silent",
  incremental: true
})

/** The header of an answer with data that could not be checked, which is counted. */
export const staleHeaders = (
  { status }: HttpServerResponse.HttpServerResponse,
  staleness: Staleness | undefined,
  context: Context.Context<never>
): Readonly<Record<string, string>> | undefined => {
  if (staleness?.isStale !== true || status >= 500) return undefined
  const seconds = staleness.secondsAt(Context.get(context, Clock.Clock).currentTimeMillisUnsafe())
  if (seconds === undefined) return undefined
  staleAnswersTotal.updateUnsafe(1, context)
  return { [staleHeader]: String(seconds) }
}
