import { Context, Effect } from "effect"
import type { EventTime } from "../../events/EventTime.ts"
import type { Project } from "../../identity/Project.ts"
import type { InvalidInput } from "../../shared/InvalidInput.ts"
import { draftByGrammar } from "./DraftByGrammar.ts"
import type { Vocabulary } from "./Vocabulary.ts"

/** A request for SQL: the prompt, and the names that it may refer to. */
export interface DraftRequest {
  readonly project: Project
  readonly now: EventTime
  readonly prompt: string
  /** The query that the prompt may want changed. */
  readonly currentQuery: string | undefined
  readonly vocabulary: Vocabulary
}

/** The grammar as a drafter. */
export const grammarDraft = ({ currentQuery, prompt, vocabulary }: DraftRequest): Effect.Effect<string, InvalidInput> =>
  Effect.suspend(() => Effect.fromResult(draftByGrammar(prompt, currentQuery, vocabulary)))

/**
 * Writes SQL for what people ask in words. A prompt that it does not understand is `unclear` at `prompt`. The grammar of
 * core is used unless the host provides another one.
 */
export class SqlDrafter extends Context.Reference<{
  readonly draft: (request: DraftRequest) => Effect.Effect<string, InvalidInput>
}>("@hedgerow/core/query/draft/SqlDrafter", { defaultValue: () => ({ draft: grammarDraft }) }) {}
