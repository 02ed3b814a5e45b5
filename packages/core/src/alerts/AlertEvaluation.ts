import { lengthOf, wholeText } from "@hedgerow/sql/types/LongText"
import { Effect, Option, Result, Schema } from "effect"
import type { Insight } from "../dashboards/Insight.ts"
import { queryKindOf } from "../dashboards/InsightKind.ts"
import { InsightRepository } from "../dashboards/InsightRepository.ts"
import { InsightResults } from "../dashboards/InsightResults.ts"
import type { Project } from "../identity/Project.ts"
import { failureText, type QueryFailure } from "../query/execution/QueryFailureText.ts"
import { recordOrEmpty } from "../shared/JsonRecord.ts"
import { type Alert, AlertConfig, Condition, Threshold } from "./Alert.ts"
import { type CheckedValue, checkValues, curvesOf, measured } from "./AlertValues.ts"

/** A longer answer has more curves than anyone watches, and would hold up others while it is read. */
const longestAnswer = 2 * 1024 * 1024

/** The outcome of looking at the value of an alert: an error is one that its makers can mend. */
export type AlertOutcome = Result.Result<CheckedValue, string>

/** Whether alerts can watch an insight. */
export const isWatchable = ({ query }: Pick<Insight, "query">): boolean => queryKindOf(query) === "TrendsQuery"

const notSupported = "Alerts are not supported for this insight."

const settingsOf = ({ condition, config, threshold }: Alert) => ({
  condition: Schema.decodeUnknownSync(Condition)(condition),
  config: Schema.decodeUnknownSync(AlertConfig)(config),
  threshold: Schema.decodeUnknownSync(Threshold)(threshold)
})

const valueIn = (alert: Alert, answer: unknown): AlertOutcome => {
  const { condition, config, threshold } = settingsOf(alert)
  const curves = curvesOf(recordOrEmpty(answer), config)
  if (curves.length === 0) return Result.fail(`The insight has no series ${config.series_index}, or no data for it.`)
  const found = curves.flatMap((curve) => {
    const value = measured(curve, condition, threshold, config)
    return value === undefined ? [] : [{ label: curve.label, value }]
  })
  return found.length === 0
    ? Result.fail("The insight shows too few intervals that are over for this condition.")
    : Result.succeed(checkValues(found, threshold))
}

/**
 * Whether a failure is about the engine and not about the alert, so that the check is made again. A query that has ended
 * the engine is one that its makers can mend.
 */
const isPassing = (failure: QueryFailure): boolean => failure._tag !== "QueryRefused" && failureText(failure).retryable

/** Runs the insight of an alert and looks at its value; fails where there may be one a little later. */
export const makeAlertEvaluation = Effect.gen(function*() {
  const insights = yield* InsightRepository
  const results = yield* InsightResults

  return Effect.fnUntraced(function*(project: Project, alert: Alert) {
    const insight = Option.getOrUndefined(yield* insights.find(project.id, alert.insight_id))
    if (insight === undefined || insight.deleted) return { insight, outcome: Result.fail("The insight is deleted.") }
    if (!isWatchable(insight)) return { insight, outcome: Result.fail(notSupported) }
    const asking = { project, user: alert.created_by, endpoint: "alerts" }
    const answered = yield* Effect.result(results.of(asking, insight, { refresh: "force_blocking" }))
    if (Result.isFailure(answered) && isPassing(answered.failure)) return yield* Effect.fail(answered.failure)
    const outcome: AlertOutcome = Result.match(answered, {
      onFailure: (failure) => Result.fail(failureText(failure).message),
      onSuccess: (text) =>
        text === undefined || lengthOf(text) > longestAnswer
          ? Result.fail("The insight has no answer that an alert can read.")
          : valueIn(alert, JSON.parse(wholeText(text)))
    })
    return { insight, outcome }
  }, Effect.scoped)
})
