import { Context, DateTime, Effect, Layer } from "effect"
import { is, isNot } from "../../entities/Where.ts"
import { earliest, type EventTime, latest } from "../../events/EventTime.ts"
import type { Project, ProjectId } from "../../identity/Project.ts"
import type { QuerySlotRepository } from "../../query/execution/QuerySlotRepository.ts"
import { QuerySlots } from "../../query/execution/QuerySlots.ts"
import type { QueryEngine } from "../../query/QueryEngine.ts"
import type { InvalidInput } from "../../shared/InvalidInput.ts"
import type { Survey } from "../Survey.ts"
import type { SurveyNotFound } from "../SurveyErrors.ts"
import { SurveyRepository } from "../SurveyRepository.ts"
import { Surveys } from "../Surveys.ts"
import { ArchivedResponseRepository } from "./ArchivedResponseRepository.ts"
import { questionsOf } from "./AskedQuestion.ts"
import { type AskedTimes, readTimes } from "./AskedTimes.ts"
import { type EventTotals, noRates, ratesOf, type SurveyRates, totalsOf } from "./EventTotals.ts"
import { questionQueries, type QuestionStatistics } from "./QuestionStatistics.ts"
import { makeResponseQueries, type ResponseQueryError } from "./ResponseQueries.ts"
import { type ResponseWindow, responseWindow, windowValues } from "./ResponseWindow.ts"
import { countsSql, totalsOfSurvey, totalsOfSurveys } from "./StatisticsSql.ts"

/** The answers to the questions of a survey, by their ids. */
export type QuestionsStatistics = Readonly<Record<string, QuestionStatistics>>

/** The totals of a survey, and the answers to its questions. */
export interface SurveyStatisticsOf {
  readonly survey: Survey
  readonly totals: EventTotals
  readonly rates: SurveyRates
  readonly questions: QuestionsStatistics
}

/** The totals of all surveys; undefined without surveys. */
export interface ProjectStatistics {
  readonly totals: EventTotals | undefined
  readonly rates: SurveyRates
}

/** The options of a survey's statistics. */
export interface AskedStatistics extends AskedTimes {
  readonly excludeArchived: boolean
}

/** The options of counts: without ids those of all surveys. */
export interface AskedCounts {
  readonly excludeArchived: boolean
  readonly surveys: ReadonlyArray<string> | undefined
}

type Ports =
  | ArchivedResponseRepository
  | QueryEngine
  | QuerySlotRepository
  | SurveyRepository
  | Surveys

const everything: ResponseWindow = { from: earliest, to: latest }

/** Counts what is stored about surveys. */
const makeCounting = Effect.gen(function*() {
  const repository = yield* SurveyRepository
  const archive = yield* ArchivedResponseRepository
  const { rows } = yield* makeResponseQueries

  const archivedOf = (project: ProjectId, survey: Survey) =>
    Effect.map(
      archive.all(project, { where: is("survey_id", survey.id) }),
      (found) => found.map(({ response_key }) => response_key)
    )

  return {
    totals: Effect.fnUntraced(
      function*(project: Project, survey: Survey, window: ResponseWindow, archived: ReadonlyArray<string>) {
        const values = { survey: survey.id, ...windowValues(window) }
        const [row = []] = yield* rows(project, { sql: totalsOfSurvey, values, lists: { archived } })
        return totalsOf(row)
      }
    ),

    questions: Effect.fnUntraced(
      function*(project: Project, survey: Survey, window: ResponseWindow, archived: ReadonlyArray<string>) {
        const found = yield* Effect.forEach(
          questionQueries(questionsOf(survey)),
          ({ lists, read, sql, values }) =>
            Effect.map(
              rows(project, {
                sql,
                values: { ...values, survey: survey.id, ...windowValues(window) },
                lists: { ...lists, archived }
              }),
              ([row = []]) => read(row)
            )
        )
        return Object.fromEntries(found.flat())
      }
    ),

    archivedOf,

    totalsOfAll: Effect.fnUntraced(function*(project: Project, window: ResponseWindow) {
      const known = yield* repository.all(project.id, { where: is("archived", false) })
      if (known.length === 0) return undefined
      const lists = { surveys: known.map(({ id }) => id), archived: [] }
      const [row = []] = yield* rows(project, { sql: totalsOfSurveys, values: windowValues(window), lists })
      return totalsOf(row)
    }),

    counts: Effect.fnUntraced(function*(project: Project, { excludeArchived, surveys }: AskedCounts) {
      const [first] = yield* repository.all(project.id, {
        where: isNot("start_date", null),
        order: [{ field: "start_date", isDescending: false }]
      })
      const start = first?.start_date ?? undefined
      if (start === undefined) return {}
      const archived = excludeArchived ? yield* archive.all(project.id) : []
      const found = yield* rows(project, {
        sql: countsSql(surveys !== undefined),
        values: windowValues({ from: DateTime.toEpochMillis(start) * 1000 as EventTime, to: latest }),
        lists: {
          archived: archived.map(({ response_key, survey_id }) => `${survey_id}/${response_key}`),
          surveys: surveys ?? []
        }
      })
      return Object.fromEntries(found.map(([survey, count]) => [String(survey), Number(count)]))
    })
  }
})

