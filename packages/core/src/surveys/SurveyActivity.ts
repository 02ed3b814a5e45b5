import { DateTime, Struct } from "effect"
import type { Change } from "../activity/Activity.ts"
import { fieldChanges } from "../activity/FieldDiff.ts"
import type { ChangeWords } from "../entities/Changes.ts"
import type { FeatureFlag } from "../flags/model/FeatureFlag.ts"
import { isoText } from "../shared/IsoText.ts"
import type { JsonRecord } from "../shared/JsonRecord.ts"
import type { Survey, SurveyId } from "./Survey.ts"

/** A survey as the log compares it, and the flag that it is linked to. */
export interface LoggedSurvey {
  readonly survey: Survey
  readonly linked: FeatureFlag | undefined
}

/** Fields that the log shows in other words, or not at all. */
const unreported = [
  "linked_flag_id",
  "targeting_flag_id",
  "owns_targeting_flag",
  "internal_targeting_flag_id",
  "internal_response_sampling_flag_id"
] as const

const recordOf = ({ linked, survey }: LoggedSurvey): JsonRecord => {
  const fields = Object.entries(Struct.omit({ ...survey }, unreported)).map(([name, value]: [string, unknown]) => [
    name,
    DateTime.isDateTime(value) ? isoText(value) : value
  ])
  const flag = linked === undefined ? null : { id: linked.id, key: linked.key, name: linked.name }
  return { ...Object.fromEntries(fields), linked_flag: survey.linked_flag_id === null ? null : flag }
}

/** The change of the targeting flag. */
export interface TargetingChange {
  /** The filters of before; none when there was no flag. */
  readonly before: JsonRecord | undefined
  /** The filters that were sent; none when the flag goes. */
  readonly after: JsonRecord | undefined
}

const targetingChanges = ({ after, before }: TargetingChange): ReadonlyArray<Change> => {
  const change = (field: string, action: Change["action"]): ReadonlyArray<Change> => [{
    type: "Survey",
    action,
    field,
    before: (before ?? null) as Change["before"],
    after: (after ?? null) as Change["after"]
  }]
  if (after === undefined) return before === undefined ? [] : change("targeting_flag", "deleted")
  return change("targeting_flag_filters", before === undefined ? "created" : "changed")
}

/** The entries of the log for a change of a survey; empty when nothing has changed. */
export const surveyChanges = (
  before: LoggedSurvey,
  after: LoggedSurvey,
  targeting: TargetingChange | undefined
): ReadonlyArray<Change> => [
  ...(targeting === undefined ? [] : targetingChanges(targeting)),
  ...fieldChanges("Survey", recordOf(before), recordOf(after))
]

/** The words of the log for a new survey: that it is a copy of another one, where it is. */
export const copiedFrom = (source: SurveyId | undefined): ChangeWords =>
  source === undefined
    ? {}
    : { changes: [{ type: "Survey", action: "created", field: "source_survey_id", before: null, after: source }] }
