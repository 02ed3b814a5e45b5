import type { ProjectId } from "@hedgerow/core/identity/Project"
import { Context, Effect } from "effect"
import type { RateAnswer } from "./RateAnswer.ts"

/** The facts that are found out about a request on its way in, for its log entry and the headers of its answer. */
export interface Facts {
  /** The id of the key it came with. */
  key?: string | undefined
  project?: ProjectId
  /** The tightest of the rates that it was counted by. */
  rate?: RateAnswer
  /** The reason for which it cannot be answered now. */
  cause?: string
}

/** The facts about the request that is being answered; undefined where there is none. */
export class RequestFacts extends Context.Reference<Facts | undefined>(
  "@hedgerow/http/shared/RequestFacts",
  { defaultValue: () => undefined }
) {}

/** Remembers facts about the request of a context. */
export const noteFactsIn = (context: Context.Context<never>, found: Facts): void => {
  const facts = Context.get(context, RequestFacts)
  if (facts !== undefined) Object.assign(facts, found)
}

/** Remembers facts about the request. */
export const noteFacts = (found: Facts): Effect.Effect<void> =>
  Effect.withFiber(({ context }) => {
    noteFactsIn(context, found)
    return Effect.void
  })
