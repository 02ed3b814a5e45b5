import { Context, Effect } from "effect"
import { extractiveHeadline, extractiveSummary } from "./ExtractiveSummary.ts"
import type { Generator, Summarizing } from "./Summarizing.ts"

const generator: Generator = { kind: "extractive", name: "hedgerow-terms", version: "1" }

/** Counts words and quotes answers: the same answers make the same text, and nothing leaves the server. */
export const extractive: Summarizing = {
  generator,
  summarizeQuestion: (written) => Effect.map(extractiveSummary(written), (made) => ({ ...made, generator })),
  headline: (survey) => Effect.map(extractiveHeadline(survey), (made) => ({ ...made, generator }))
}

/** The generator of summaries: words are counted unless the host provides another one. */
export class SurveySummarizer extends Context.Reference<Summarizing>(
  "@hedgerow/core/surveys/summaries/SurveySummarizer",
  { defaultValue: () => extractive }
) {}
