/** The progress of each actor of a funnel, with times, for queries about those actors. */
import { Effect, Struct } from "effect"
import { InvalidInput } from "../../../shared/InvalidInput.ts"
import { QueryTooLarge } from "../../QueryEngine.ts"
import type { QueryRun } from "../../QueryKind.ts"
import type { ClosedSpan } from "../../structured/InsightFields.ts"
import type { RanStatement } from "../../structured/RunStatement.ts"
import { makeProgress } from "./evaluate/EvaluateActor.ts"
import type { Progress } from "./evaluate/FunnelRules.ts"
import { resultFields } from "./FunnelsFilter.ts"
import type { FunnelsNode } from "./FunnelsNode.ts"
import { prepareFunnel, rulesOf } from "./PrepareFunnel.ts"
import { eachActor } from "./ReadParts.ts"

/** At most this many actors of one funnel are followed. */
const maxActors = 500_000

/** The actors that are meant, each with what is known of it. */
export interface Journeys<Known> {
  readonly actors: ReadonlyMap<string, Known>
  /** The time that the funnel is about. */
  readonly span: ClosedSpan
  readonly ran: RanStatement
}

/** The funnel by itself: neither cut by values nor over time. */
const wholeFunnel = (node: FunnelsNode): FunnelsNode => ({
  ...Struct.omit(node, ["breakdownFilter"]),
  filter: { ...resultFields(node.filter), funnelVizType: "steps" }
})

/** Refuses a funnel that identifies its actors by an expression, since their other events are not known. */
const splitByExpression = ({ filter, path }: FunnelsNode): InvalidInput | undefined =>
  (filter.funnelAggregateByHogQL ?? "") === "" ? undefined : InvalidInput.at(
    [...path, "funnelsFilter", "funnelAggregateByHogQL"],
    "invalid_value",
    "Values of an expression are no persons whose other events are known."
  )

/** The funnel by itself, prepared. */
export const prepareJourneys = Effect.fnUntraced(function*(node: FunnelsNode, run: QueryRun) {
  const refused = splitByExpression(node)
  if (refused !== undefined) return yield* refused
  return yield* prepareFunnel(wholeFunnel(node), run)
})

/** The actors of a funnel that `known` has entries of. */
export const journeysOf = Effect.fnUntraced(
  function*<Known>(node: FunnelsNode, run: QueryRun, known: (progress: Progress) => Known | undefined) {
    const { asked, question, span } = yield* prepareJourneys(node, run)
    const progressOf = makeProgress(rulesOf(question.node))
    const actors = new Map<string, Known>()
    const ran = yield* eachActor(question, asked, ({ history }, actor) => {
      const progress = progressOf(history)
      const found = progress === undefined ? undefined : known(progress)
      if (found !== undefined && actors.size <= maxActors) actors.set(actor, found)
    })
    if (actors.size > maxActors) return yield* new QueryTooLarge({ limit: "rows", most: maxActors })
    const journeys: Journeys<Known> = { actors, span, ran }
    return journeys
  }
)
