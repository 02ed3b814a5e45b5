import { plainKind } from "../../PlainKind.ts"
import type { QueryKind } from "../../QueryKind.ts"
import { failedInsight, insightAnswer, insightFreshness, sampleScale } from "../../structured/InsightFields.ts"
import { momentOf } from "../../structured/Moments.ts"
import { CorrelationAnswer, type CorrelationResult } from "./CorrelationAnswer.ts"
import {
  type CorrelationNode,
  decodeCorrelation,
  FunnelCorrelationQuery,
  significantCorrelation
} from "./CorrelationNode.ts"
import type { Correlation } from "./Correlations.ts"
import { type FoundCorrelations, runCorrelation } from "./RunCorrelation.ts"

/** The property that a name ends with: `event::key::value`. */
const propertyOf = (name: string): Readonly<Record<string, string>> => {
  const [, key, ...value] = name.split("::")
  return key === undefined ? {} : { [key]: value.join("::") }
}

const shown = ({ converted, left, name, oddsRatio }: Correlation, node: CorrelationNode): CorrelationResult => ({
  event: {
    event: name,
    properties: node.funnelCorrelationType === "event_with_properties" ? propertyOf(name) : {},
    elements: []
  },
  success_count: Math.round(converted * sampleScale(node.funnel)),
  failure_count: Math.round(left * sampleScale(node.funnel)),
  odds_ratio: oddsRatio,
  correlation_type: oddsRatio > 1 ? "success" : "failure"
})

/** Events or properties that go with converting in a funnel, or with not converting. */
export const correlationQuery: QueryKind<CorrelationNode, FoundCorrelations> = {
  kind: "FunnelCorrelationQuery",
  ...plainKind,
  node: FunnelCorrelationQuery,
  answer: CorrelationAnswer,
  decode: decodeCorrelation,
  freshness: ({ funnel, modifiers }, asked) => insightFreshness(funnel, "day", momentOf(asked, modifiers)),
  significant: significantCorrelation,
  run: runCorrelation,
  encode: ({ found, isSkewed, ...outcome }, { envelope, node }) => ({
    ...insightAnswer(outcome, node.modifiers, envelope),
    results: { events: found.map((one) => shown(one, node)), skewed: isSkewed }
  }),
  encodeFailure: (detail, { envelope }) => ({
    ...envelope,
    ...failedInsight(detail),
    results: { events: [], skewed: false }
  })
}
