import { plainKind } from "../../PlainKind.ts"
import type { QueryKind } from "../../QueryKind.ts"
import { wireFields } from "../../ResultJson.ts"
import { failedInsight, insightAnswer, insightFreshness } from "../../structured/InsightFields.ts"
import { momentOf } from "../../structured/Moments.ts"
import { decodePaths, type PathsNode, significantPaths } from "./PathsNode.ts"
import { type FoundPaths, runPaths } from "./RunPaths.ts"

/** Which ways actors take from one event to the next. */
export const pathsQuery: QueryKind<PathsNode, FoundPaths> = {
  kind: "PathsQuery",
  ...plainKind,
  decode: decodePaths,
  freshness: (node, asked) => insightFreshness(node, "day", momentOf(asked, node.modifiers)),
  significant: significantPaths,
  run: runPaths,
  encode: ({ results, ...found }, { envelope, node: { modifiers } }) => ({
    ...envelope,
    ...insightAnswer(found, modifiers),
    ...wireFields({ results })
  }),
  encodeFailure: (detail, { envelope }) => ({ ...envelope, ...failedInsight(detail) })
}
