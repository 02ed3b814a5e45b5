import { sanitizeText } from "@hedgerow/sql/types/CanonicalJson"
import { DateTime, Effect } from "effect"
import type { Project } from "../../identity/Project.ts"
import type { QueryError } from "../../query/QueryKind.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import type { Experiment } from "../Experiment.ts"
import { ExperimentAnalysis } from "../results/ExperimentAnalysis.ts"
import { DailyResult, dailyResultId, type Series } from "./DailyResult.ts"
import type { ExperimentDay } from "./ExperimentDays.ts"

/** The engine is away or has no room: the same question may be answered later. */
const isPassing = ({ _tag }: QueryError): boolean => _tag === "QueryEngineBusy" || _tag === "QueryEngineUnavailable"

/** The reason for which a day has no result, in words that people can act on. */
const failureText = (error: QueryError): string => {
  switch (error._tag) {
    case "InvalidInput":
      return sanitizeText(`Invalid experiment configuration detected. ${error.message}`)
    case "QueryTimedOut":
    case "QueryTooLarge":
      return "Unable to calculate results: the query took more time or memory than its limit."
    default:
      return "Unable to calculate experiment statistics. Please ensure your experiment has sufficient data and try again."
  }
}

/** A result as it is kept: JSON that every storage can hold. */
const storable = (result: object): JsonRecord =>
  JSON.parse(JSON.stringify(result), (_, value: unknown) => typeof value === "string" ? sanitizeText(value) : value)

/** A metric that is asked of an experiment. */
export interface Question extends Series {
  readonly project: Project
  readonly experiment: Experiment
  readonly metric: JsonRecord
}

/** Computes the row of a day; it fails only where the same question may be answered later. */
export const makeDayComputing = Effect.map(
  ExperimentAnalysis,
  (analysis) =>
    Effect.fn("ExperimentTimeseries.compute")(function*(question: Question, day: ExperimentDay) {
      const { experiment, fingerprint, metric, metricUuid, project } = question
      const outcome = yield* Effect.result(
        Effect.mapBoth(analysis.compute(project, experiment, metric, day.end), {
          onSuccess: storable,
          onFailure: (error) => error
        })
      )
      if (outcome._tag === "Failure" && isPassing(outcome.failure)) return yield* outcome.failure
      const now = yield* DateTime.now
      return new DailyResult({
        project_id: project.id,
        id: dailyResultId(question, DateTime.formatIso(day.end)),
        experiment_id: experiment.id,
        metric_uuid: metricUuid,
        fingerprint,
        query_from: experiment.start_date ?? day.end,
        query_to: day.end,
        status: outcome._tag === "Success" ? "completed" : "failed",
        result: outcome._tag === "Success" ? outcome.success : null,
        completed_at: outcome._tag === "Success" ? now : null,
        error_message: outcome._tag === "Success" ? null : failureText(outcome.failure),
        created_at: now,
        updated_at: now
      })
    })
)
