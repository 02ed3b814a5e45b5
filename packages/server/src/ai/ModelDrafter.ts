import { checkDraft } from "@hedgerow/core/query/draft/CheckDraft"
import { promptUnclear } from "@hedgerow/core/query/draft/DraftErrors"
import { type DraftRequest, grammarDraft, SqlDrafter } from "@hedgerow/core/query/draft/SqlDrafter"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { ChatCompletions } from "./ChatCompletions.ts"
import { draftQuestion } from "./DraftInstructions.ts"
import { unfenced } from "./Unfenced.ts"

/** A longer current query is left to the grammar. */
const maxCurrentLength = 20_000

/** Drafts come from a language model; without a usable answer of it, from the grammar. */
export const layer: Layer.Layer<never, never, ChatCompletions> = Layer.effect(
  SqlDrafter,
  Effect.gen(function*() {
    const { complete } = yield* ChatCompletions

    const byGrammar = (request: DraftRequest, reason: string) =>
      Effect.andThen(Effect.logWarning(`A draft of SQL is left to the grammar. ${reason}`), grammarDraft(request))

    const readAnswer = Effect.fnUntraced(function*(request: DraftRequest, answer: string) {
      const text = unfenced(answer)
      const [, reason] = /^UNCLEAR:?\s*([\s\S]*)$/.exec(text) ?? []
      if (reason !== undefined) return yield* promptUnclear(reason.trim() || "It is not clear what is asked for.")
      const checked = checkDraft(text, request)
      return Result.isSuccess(checked)
        ? checked.success
        : yield* byGrammar(request, `The language model's SQL is none of the dialect: ${checked.failure.detail}`)
    })

    const draft = Effect.fn("ModelDrafter.draft")(function*(request: DraftRequest) {
      if ((request.currentQuery ?? "").length > maxCurrentLength) return yield* grammarDraft(request)
      return yield* Effect.matchEffect(complete(draftQuestion(request)), {
        onFailure: ({ message }) => byGrammar(request, message),
        onSuccess: (answer) => readAnswer(request, answer)
      })
    })
    return { draft }
  })
)
