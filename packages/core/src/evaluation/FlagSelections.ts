import type { FlagSelection } from "./EvaluationRequest.ts"
import type { FlagSource } from "./FlagSource.ts"

/** Flags with such keys decide who sees a survey. */
const surveyPrefix = "survey-targeting-"

const runsThere = ({ evaluation_runtime }: FlagSource, runtime: FlagSelection["runtime"]): boolean =>
  runtime === undefined || (evaluation_runtime ?? "all") === "all" || evaluation_runtime === runtime

const isOfContexts = ({ evaluation_tags }: FlagSource, contexts: FlagSelection["contexts"]): boolean =>
  contexts === undefined || contexts.length === 0 || evaluation_tags.length === 0
  || evaluation_tags.some((tag) => contexts.includes(tag))

/** Whether a flag fits the request's caller; the list of keys is not compared. */
export const isSelected = (flag: FlagSource, selection: FlagSelection | undefined): boolean =>
  selection === undefined
  || (runsThere(flag, selection.runtime) && isOfContexts(flag, selection.contexts)
    && (selection.onlySurveyFlags !== true || flag.key.startsWith(surveyPrefix)))
