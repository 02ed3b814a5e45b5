import { decodeNode } from "../../DecodeNode.ts"
import { plainKind } from "../../PlainKind.ts"
import type { QueryKind } from "../../QueryKind.ts"
import { wireFields } from "../../ResultJson.ts"
import { insightFreshness } from "../../structured/InsightFields.ts"
import { momentOf } from "../../structured/Moments.ts"
import { PathsQuery } from "./PathsNode.ts"
import { type FoundPaths, runPaths } from "./RunPaths.ts"

/** Which ways actors take from one event to the next. */
export const pathsQuery: QueryKind<PathsQuery, FoundPaths> = {
  kind: "PathsQuery",
  ...plainKind,
  freshness: (node, asked) => insightFreshness(node, "day", momentOf(asked, node.modifiers)),
  decode: decodeNode(PathsQuery),
  significant: ({ funnelPathsFilter, pathsFilter, ...node }) => ({ ...node, funnelPathsFilter, pathsFilter }),
  run: runPaths,
  encode: ({ results }, { envelope }) => ({ ...envelope, ...wireFields({ results }) }),
  encodeFailure: (error, { envelope }) => ({ ...envelope, results: [], error })
}
