import { Effect } from "effect"
import type { QueryRun } from "../../QueryKind.ts"
import { type Buckets, bucketsOf } from "../../structured/Buckets.ts"
import type { ClosedSpan } from "../../structured/InsightFields.ts"
import type { RanStatement } from "../../structured/RunStatement.ts"
import {
  countDurations,
  countEntrances,
  countSteps,
  type EntranceCounts,
  type FunnelCounting,
  type StepCounts
} from "./FunnelCounts.ts"
import { levelsOf } from "./FunnelLevels.ts"
import type { FunnelsNode } from "./FunnelsNode.ts"
import { type FunnelCut, prepareFunnel, rangeOf, rulesOf } from "./PrepareFunnel.ts"
import { eachPart } from "./ReadParts.ts"

/** The numbers that a funnel found. */
export type FunnelFound =
  | { readonly _tag: "Steps"; readonly groups: ReadonlyArray<StepCounts> }
  | { readonly _tag: "Durations"; readonly durations: ReadonlyArray<number> }
  | { readonly _tag: "Entrances"; readonly groups: ReadonlyArray<EntranceCounts>; readonly buckets: Buckets }

/** The outcome of a funnel query. */
export interface FunnelsOutcome {
  readonly found: FunnelFound
  readonly cut: FunnelCut | undefined
  readonly span: ClosedSpan
  readonly ran: RanStatement
}

/** Finds the numbers of a funnel. */
export const runFunnels = Effect.fnUntraced(function*(node: FunnelsNode, run: QueryRun) {
  const { asked, cut, interval, moment, question, span } = yield* prepareFunnel(node, run)
  const rules = rulesOf(node)
  const counted = Effect.fnUntraced(
    function*<Counts>(counting: FunnelCounting<Counts>, found: (counts: Counts) => FunnelFound) {
      const ran = yield* eachPart(question, asked, counting.see)
      const outcome: FunnelsOutcome = { found: found(counting.counts()), cut, span, ran }
      return outcome
    }
  )
  const levels = node.filter.funnelVizType === "trends" || node.filter.funnelVizType === "time_to_convert"
    ? undefined
    : yield* levelsOf(question, asked)
  if (levels !== undefined) {
    const outcome: FunnelsOutcome = { found: { _tag: "Steps", groups: levels.groups }, cut, span, ran: levels.ran }
    return outcome
  }
  switch (node.filter.funnelVizType) {
    case "time_to_convert":
      return yield* counted(countDurations(rules, rangeOf(node)), (durations) => ({ _tag: "Durations", durations }))
    case "trends": {
      const buckets = yield* Effect.fromResult(bucketsOf(span, interval, moment, node.path))
      return yield* counted(
        countEntrances(rules, rangeOf(node), buckets.starts),
        (groups) => ({ _tag: "Entrances", groups, buckets })
      )
    }
    default:
      return yield* counted(countSteps(rules), (groups) => ({ _tag: "Steps", groups }))
  }
})
