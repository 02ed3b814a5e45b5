import { Struct } from "effect"
import { decodeNode } from "../../DecodeNode.ts"
import { plainKind } from "../../PlainKind.ts"
import type { QueryKind } from "../../QueryKind.ts"
import { failedInsight, insightAnswer, insightFreshness } from "../../structured/InsightFields.ts"
import { momentOf } from "../../structured/Moments.ts"
import { ErrorTrackingAnswer } from "./ErrorTrackingAnswer.ts"
import { type ErrorTrackingNode, ErrorTrackingQuery } from "./ErrorTrackingNode.ts"
import { type FoundIssues, runErrorTracking } from "./RunErrorTracking.ts"

/** Exceptions by issue: how often, when, and whom they met. */
export const errorTrackingQuery: QueryKind<ErrorTrackingNode, FoundIssues> = {
  kind: "ErrorTrackingQuery",
  ...plainKind,
  node: ErrorTrackingQuery,
  answer: ErrorTrackingAnswer,
  decode: decodeNode(ErrorTrackingQuery),
  freshness: (node, asked) => insightFreshness(node, "day", momentOf(asked, node.modifiers)),
  significant: (node) => Struct.omit(node, ["kind", "modifiers", "name", "response", "tags", "version"]),
  run: runErrorTracking,
  encode: ({ hasMore, limit, offset, ran, results, span }, { envelope, node }) => ({
    ...insightAnswer({ ran, span }, node.modifiers, envelope),
    columns: ["error", "occurrences", "sessions", "users"],
    results,
    hasMore,
    limit,
    offset
  }),
  encodeFailure: (detail, { envelope }) => ({ ...envelope, ...failedInsight(detail) })
}
