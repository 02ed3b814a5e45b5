import { Effect } from "effect"
import { plainKind } from "../../PlainKind.ts"
import type { QueryKind } from "../../QueryKind.ts"
import { failedInsight, insightAnswer, insightFreshness } from "../../structured/InsightFields.ts"
import { momentOf } from "../../structured/Moments.ts"
import { inTime } from "../../structured/RunStatement.ts"
import { runStickiness, type StickinessOutcome, stickinessResults } from "./RunStickiness.ts"
import { StickinessAnswer } from "./StickinessAnswer.ts"
import { decodeStickiness, significantStickiness, type StickinessNode, StickinessQuery } from "./StickinessNode.ts"

/** In how many intervals actors did something. */
export const stickinessQuery: QueryKind<StickinessNode, StickinessOutcome> = {
  kind: "StickinessQuery",
  ...plainKind,
  node: StickinessQuery,
  answer: StickinessAnswer,
  decode: decodeStickiness,
  freshness: (node, asked) => insightFreshness(node, node.interval ?? "day", momentOf(asked, node.modifiers)),
  significant: significantStickiness,
  run: (node, run) => Effect.timeoutOrElse(runStickiness(node, run), inTime(run)),
  encode: (outcome, { envelope, node }) => ({
    ...insightAnswer(outcome, node.modifiers, envelope),
    results: stickinessResults(node, outcome)
  }),
  encodeFailure: (detail, { envelope }) => ({ ...envelope, ...failedInsight(detail) })
}
