import type { Draft } from "../../entities/EntityEditing.ts"
import type { InputIssue } from "../../shared/InvalidInput.ts"
import type { Survey, SurveyId } from "../Survey.ts"
import type { TargetingChange } from "../SurveyActivity.ts"
import type { SurveyChanges } from "./SurveyFields.ts"

/** The survey that a new one is a copy of, for the log. */
export interface CopySource {
  readonly source_survey_id?: SurveyId
}

/** A survey as it would be after a change, and as it was. */
export interface SurveyDraft extends Draft<Survey> {
  readonly changes: SurveyChanges
  /** The share of the people who are asked from now on; undefined where it stays. */
  readonly rollout: number | undefined
  /** The survey that a new one is a copy of. */
  readonly source?: SurveyId | undefined
  /** The change of the targeting flag, once it is made. */
  readonly targeting?: TargetingChange | undefined
}

/** Said of several fields together. */
export const together = (message: string, code: InputIssue["code"] = "invalid_input"): InputIssue => ({
  path: [],
  code,
  message
})

/** Said of a field beside others. */
export const at = (field: keyof SurveyChanges, message: string): InputIssue => ({
  path: [field],
  code: "invalid_input",
  message
})

/** Whether a change names one of these fields. */
export const touches = ({ changes }: SurveyDraft, ...names: ReadonlyArray<keyof SurveyChanges>): boolean =>
  names.some((name) => changes[name] !== undefined)