/**
 * Statistics of surveys: the number of people who were shown one, dismissed it and answered, and the answers to each
 * question. Responses are those of `SurveyResponses`, so all numbers agree; merged persons are one. Ids stand as in
 * URLs.
 */
export class SurveyStatistics extends Context.Service<SurveyStatistics, {
  /** Of one survey, within its time. */
  readonly ofSurvey: (
    project: Project,
    survey: string,
    asked: AskedStatistics
  ) => Effect.Effect<SurveyStatisticsOf, SurveyNotFound | InvalidInput | ResponseQueryError>
  /** Of all surveys that are not archived, at any time. */
  readonly ofProject: (
    project: Project,
    asked: AskedTimes
  ) => Effect.Effect<ProjectStatistics, InvalidInput | ResponseQueryError>
  /** Responses by survey since the first survey began; surveys without any are left out. */
  readonly counts: (
    project: Project,
    asked: AskedCounts
  ) => Effect.Effect<Readonly<Record<string, number>>, ResponseQueryError>
  /** The answers to each question, without archived responses. */
  readonly questions: (
    project: Project,
    survey: Survey
  ) => Effect.Effect<QuestionsStatistics, ResponseQueryError>
}>()("@hedgerow/core/surveys/responses/SurveyStatistics") {
  static readonly layer: Layer.Layer<SurveyStatistics, never, Ports> = Layer.effect(
    SurveyStatistics,
    Effect.gen(function*() {
      const surveys = yield* Surveys
      const counting = yield* makeCounting

      const ofSurvey = Effect.fnUntraced(function*(project: Project, id: string, asked: AskedStatistics) {
        const survey = yield* surveys.find(project.id, id)
        const window = responseWindow(survey, yield* readTimes(asked))
        const archived = asked.excludeArchived ? yield* counting.archivedOf(project.id, survey) : []
        const totals = yield* counting.totals(project, survey, window, archived)
        const questions = yield* counting.questions(project, survey, window, archived)
        return { survey, totals, rates: ratesOf(totals), questions }
      })

      return SurveyStatistics.of({
        ofSurvey: Effect.fn("SurveyStatistics.ofSurvey")(ofSurvey),
        ofProject: Effect.fn("SurveyStatistics.ofProject")(function*(project, asked) {
          const totals = yield* counting.totalsOfAll(project, { ...everything, ...yield* readTimes(asked) })
          return { totals, rates: totals === undefined ? noRates : ratesOf(totals) }
        }),
        counts: Effect.fn("SurveyStatistics.counts")(counting.counts),
        questions: Effect.fn("SurveyStatistics.questions")(function*(project, survey) {
          const archived = yield* counting.archivedOf(project.id, survey)
          return yield* counting.questions(project, survey, responseWindow(survey), archived)
        })
      })
    })
  ).pipe(Layer.provide(QuerySlots.layer))
}
