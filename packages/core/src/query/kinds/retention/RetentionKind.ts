import { wireFields } from "@hedgerow/sql/types/ResultJson"
import { plainKind } from "../../PlainKind.ts"
import type { QueryKind } from "../../QueryKind.ts"
import { failedInsight, insightAnswer, insightFreshness } from "../../structured/InsightFields.ts"
import { momentOf } from "../../structured/Moments.ts"
import { RetentionAnswer } from "./RetentionAnswer.ts"
import { decodeRetention, type RetentionNode, RetentionQuery, significantRetention } from "./RetentionNode.ts"
import { type FoundRetention, runRetention } from "./RunRetention.ts"

/** The number of actors who come back after each number of hours, days, weeks or months. */
export const retentionQuery: QueryKind<RetentionNode, FoundRetention> = {
  kind: "RetentionQuery",
  ...plainKind,
  node: RetentionQuery,
  answer: RetentionAnswer,
  decode: decodeRetention,
  freshness: (node, asked) =>
    insightFreshness(
      node,
      node.retentionFilter.period === "Hour" ? "hour" : "day",
      momentOf(asked, node.modifiers)
    ),
  significant: significantRetention,
  run: runRetention,
  encode: ({ results, ...found }, { envelope, node: { modifiers } }) => ({
    ...insightAnswer(found, modifiers, envelope),
    ...wireFields({ results })
  }),
  encodeFailure: (detail, { envelope }) => ({ ...envelope, ...failedInsight(detail) })
}
