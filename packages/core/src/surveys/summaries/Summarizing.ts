import type { Effect } from "effect"
import type { TextAnswer } from "../responses/ResponseTexts.ts"
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
