import { plainKind } from "../../PlainKind.ts"
import type { QueryKind } from "../../QueryKind.ts"
import { failedInsight, insightAnswer, insightFreshness } from "../../structured/InsightFields.ts"
import { momentOf } from "../../structured/Moments.ts"
import { LifecycleAnswer } from "./LifecycleAnswer.ts"
import { decodeLifecycle, type LifecycleNode, LifecycleQuery, significantLifecycle } from "./LifecycleNode.ts"
import { type LifecycleOutcome, lifecycleResults, runLifecycle } from "./RunLifecycle.ts"

/** The number of actors who are new, returning, resurrecting and dormant. */
export const lifecycleQuery: QueryKind<LifecycleNode, LifecycleOutcome> = {
  kind: "LifecycleQuery",
  ...plainKind,
  node: LifecycleQuery,
  answer: LifecycleAnswer,
  decode: decodeLifecycle,
  freshness: (node, asked) => insightFreshness(node, node.interval ?? "day", momentOf(asked, node.modifiers)),
  significant: significantLifecycle,
  run: runLifecycle,
  encode: (outcome, { envelope, node }) => ({
    ...insightAnswer(outcome, node.modifiers, envelope),
    results: lifecycleResults(outcome)
  }),
  encodeFailure: (detail, { envelope }) => ({ ...envelope, ...failedInsight(detail) })
}
