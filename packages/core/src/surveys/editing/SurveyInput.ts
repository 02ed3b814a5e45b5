import { readChanges, readFields } from "../../shared/Fields.ts"
import { readNamed } from "../../shared/NamedFields.ts"
import { surveyNames } from "../SurveyNames.ts"
import { newSurveyTable, surveyTable } from "./SurveyFields.ts"

/** Reads a new survey. */
export const readNewSurvey = (body: unknown) => readNamed(readFields(newSurveyTable, body), body, surveyNames)

/** Reads what a body changes of a survey. */
export const readSurveyChanges = (body: unknown) => readNamed(readChanges(surveyTable, body), body, surveyNames)
