import { wireFields } from "@hedgerow/sql/types/ResultJson"
import type { EventTime } from "../../../events/EventTime.ts"
import type { Freshness } from "../../execution/Staleness.ts"
import { plainKind } from "../../PlainKind.ts"
import type { QueryKind } from "../../QueryKind.ts"
import { failedInsight, insightAnswer, insightFreshness } from "../../structured/InsightFields.ts"
import { momentOf } from "../../structured/Moments.ts"
import { PathsAnswer } from "./PathsAnswer.ts"
import { decodePaths, type PathsNode, PathsQuery, significantPaths } from "./PathsNode.ts"
import { type FoundPaths, runPaths } from "./RunPaths.ts"

/** The freshness of a result of two periods. */
const laterOf = (one: Freshness, other: Freshness): Freshness => ({
  interval: one.interval,
  until: one.until === undefined || other.until === undefined
    ? undefined
    : Math.max(one.until, other.until) as EventTime
})

/** The ways of actors from one event to the next. */
export const pathsQuery: QueryKind<PathsNode, FoundPaths> = {
  kind: "PathsQuery",
  ...plainKind,
  node: PathsQuery,
  answer: PathsAnswer,
  decode: decodePaths,
  freshness: (node, asked) => {
    const moment = momentOf(asked, node.modifiers)
    const own = insightFreshness(node, "day", moment)
    return node.funnel === undefined ? own : laterOf(own, insightFreshness(node.funnel.source, "day", moment))
  },
  significant: significantPaths,
  run: runPaths,
  encode: ({ results, ...found }, { envelope, node: { modifiers } }) => ({
    ...insightAnswer(found, modifiers, envelope),
    ...wireFields({ results })
  }),
  encodeFailure: (detail, { envelope }) => ({ ...envelope, ...failedInsight(detail) })
}
