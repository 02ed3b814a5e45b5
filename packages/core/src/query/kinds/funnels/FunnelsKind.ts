import { plainKind } from "../../PlainKind.ts"
import type { QueryKind } from "../../QueryKind.ts"
import { failedInsight, insightAnswer, insightFreshness } from "../../structured/InsightFields.ts"
import { momentOf } from "../../structured/Moments.ts"
import { FunnelsAnswer } from "./FunnelsAnswer.ts"
import { decodeFunnels, type FunnelsNode, FunnelsQuery, significantFunnels } from "./FunnelsNode.ts"
import { funnelsResults } from "./FunnelsResults.ts"
import { type FunnelsOutcome, runFunnels } from "./RunFunnels.ts"

/** The number of actors who reach each step, and the time that they take. */
export const funnelsQuery: QueryKind<FunnelsNode, FunnelsOutcome> = {
  kind: "FunnelsQuery",
  ...plainKind,
  node: FunnelsQuery,
  answer: FunnelsAnswer,
  decode: decodeFunnels,
  freshness: (node, asked) => insightFreshness(node, node.interval ?? "day", momentOf(asked, node.modifiers)),
  significant: significantFunnels,
  run: runFunnels,
  encode: (outcome, { envelope, node }) => ({
    ...insightAnswer(outcome, node.modifiers, envelope),
    results: funnelsResults(node, outcome)
  }),
  encodeFailure: (detail, { envelope }) => ({ ...envelope, ...failedInsight(detail) })
}
