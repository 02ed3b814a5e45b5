import { Context, Effect } from "effect"
import type { TextAnswer } from "../responses/ResponseTexts.ts"
import { extractiveHeadline, extractiveSummary } from "./ExtractiveSummary.ts"
import type { QuestionDigest } from "./QuestionDigest.ts"

/** What made a summary. */
export interface Generator {
  /** `extractive` counts words and quotes answers; `llm` is a language model. */
  readonly kind: "extractive" | "llm"
  readonly name: string
  readonly version: string
}

/** What people wrote to one question. */
export interface WrittenAnswers {
  readonly question: string
  /** The newest first: one at least. */
  readonly answers: ReadonlyArray<TextAnswer>
}

/** What people answered to a survey, question by question. */
export interface SampledSurvey {
  readonly name: string
  readonly responses: number
  readonly questions: ReadonlyArray<QuestionDigest>
}

/** A summary and where it is from. */
export interface Summarized {
  readonly text: string
  readonly generator: Generator
  /** The responses that it quotes, or that it was made of where it does not say. */
  readonly sources: ReadonlyArray<string>
  /** Why it is not what was meant to be made. */
  readonly warning?: string
}

/** Makes summaries of what people answered. */
export interface Summarizing {
  /** What makes them when nothing goes wrong. */
  readonly generator: Generator
  readonly summarizeQuestion: (written: WrittenAnswers) => Effect.Effect<Summarized>
  readonly headline: (survey: SampledSurvey) => Effect.Effect<Summarized>
}

const generator: Generator = { kind: "extractive", name: "hedgerow-terms", version: "1" }

/** Counts words and quotes answers: the same answers make the same text, and nothing leaves the server. */
export const extractive: Summarizing = {
  generator,
  summarizeQuestion: (written) => Effect.map(extractiveSummary(written), (made) => ({ ...made, generator })),
  headline: (survey) => Effect.map(extractiveHeadline(survey), (made) => ({ ...made, generator }))
}

/** What makes summaries: words are counted unless the host provides something else. */
export class SurveySummarizer extends Context.Reference<Summarizing>(
  "@hedgerow/core/surveys/summaries/SurveySummarizer",
  { defaultValue: () => extractive }
) {}
