import type { Cell, Row } from "@hedgerow/sql/types/Cell"
import { Effect, Stream } from "effect"
import type { EventTime } from "../../events/EventTime.ts"
import type { Project } from "../../identity/Project.ts"
import type { QueryFailure } from "../../query/execution/QueryFailureText.ts"
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

/** One response of one person. */
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

/** The conditions on the responses of a list; the newest come first. */
export interface ResponseFilter extends Partial<ResponseWindow> {
  /** Only archived ones, or none of them; all without it. */
  readonly archived?: boolean
  /** Whether long answers are cut. */
  readonly isCut?: boolean
  /** All without it. */
  readonly limit?: number
  /** The number of responses to skip; 0 without it. */
  readonly offset?: number
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

/** More than there are. */
const mostRows = 2_147_483_647

const listSql = (
  questions: ReadonlyArray<AskedQuestion>,
  { archived, isCut = false, limit, offset = 0 }: ResponseFilter
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
${limit === undefined && offset === 0 ? "" : `LIMIT ${limit ?? mostRows} OFFSET ${offset}`}`

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

/** A stream of responses, and the questions that they answer. */
export interface ResponseStream {
  readonly questions: ReadonlyArray<AskedQuestion>
  readonly batches: Stream.Stream<ReadonlyArray<SurveyResponse>, QueryFailure>
}

/** Reads responses with all their answers. */
export const makeResponseList = (
  { rows, stream }: Effect.Success<typeof makeResponseQueries>,
  archive: Effect.Success<ReturnType<typeof makeResponseArchive>>
) => {
  const queryOf = Effect.fnUntraced(function*(project: Project, survey: Survey, filter: ResponseFilter) {
    const questions = questionsOf(survey)
    const archived = yield* archive.keys(project.id, survey.id)
    const values = { survey: survey.id, ...windowValues(responseWindow(survey, filter)), ...answerValues(questions) }
    return {
      questions,
      query: { sql: listSql(questions, filter), values, lists: { archived } },
      read: responseOf(questions, new Set(archived))
    }
  })

  return {
    list: Effect.fnUntraced(function*(project: Project, survey: Survey, filter: ResponseFilter) {
      const { query, read } = yield* queryOf(project, survey, filter)
      return (yield* rows(project, query)).map(read)
    }),
    stream: Effect.fnUntraced(function*(project: Project, survey: Survey, filter: ResponseFilter) {
      const { query, questions, read } = yield* queryOf(project, survey, filter)
      const batches = yield* stream(project, query)
      return { questions, batches: Stream.map(batches, (batch) => batch.map(read)) } satisfies ResponseStream
    })
  }
}
