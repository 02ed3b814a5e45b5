import type { AstExpr, Statement } from "@hedgerow/sql/ast/Ast"
import { parseStatement } from "@hedgerow/sql/parse/Parser"
import type { Expr } from "@hedgerow/sql/plan/Plan"
import { type CallSite, type Entries, takes } from "@hedgerow/sql/planning/CallSite"
import { lenient } from "@hedgerow/sql/planning/Described"
import { constant, fillPlaceholders } from "@hedgerow/sql/planning/Placeholders"
import { arrayOf, withNullable } from "@hedgerow/sql/types/SqlType"
import { propertyAt } from "@hedgerow/sql/typing/Documents"
import { call, isNullLiteral, literal, string } from "@hedgerow/sql/typing/PlanExpr"
import { refuse } from "@hedgerow/sql/typing/SemanticFailure"
import { Result } from "effect"

/** A property of an event as the text that was sent, without the type of the project's definitions. */
const sentText = (name: string): string => `JSONExtractString(properties, '${name}')`

const submission = sentText("$survey_submission_id")

/** The survey that an event is about. */
export const surveyOfEvent = sentText("$survey_id")

/** The key of a response: its submission, or the event's own id where it has none. */
export const responseKey = `if(notEmpty(${submission}), ${submission}, toString(uuid))`

/** Of each response the event that counts: the latest one. */
export const latestOfResponse = `ORDER BY timestamp DESC, uuid DESC LIMIT 1 BY ${responseKey}`

const uniqueSubmissions = Result.getOrThrow(parseStatement(
  `SELECT uuid FROM events WHERE event = 'survey sent' AND ${surveyOfEvent} = {survey} ${latestOfResponse}`
))

const submissionsOf = (survey: string): Statement =>
  Result.getOrThrow(fillPlaceholders(uniqueSubmissions, ({ span }, count) => constant(survey, span, count)))

/** Whether the event is the one that counts of its response. */
const isUniqueSubmission = (site: CallSite): Expr => {
  const { end, start } = site
  const event: AstExpr = { _tag: "Field", path: ["uuid"], start, end }
  const set: AstExpr = { _tag: "Subquery", query: submissionsOf(site.text(0)), start, end }
  return site.resolve({ _tag: "In", expr: event, set, negated: false, cohort: false, start, end }, site.place)
}

const without = (text: string, value: Expr): Expr =>
  call("nullIf", [value, literal(text, string)], withNullable(string, true))

const isTrue = (site: CallSite): boolean => {
  if (site.count < 3) return false
  const flag = site.arg(2)
  return flag._tag === "Literal" && (typeof flag.value === "boolean" || typeof flag.value === "number")
    ? Boolean(flag.value)
    : refuse(`Argument 3 of function '${site.name}' must be true or false`, site.ast(2))
}

/** The properties that hold the answer: the one named by the question's id goes before that of its place. */
const answerKeys = (site: CallSite): ReadonlyArray<string> => {
  const place = site.integer(0)
  const id = site.count > 1 && !isNullLiteral(site.arg(1)) ? site.text(1) : ""
  const byPlace = place === 0 ? ["$survey_response"] : [`$survey_response_${place}`]
  return [...(id === "" ? [] : [`$survey_response_${id}`]), ...(place < 0 ? [] : byPlace)]
}

const answer = (site: CallSite): Expr => {
  const { end, start } = site
  const properties = site.resolve({ _tag: "Field", path: ["properties"], start, end }, site.place)
  if (properties.type.kind !== "JSON") return refuse(`Function '${site.name}' needs the properties of events`, site)
  const isMultiple = isTrue(site)
  const texts = answerKeys(site).map((key) => {
    const text = without("", propertyAt(properties, [key]))
    return isMultiple ? without("[]", text) : text
  })
  const type = withNullable(string, true)
  const found = texts.length === 0 ? literal(null, string) : call("coalesce", texts, type)
  return isMultiple ? call("answerTexts", [found], arrayOf(string)) : found
}

/** Answers to surveys. */
export const surveys: Entries = {
  getSurveyResponse: takes(
    lenient(
      ["constant", "constant?", "constant?"],
      "String",
      "an event's answer to the question at place a (from 0; below 0: by b alone) with the id b, NULL without one; "
        + "the texts that were chosen, as an array, where c is true"
    ),
    answer
  ),
  uniqueSurveySubmissionsFilter: takes(
    lenient(
      ["constant"],
      "UInt8",
      "the event is the latest of its submission to the survey with this id; each event without a submission is one",
      "never"
    ),
    isUniqueSubmission
  )
}
