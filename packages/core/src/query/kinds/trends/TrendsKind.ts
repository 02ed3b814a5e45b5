import { Effect } from "effect"
import { plainKind } from "../../PlainKind.ts"
import type { QueryKind } from "../../QueryKind.ts"
import { failedInsight, insightAnswer, insightFreshness } from "../../structured/InsightFields.ts"
import { momentOf } from "../../structured/Moments.ts"
import { inTime } from "../../structured/RunStatement.ts"
import { runTrends, type TrendsOutcome } from "./RunTrends.ts"
import { TrendsAnswer } from "./TrendsAnswer.ts"
import { decodeTrends, significantTrends, type TrendsNode, TrendsQuery } from "./TrendsNode.ts"
import { trendsResults } from "./TrendsResults.ts"

/** The number of events, or another measure of them, over time. */
export const trendsQuery: QueryKind<TrendsNode, TrendsOutcome> = {
  kind: "TrendsQuery",
  ...plainKind,
  node: TrendsQuery,
  answer: TrendsAnswer,
  decode: decodeTrends,
  freshness: (node, asked) => insightFreshness(node, node.interval ?? "day", momentOf(asked, node.modifiers)),
  significant: significantTrends,
  run: (node, run) => Effect.timeoutOrElse(runTrends(node, run), inTime(run)),
  encode: (outcome, { envelope, node }) => ({
    ...insightAnswer(outcome, node.modifiers, envelope),
    results: trendsResults(node, outcome),
    hasMore: outcome.hasMore
  }),
  encodeFailure: (detail, { envelope }) => ({ ...envelope, ...failedInsight(detail), hasMore: false })
}
