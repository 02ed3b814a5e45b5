import { decodeNode } from "../../DecodeNode.ts"
import { plainKind } from "../../PlainKind.ts"
import type { QueryKind } from "../../QueryKind.ts"
import { wireFields } from "../../ResultJson.ts"
import { insightFreshness } from "../../structured/InsightFields.ts"
import { momentOf } from "../../structured/Moments.ts"
import { RetentionQuery } from "./RetentionNode.ts"
import { type FoundRetention, runRetention } from "./RunRetention.ts"

const decode = decodeNode(RetentionQuery)

/** Who comes back after so many hours, days, weeks or months. */
export const retentionQuery: QueryKind<RetentionQuery, FoundRetention> = {
  kind: "RetentionQuery",
  ...plainKind,
  freshness: (node, asked) => insightFreshness(node, "day", momentOf(asked, node.modifiers)),
  decode,
  significant: ({ breakdownFilter, retentionFilter, ...node }) => ({ ...node, breakdownFilter, retentionFilter }),
  run: runRetention,
  encode: ({ results }, { envelope }) => ({
    ...envelope,
    ...wireFields({ results })
  }),
  encodeFailure: (error, { envelope }) => ({ ...envelope, results: [], error })
}
