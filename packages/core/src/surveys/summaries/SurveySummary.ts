import { Schema } from "effect"
import { entity } from "../../entities/Entity.ts"
import { ProjectId } from "../../identity/Project.ts"
import { deriveUuid, Uuid } from "../../shared/Uuid.ts"
import { SurveyId } from "../Survey.ts"

/** A summary that is kept until the responses it was made of change. */
export class SurveySummary extends Schema.Class<SurveySummary>("SurveySummary")({
  project_id: ProjectId,
  /** Follows from the survey and what of it is summarised: there is one row for each. */
  id: Uuid,
  survey_id: SurveyId,
  /** A text that is another one when the responses, the question or what makes summaries are others. */
  state: Schema.String,
  /** The summary with everything that is answered of it. */
  summary: Schema.Record(Schema.String, Schema.Unknown),
  generated_at: Schema.DateTimeUtc
}) {}

/** The entity of kept summaries. */
export const surveySummaryEntity = entity({
  name: "SurveySummary",
  table: "survey_summaries",
  model: SurveySummary,
  ids: "uuid",
  references: { survey_id: "surveys" }
})

/** The id of the summary of a question, or without one of the survey's headline. */
export const summaryId = (project: ProjectId, survey: SurveyId, question?: string): Uuid =>
  deriveUuid("survey summary", project, survey, ...(question === undefined ? [] : [question]))
