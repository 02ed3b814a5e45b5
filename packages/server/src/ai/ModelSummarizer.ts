import type { Generator, SampledSurvey, Summarized, WrittenAnswers } from "@hedgerow/core/surveys/summaries/Summarizing"
import { escapeMarkdown, plainLine } from "@hedgerow/core/surveys/summaries/SummaryText"
import { extractive, SurveySummarizer } from "@hedgerow/core/surveys/summaries/SurveySummarizer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { AiSettings } from "./AiSettings.ts"
import { ChatCompletions, type ChatFailed } from "./ChatCompletions.ts"
import { headlineQuestion, summaryQuestion } from "./SummaryInstructions.ts"
import { unfenced } from "./Unfenced.ts"

/** Another number with other instructions: kept summaries are made anew. */
const version = "1"

const maxField = 600
const maxThemes = 5

const ModelSummary = Schema.fromJsonString(Schema.Struct({
  overview: Schema.String,
  themes: Schema.NonEmptyArray(Schema.Struct({
    theme: Schema.String,
    description: Schema.String,
    frequency: Schema.Literals(["common", "moderate", "rare"])
  })),
  key_insight: Schema.String
}))

/** The model's text on one line: it may repeat texts of strangers, so Markdown in it is escaped. */
const line = (text: string): string => escapeMarkdown(Array.from(plainLine(text)).slice(0, maxField).join(""))

const markdown = ({ key_insight, overview, themes }: typeof ModelSummary.Type, name: string, count: number): string =>
  [
    line(overview),
    "",
    ...themes.slice(0, maxThemes).map(({ description, frequency, theme }) =>
      `- **${line(theme)}** (${frequency}): ${line(description)}`
    ),
    "",
    line(key_insight),
    "",
    `_Written by a language model (${line(name)}) from ${count} answers; it may be wrong._`
  ].join("\n")

const sourcesOf = ({ questions }: SampledSurvey): ReadonlyArray<string> => [
  ...new Set(
    questions.flatMap((digest) =>
      digest._tag === "Text" ? digest.answers.map(({ response_uuid }) => response_uuid) : []
    )
  )
]

const unusable = "The language model gave no usable summary; words were counted instead."

/**
 * Summaries come from a language model; without a usable answer of it, words are counted, and the summary has a
 * warning.
 */
export const layer = ({ model }: AiSettings): Layer.Layer<never, never, ChatCompletions> =>
  Layer.effect(
    SurveySummarizer,
    Effect.gen(function*() {
      const { complete } = yield* ChatCompletions
      const generator: Generator = { kind: "llm", name: model, version }

      const orCounted = (
        made: Effect.Effect<Summarized, ChatFailed | Schema.SchemaError | string>,
        counted: Effect.Effect<Summarized>
      ) =>
        Effect.matchEffect(made, {
          onFailure: (reason) =>
            Effect.logWarning(`${unusable} ${typeof reason === "string" ? reason : reason.message}`).pipe(
              Effect.andThen(counted),
              Effect.map((summary): Summarized => ({ ...summary, warning: unusable }))
            ),
          onSuccess: Effect.succeed
        })

      const written = Effect.fnUntraced(function*(asked: WrittenAnswers) {
        const answer = yield* complete(summaryQuestion(asked))
        const summary = yield* Schema.decodeEffect(ModelSummary)(unfenced(answer))
        const sources = asked.answers.map(({ response_uuid }) => response_uuid)
        return { text: markdown(summary, model, asked.answers.length), generator, sources }
      })

      const headed = Effect.fnUntraced(function*(survey: SampledSurvey) {
        const answer = plainLine(unfenced(yield* complete(headlineQuestion(survey))))
        if (answer === "" || answer.length > maxField) return yield* Effect.fail("It did not answer with one sentence.")
        return { text: answer, generator, sources: sourcesOf(survey) }
      })

      return {
        generator,
        summarizeQuestion: Effect.fn("ModelSummarizer.summarizeQuestion")((asked: WrittenAnswers) =>
          orCounted(written(asked), extractive.summarizeQuestion(asked))
        ),
        headline: Effect.fn("ModelSummarizer.headline")((survey: SampledSurvey) =>
          orCounted(headed(survey), extractive.headline(survey))
        )
      }
    })
  )
