import { DateTime, Effect, Option, Schema } from "effect"
import type { Project } from "../../identity/Project.ts"
import { Transaction } from "../../shared/Transaction.ts"
import { makeUuid7 } from "../../shared/Uuid.ts"
import type { Survey } from "../Survey.ts"
import { summaryId, SurveySummary } from "./SurveySummary.ts"
import { SurveySummaryRepository } from "./SurveySummaryRepository.ts"

/** A summary as it is kept. */
export const SummaryFields = Schema.Struct({
  text: Schema.String,
  /** The number of answers, or responses, that it was made of. */
  considered: Schema.Int,
  hasMore: Schema.Boolean,
  generator: Schema.Struct({
    kind: Schema.Literals(["extractive", "llm"]),
    name: Schema.String,
    version: Schema.String
  }),
  sources: Schema.Array(Schema.String),
  warning: Schema.optionalKey(Schema.String),
  /** Names this making of it in logs and traces. */
  trace_id: Schema.String
})
export type SummaryFields = typeof SummaryFields.Type

/** A summary with when it was made, and whether that was for an earlier request. */
export interface MadeSummary extends SummaryFields {
  readonly generatedAt: DateTime.Utc
  readonly cached: boolean
}

/** The subject of a summary, and its present state. */
export interface Summarizable {
  readonly project: Project
  readonly survey: Survey
  /** The id of a question; undefined for the headline. */
  readonly question: string | undefined
  readonly state: string
  /** Whether one that is kept is made anew. */
  readonly isForced: boolean
}

const readKept = Schema.decodeUnknownOption(SummaryFields)

/** Keeps the last summary of each question and of each survey. */
export const makeCachedSummaries = Effect.gen(function*() {
  const repository = yield* SurveySummaryRepository
  const transaction = yield* Transaction

  const keep = Effect.fnUntraced(function*(row: SurveySummary) {
    yield* repository.lock(row.project_id)
    const known = yield* repository.find(row.project_id, row.id)
    yield* Option.isSome(known) ? repository.update(row) : repository.insert(row)
  }, transaction.run)

  /** The kept one of this very state, or a new one. One that is not what was meant to be made is not kept. */
  return Effect.fnUntraced(function*<E>(
    { isForced, project, question, state, survey }: Summarizable,
    make: Effect.Effect<Omit<SummaryFields, "trace_id">, E>
  ) {
    const id = summaryId(project.id, survey.id, question)
    const row = Option.getOrUndefined(yield* repository.find(project.id, id))
    const kept = row === undefined || isForced || row.state !== state ? Option.none() : readKept(row.summary)
    if (row !== undefined && Option.isSome(kept)) {
      return { ...kept.value, generatedAt: row.generated_at, cached: true } satisfies MadeSummary
    }
    const summary: SummaryFields = { ...yield* make, trace_id: yield* makeUuid7 }
    const generatedAt = yield* DateTime.now
    if (summary.warning === undefined) {
      yield* keep(
        new SurveySummary({
          project_id: project.id,
          id,
          survey_id: survey.id,
          state,
          summary,
          generated_at: generatedAt
        })
      )
    }
    return { ...summary, generatedAt, cached: false } satisfies MadeSummary
  })
})
