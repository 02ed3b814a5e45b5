import { Context, DateTime, Effect, Layer } from "effect"
import type { Project } from "../../identity/Project.ts"
import { contentHash } from "../../shared/ContentHash.ts"
import { InvalidInput } from "../../shared/InvalidInput.ts"
import type { Transaction } from "../../shared/Transaction.ts"
import { type AskedQuestion, questionsOf } from "../responses/AskedQuestion.ts"
import type { ResponseQueryError } from "../responses/ResponseQueries.ts"
import { SurveyResponses } from "../responses/SurveyResponses.ts"
import type { Survey } from "../Survey.ts"
import type { SurveyNotFound } from "../SurveyErrors.ts"
import { Surveys } from "../Surveys.ts"
import { answersAsked, maxAnswers, tellingAnswers } from "./AnswerNoise.ts"
import { type MadeSummary, makeCachedSummaries } from "./CachedSummaries.ts"
import { figures } from "./Figures.ts"
import { digestOf } from "./QuestionDigest.ts"
import type { Summarized } from "./Summarizing.ts"
import { extractive, SurveySummarizer } from "./SurveySummarizer.ts"
import type { SurveySummaryRepository } from "./SurveySummaryRepository.ts"

/** The question that is meant: by its id, or by its place. */
export interface QuestionNamed {
  readonly id: string | undefined
  readonly index: number | undefined
}

type Ports = SurveyResponses | Surveys | SurveySummaryRepository | Transaction

const unknownQuestion = new InvalidInput({
  issues: [{ path: [], code: "invalid_input", message: "the text of the question is required", field: null }]
})

const nothing = "No responses to analyze."

const noText = (text: string): Summarized => ({ text, generator: extractive.generator, sources: [] })

/** Summaries of what people answered. Survey ids stand as in URLs. */
export class SurveySummaries extends Context.Service<SurveySummaries, {
  /** The summary of the newest hundred answers to one question. */
  readonly ofQuestion: (
    project: Project,
    survey: string,
    question: QuestionNamed,
    isForced: boolean
  ) => Effect.Effect<MadeSummary, SurveyNotFound | InvalidInput | ResponseQueryError>
  /** The summary of a survey in one line, from its newest hundred responses. */
  readonly headline: (
    project: Project,
    survey: string,
    isForced: boolean
  ) => Effect.Effect<MadeSummary, SurveyNotFound | ResponseQueryError>
}>()("@hedgerow/core/surveys/summaries/SurveySummaries") {
  static readonly layer: Layer.Layer<SurveySummaries, never, Ports> = Layer.effect(
    SurveySummaries,
    Effect.gen(function*() {
      const surveys = yield* Surveys
      const responses = yield* SurveyResponses
      const kept = yield* makeCachedSummaries

      const stateOf = Effect.fnUntraced(function*(project: Project, survey: Survey, about: unknown) {
        const { generator } = yield* SurveySummarizer
        const { archived, newest, responses: count } = yield* responses.state(project, survey)
        return { count, state: contentHash(JSON.stringify([about, count, newest, archived, generator])) }
      })

      const sampled = Effect.fnUntraced(
        function*(project: Project, survey: Survey, asked: ReadonlyArray<AskedQuestion>) {
          const latest = yield* responses.latest(project, survey, maxAnswers)
          const digests = asked.flatMap((question) => {
            const given = latest.flatMap(({ answers, submitted_at, uuid }) => {
              const answer = answers.find(({ question_id }) => question_id === question.id)?.answer ?? null
              return answer === null ? [] : [{ response_uuid: uuid, submitted_at, answer }]
            })
            return digestOf(question, given) ?? []
          })
          return { responses: latest.length, uuids: new Set(latest.map(({ uuid }) => uuid)), digests }
        }
      )

      /** The texts of one question; with `among` those of these responses alone. */
      const ofText = Effect.fnUntraced(function*(
        project: Project,
        survey: Survey,
        question: AskedQuestion,
        among?: ReadonlySet<string>
      ) {
        const { summarizeQuestion } = yield* SurveySummarizer
        const texts = yield* responses.texts(project, survey, question.id, answersAsked)
        const answers = tellingAnswers(
          among === undefined ? texts : texts.filter(({ response_uuid }) => among.has(response_uuid))
        )
        const made = answers.length === 0
          ? noText(nothing)
          : yield* summarizeQuestion({ question: question.text, answers })
        return { ...made, considered: answers.length, hasMore: false }
      })

      const ofFigures = Effect.fnUntraced(function*(
        project: Project,
        survey: Survey,
        question: AskedQuestion,
        count: number
      ) {
        const { digests: [digest], responses: newest, uuids } = yield* sampled(project, survey, [question])
        if (digest === undefined || digest._tag === "Text" || digest.count === 0) {
          return { ...noText(nothing), considered: 0, hasMore: false }
        }
        const written = digest._tag === "Choice" && digest.own > 0
          ? yield* ofText(project, survey, question, uuids)
          : undefined
        const own = written === undefined || written.considered === 0 ? undefined : written
        const numbers = figures(digest, count > newest ? newest : undefined)
        const text = own === undefined ? numbers : `${numbers}\n\nIn their own words: ${own.text}`
        return { ...noText(text), ...own, text, considered: digest.count, hasMore: false }
      })

      const ofQuestion = Effect.fnUntraced(
        function*(project: Project, id: string, named: QuestionNamed, isForced: boolean) {
          const survey = yield* surveys.find(project.id, id)
          const question = questionsOf(survey).find((one) =>
            named.id === undefined ? one.index === named.index : one.id === named.id
          )
          if (question === undefined || question.text === "") return yield* unknownQuestion
          const { count, state } = yield* stateOf(project, survey, question)
          const isText = question.type === "open"
          return yield* kept(
            { project, survey, question: question.id, state, isForced },
            isText ? ofText(project, survey, question) : ofFigures(project, survey, question, count)
          )
        }
      )

      const ofSurvey = Effect.fnUntraced(function*(project: Project, survey: Survey, count: number) {
        const { headline } = yield* SurveySummarizer
        const { digests, responses } = yield* sampled(project, survey, questionsOf(survey))
        const made = responses === 0
          ? noText("No responses yet")
          : yield* headline({ name: survey.name, responses, questions: digests })
        return { ...made, considered: responses, hasMore: count > responses }
      })

      const headline = Effect.fnUntraced(function*(project: Project, id: string, isForced: boolean) {
        const survey = yield* surveys.find(project.id, id)
        if (questionsOf(survey).length === 0) {
          const empty = { ...noText("No questions in survey"), considered: 0, hasMore: false, trace_id: survey.id }
          return { ...empty, generatedAt: yield* DateTime.now, cached: false } satisfies MadeSummary
        }
        const { count, state } = yield* stateOf(project, survey, survey.questions)
        return yield* kept(
          { project, survey, question: undefined, state, isForced },
          ofSurvey(project, survey, count)
        )
      })

      return SurveySummaries.of({
        ofQuestion: Effect.fn("SurveySummaries.ofQuestion")(ofQuestion),
        headline: Effect.fn("SurveySummaries.headline")(headline)
      })
    })
  )
}
