import type { Effect } from "effect"
import type { TextAnswer } from "../responses/ResponseTexts.ts"
import type { QuestionDigest } from "./QuestionDigest.ts"

/** The maker of a summary. */
export interface Generator {
  /** `extractive` counts words and quotes answers; `llm` is a language model. */
  readonly kind: "extractive" | "llm"
  readonly name: string
  readonly version: string
}

/** The texts that people wrote as answers to one question. */
export interface WrittenAnswers {
  readonly question: string
  /** The newest first: one at least. */
  readonly answers: ReadonlyArray<TextAnswer>
}

/** The answers to a survey, question by question. */
export interface SampledSurvey {
  readonly name: string
  readonly responses: number
  readonly questions: ReadonlyArray<QuestionDigest>
}

/** A summary and where it is from. */
export interface Summarized {
  readonly text: string
  readonly generator: Generator
  /** The responses that it quotes; all that it was made of where it names none. */
  readonly sources: ReadonlyArray<string>
  /** The reason for which another generator made it. */
  readonly warning?: string
}

/** Makes summaries of what people answered. */
export interface Summarizing {
  /** The generator of summaries when nothing fails. */
  readonly generator: Generator
  readonly summarizeQuestion: (written: WrittenAnswers) => Effect.Effect<Summarized>
  readonly headline: (survey: SampledSurvey) => Effect.Effect<Summarized>
}
