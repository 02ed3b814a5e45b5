import { Effect } from "effect"
import type { Project } from "../../access/Project.ts"
import type { EventTime } from "../../events/EventTime.ts"
import type { Cell, Row } from "../../query/sql/Cell.ts"
import type { QuestionType } from "../questions/AnswerRules.ts"
import type { Survey } from "../Survey.ts"
import { type AskedQuestion, placeToRead, questionsOf } from "./AskedQuestion.ts"
import type { makeResponseArchive } from "./ResponseArchive.ts"
import type { makeResponseQueries } from "./ResponseQueries.ts"
import { latestEvents, summaryLength } from "./ResponseSql.ts"
import { type ResponseWindow, responseWindow, windowValues } from "./ResponseWindow.ts"

/** An answer as it was given: a number to a rating, a list to a multiple choice, else a text; null where it was skipped. */
export type Answer = string | number | ReadonlyArray<string> | null

/** The answer to one question of the survey as it is now. */
export interface GivenAnswer {
  readonly question_id: string
  readonly question: string
  readonly type: QuestionType
  readonly answer: Answer
}

/** What one person sent. */
export interface SurveyResponse {
  /** That of the event which counts: the latest one. */
  readonly uuid: string
  readonly submitted_at: EventTime
  readonly distinct_id: string
  /** Today's person: merges are followed. */
  readonly person_id: string
  /** Whether the person came to the end, not whether every question has an answer. */
  readonly completed: boolean
  readonly archived: boolean
  /** One for each question, in their order. */
  readonly answers: ReadonlyArray<GivenAnswer>
}

/** Which responses are meant; the newest first. */
export interface ResponseFilter extends Partial<ResponseWindow> {
  /** Only archived ones, or none of them; all without it. */
  readonly archived?: boolean
  /** Whether long answers are cut. */
  readonly isCut?: boolean
  readonly limit: number
  readonly offset: number
}

const answerSql = ({ index, type }: AskedQuestion, isCut: boolean): string => {
  const [answer, several] = [`getSurveyResponse({place_${index}}, {id_${index}}`, type === "multiple_choice"]
  const cut = (text: string): string => isCut ? `substring(${text}, 1, ${summaryLength})` : text
  return several ? `arrayMap(one -> ${cut("one")}, ${answer}, true))` : cut(`${answer})`)
}

const answerValues = (questions: ReadonlyArray<AskedQuestion>) =>
  Object.fromEntries(questions.flatMap((question): ReadonlyArray<readonly [string, string | number]> => [
    [`place_${question.index}`, placeToRead(question, questions)],
    [`id_${question.index}`, question.id]
  ]))

const meant = (archived: boolean | undefined): string => {
  if (archived === undefined) return ""
  return `WHERE response ${archived ? "IN" : "NOT IN"} ({archived})`
}

const listSql = (
  questions: ReadonlyArray<AskedQuestion>,
  { archived, isCut = false, limit, offset }: ResponseFilter
): string =>
  `SELECT toString(uuid) AS event_uuid, timestamp, response, distinct_id, toString(person_id) AS person, completed
${questions.map(({ index }) => `, answer_${index}`).join("")}
FROM (${
    latestEvents(
      ["distinct_id, person_id", "JSONExtractString(properties, '$survey_completed') != 'false' AS completed"]
        .concat(questions.map((question) => `${answerSql(question, isCut)} AS answer_${question.index}`)).join(", ")
    )
  })
${meant(archived)}
ORDER BY timestamp DESC, uuid DESC
LIMIT ${limit} OFFSET ${offset}`

const answerOf = ({ type }: AskedQuestion, cell: Cell | undefined): Answer => {
  if (Array.isArray(cell)) return cell.length === 0 ? null : cell.map(String)
  if (typeof cell !== "string") return null
  const isNumber = type === "rating" && /^-?\d{1,15}(\.\d{1,6})?$/.test(cell)
  return isNumber ? Number(cell) : cell
}

const responseOf =
  (questions: ReadonlyArray<AskedQuestion>, archived: ReadonlySet<string>) =>
  ([uuid, time, key, distinctId, person, completed, ...cells]: Row): SurveyResponse => ({
    uuid: String(uuid),
    submitted_at: Number(time) as EventTime,
    distinct_id: String(distinctId),
    person_id: String(person),
    completed: Boolean(completed),
    archived: archived.has(String(key)),
    answers: questions.map((question, i) => ({
      question_id: question.id,
      question: question.text,
      type: question.type,
      answer: answerOf(question, cells[i])
    }))
  })

/** Reads responses with all their answers. */
export const makeResponseList = (
  queries: Effect.Success<typeof makeResponseQueries>,
  archive: Effect.Success<ReturnType<typeof makeResponseArchive>>
) =>
  Effect.fnUntraced(function*(project: Project, survey: Survey, filter: ResponseFilter) {
    const questions = questionsOf(survey)
    const archived = yield* archive.keys(project.id, survey.id)
    const rows = yield* queries.rows(project, {
      sql: listSql(questions, filter),
      values: {
        survey: survey.id,
        ...windowValues(responseWindow(survey, filter)),
        ...answerValues(questions)
      },
      lists: { archived }
    })
    return rows.map(responseOf(questions, new Set(archived)))
  })
