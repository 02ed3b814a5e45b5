import { Effect } from "effect"
import type { QueryRun } from "../../QueryKind.ts"
import { type Buckets, bucketsOf } from "../../structured/Buckets.ts"
import type { ClosedSpan } from "../../structured/InsightFields.ts"
import { joinedRuns, type RanStatement } from "../../structured/RunStatement.ts"
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
import { type FunnelCut, type prepareFunnel, prepareParts, rangeOf, rulesOf } from "./PrepareFunnel.ts"
import { eachPart } from "./ReadParts.ts"

/** The numbers that a funnel found. */
export type FunnelFound =
  | { readonly _tag: "Steps"; readonly groups: ReadonlyArray<StepCounts> }
  | { readonly _tag: "Durations"; readonly durations: ReadonlyArray<number> }
  | { readonly _tag: "Entrances"; readonly groups: ReadonlyArray<EntranceCounts>; readonly buckets: Buckets }

/** The numbers of a funnel within one cohort, or of all of it. */
export interface FunnelPart {
  readonly found: FunnelFound
  readonly cut: FunnelCut | undefined
}

/** The outcome of a funnel query. */
export interface FunnelsOutcome {
  readonly parts: ReadonlyArray<FunnelPart>
  readonly span: ClosedSpan
  readonly ran: RanStatement
}

type Prepared = Effect.Success<ReturnType<typeof prepareFunnel>>

const runPart = Effect.fnUntraced(function*(node: FunnelsNode, prepared: Prepared) {
  const { asked, cut, interval, moment, question, span } = prepared
  const rules = rulesOf(node)
  const counted = <Counts>(counting: FunnelCounting<Counts>, found: (counts: Counts) => FunnelFound) =>
    Effect.map(eachPart(question, asked, counting.see), (ran) => ({ found: found(counting.counts()), cut, span, ran }))
  const steps = (groups: ReadonlyArray<StepCounts>): FunnelFound => ({ _tag: "Steps", groups })
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
    default: {
      const levels = yield* levelsOf(question, asked)
      return levels === undefined
        ? yield* counted(countSteps(rules), steps)
        : { found: steps(levels.groups), cut, span, ran: levels.ran }
    }
  }
})

/** Finds the numbers of a funnel. */
export const runFunnels = Effect.fnUntraced(function*(node: FunnelsNode, run: QueryRun) {
  const found = yield* Effect.forEach(yield* prepareParts(node, run), (prepared) => runPart(node, prepared))
  const [first] = found
  if (first === undefined) return yield* Effect.die(new Error("A funnel has a part."))
  const outcome: FunnelsOutcome = { parts: found, span: first.span, ran: joinedRuns(found.map(({ ran }) => ran)) }
  return outcome
})
