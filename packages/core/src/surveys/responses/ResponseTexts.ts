import { Effect } from "effect"
import type { EventTime } from "../../events/EventTime.ts"
import type { Project } from "../../identity/Project.ts"
import { responseKey } from "../../query/functions/SurveyFunctions.ts"
import { contentHash } from "../../shared/ContentHash.ts"
import type { Survey } from "../Survey.ts"
import { type AskedQuestion, placeToRead, questionsOf } from "./AskedQuestion.ts"
import type { makeResponseArchive } from "./ResponseArchive.ts"
import type { makeResponseQueries } from "./ResponseQueries.ts"
import { areResponses, isNotArchived, latestEvents, summaryLength } from "./ResponseSql.ts"
import { responseWindow, windowValues } from "./ResponseWindow.ts"

/** A text that somebody wrote as an answer. */
export interface TextAnswer {
  /** The event that it stands in. */
  readonly response_uuid: string
  readonly submitted_at: EventTime
  readonly text: string
}

/** The state of a survey's responses, by which caches are compared; archived ones are left out of the numbers. */
export interface ResponsesState {
  readonly responses: number
  /** The time of the newest response; null without any. */
  readonly newest: EventTime | null
  /** Another text whenever other responses are archived. */
  readonly archived: string
}

/** The answers of one event as a list: several only where several can be chosen. */
const answersSql = ({ type }: AskedQuestion): string =>
  type === "multiple_choice" ? "getSurveyResponse({place}, {id}, true)" : "[getSurveyResponse({place}, {id})]"

/** Choices that were offered are no texts of one's own. */
const textsSql = (question: AskedQuestion, limit: number) =>
  `SELECT toString(uuid) AS event_uuid, timestamp, substring(text, 1, ${summaryLength})
FROM (
  SELECT uuid, timestamp, response, arrayJoin(answers) AS text
  FROM (${latestEvents(`${answersSql(question)} AS answers`)})
)
WHERE isNotNull(text) AND text NOT IN ({choices}) AND ${isNotArchived}
ORDER BY timestamp DESC, uuid DESC
LIMIT ${limit}`

const stateSql = `SELECT count() AS responses, max(sent) AS newest
FROM (SELECT ${responseKey} AS response, max(timestamp) AS sent FROM events WHERE ${areResponses} GROUP BY response)
WHERE ${isNotArchived}`

const takesTexts = ({ hasOpenChoice, type }: AskedQuestion): boolean =>
  type === "open" || type.endsWith("choice") && hasOpenChoice

/** Reads what people wrote, and how many have answered. */
export const makeResponseTexts = (
  { rows }: Effect.Success<typeof makeResponseQueries>,
  archive: Effect.Success<ReturnType<typeof makeResponseArchive>>
) => ({
  texts: Effect.fnUntraced(function*(project: Project, survey: Survey, id: string, limit: number) {
    const questions = questionsOf(survey)
    const question = questions.find((known) => known.id === id)
    if (question === undefined || !takesTexts(question)) return []
    const found = yield* rows(project, {
      sql: textsSql(question, limit),
      values: {
        survey: survey.id,
        ...windowValues(responseWindow(survey)),
        id,
        place: placeToRead(question, questions)
      },
      lists: { choices: question.choiceTexts.flat(), archived: yield* archive.keys(project.id, survey.id) }
    })
    return found.map(([uuid, time, text]): TextAnswer => ({
      response_uuid: String(uuid),
      submitted_at: Number(time) as EventTime,
      text: String(text)
    }))
  }),

  state: Effect.fnUntraced(function*(project: Project, survey: Survey) {
    const archived = yield* archive.keys(project.id, survey.id)
    const [row] = yield* rows(project, {
      sql: stateSql,
      values: { survey: survey.id, ...windowValues(responseWindow(survey)) },
      lists: { archived }
    })
    const [responses = 0, newest = null] = row ?? []
    return {
      responses: Number(responses),
      newest: newest === null ? null : Number(newest) as EventTime,
      archived: contentHash(JSON.stringify(archived.toSorted()))
    } satisfies ResponsesState
  })
})
