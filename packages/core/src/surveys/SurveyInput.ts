import { Effect, Result } from "effect"
import { readChanges, readFields } from "../shared/Fields.ts"
import { type InputIssue, InvalidInput, maxIssues } from "../shared/InvalidInput.ts"
import { isJsonRecord } from "../shared/JsonRecord.ts"
import { nameIssues } from "../shared/KnownNames.ts"
import { newSurveyTable, surveyTable } from "./SurveyFields.ts"
import { surveyNames } from "./SurveyNames.ts"

/** Reads fields; the names that were meant to be others are reported with what is wrong in them. */
const readAll = Effect.fnUntraced(function*<A>(read: Effect.Effect<A, InvalidInput>, body: unknown) {
  const fields = yield* Effect.result(read)
  const misspelt = isJsonRecord(body) ? nameIssues(body, surveyNames) : []
  if (Result.isSuccess(fields) && misspelt.length === 0) return fields.success
  const wrong: ReadonlyArray<InputIssue> = Result.isSuccess(fields) ? [] : fields.failure.issues
  const [first, ...rest] = [...wrong, ...misspelt].slice(0, maxIssues)
  return first === undefined ? yield* read : yield* new InvalidInput({ issues: [first, ...rest] })
})

/** Reads a new survey. */
export const readNewSurvey = (body: unknown) => readAll(readFields(newSurveyTable, body), body)

/** Reads what a body changes of a survey. */
export const readSurveyChanges = (body: unknown) => readAll(readChanges(surveyTable, body), body)
