import { wireFields } from "@hedgerow/sql/types/ResultJson"
import { Effect, Schema } from "effect"
import { decodeNode } from "../../query/DecodeNode.ts"
import { plainKind } from "../../query/PlainKind.ts"
import type { QueryKind } from "../../query/QueryKind.ts"
import { component, field, optional } from "../../shared/DocumentedSchema.ts"
import { isJsonRecord } from "../../shared/JsonRecord.ts"
import { conversionSeconds, ExperimentMetric } from "../metrics/ExperimentMetric.ts"
import { withActions, withExposingAction } from "../metrics/MetricActions.ts"
import { withConditions } from "../metrics/OlderBodies.ts"
import { refuseUnknown } from "../metrics/ReadMetric.ts"
import type { AnalysedExperiment } from "../results/AnalysedExperiment.ts"
import { analyseExperiment, type Answered } from "../results/ExperimentAnalysis.ts"
import type { MetricResult } from "../results/MetricResult.ts"
import { ExperimentAnswer } from "./ExperimentAnswers.ts"
import type { FindExperiment } from "./FoundExperiment.ts"
import { experimentFreshness, experimentNodeFields, failedFields, inRange, statementFields } from "./NodeFields.ts"

/** The result of one metric of an experiment. */
const ExperimentQuery = Schema.Struct({
  kind: field(Schema.Literal("ExperimentQuery"), "The kind of the query."),
  metric: field(ExperimentMetric, "The measure: a mean, a funnel, a ratio or retention."),
  step_sessions: optional(
    Schema.Boolean,
    "Whether a funnel has sessions of those who came to each step, as it has by default."
  ),
  ...experimentNodeFields
}).annotate(component("ExperimentQuery", "The variants of an experiment, compared by one metric.", {
  examples: [{
    kind: "ExperimentQuery",
    experiment_id: 1,
    metric: {
      kind: "ExperimentMetric",
      metric_type: "mean",
      source: { kind: "EventsNode", event: "order paid" }
    }
  }]
}))

interface Node extends Pick<typeof ExperimentQuery.Type, "metric" | "modifiers"> {
  readonly experiment: AnalysedExperiment
  readonly samplesSessions: boolean
}

const decode = decodeNode(ExperimentQuery)

/** The kind, given how experiments are found. */
export const experimentQuery = (find: FindExperiment): QueryKind<Node, Answered<MetricResult>> => ({
  kind: "ExperimentQuery",
  ...plainKind,
  node: ExperimentQuery,
  answer: ExperimentAnswer,
  freshness: ({ experiment, metric }) => experimentFreshness(experiment, conversionSeconds(metric)),
  decode: Effect.fnUntraced(function*(sent, path, asked) {
    const found = yield* find(asked.project.id, sent, path)
    yield* refuseUnknown(sent["metric"], [...path, "metric"])
    const { metric: asSent } = sent
    const read = yield* decode({ ...sent, ...(isJsonRecord(asSent) ? { metric: withConditions(asSent) } : {}) }, path)
    const metric = yield* withActions(read.metric, [...path, "metric"], asked)
    const experiment = yield* withExposingAction(inRange(found, read.dateRange, asked), asked)
    const samplesSessions = metric.metric_type === "funnel" &&
      (read.step_sessions ?? experiment.without_sessions !== true)
    const node: Node = { ...read, metric, experiment, samplesSessions }
    return node
  }),
  significant: ({ experiment, metric, samplesSessions }) => ({ experiment, metric, samplesSessions }),
  run: ({ experiment, metric, modifiers, samplesSessions }, run) =>
    analyseExperiment(experiment, metric, run.now, { ...run, modifiers }, samplesSessions),
  encode: ({ ran, result }, { envelope, node: { modifiers } }) => ({
    ...envelope,
    kind: "ExperimentQuery",
    ...wireFields(result),
    is_precomputed: false,
    ...statementFields(ran, modifiers)
  }),
  encodeFailure: (detail, { envelope }) => ({
    ...envelope,
    kind: "ExperimentQuery",
    baseline: null,
    variant_results: [],
    breakdown_results: null,
    is_precomputed: false,
    ...failedFields(detail)
  })
})
