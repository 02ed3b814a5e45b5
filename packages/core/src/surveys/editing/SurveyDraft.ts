import type { DateTime } from "effect"
import type { InputIssue } from "../../shared/InvalidInput.ts"
import type { Survey } from "../Survey.ts"
import type { SurveyChanges } from "./SurveyFields.ts"

/** A survey as it would be after a change, and as it was. */
export interface SurveyDraft {
  readonly after: Survey
  readonly before: Survey | undefined
  readonly changes: SurveyChanges
  readonly now: DateTime.Utc
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
