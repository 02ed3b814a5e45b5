import { wireFields } from "@hedgerow/sql/types/ResultJson"
import { Effect, Schema } from "effect"
import { namedTime, namesTime } from "../../filters/RelativeDate.ts"
import { decodeNode } from "../../query/DecodeNode.ts"
import { plainKind } from "../../query/PlainKind.ts"
import type { QueryKind } from "../../query/QueryKind.ts"
import type { QueryModifiers } from "../../query/QueryModifiers.ts"
import { component, field, ignored, optional } from "../../shared/DocumentedSchema.ts"
import { isJsonRecord } from "../../shared/JsonRecord.ts"
import { withExposingAction } from "../metrics/MetricActions.ts"
import type { AnalysedExperiment } from "../results/AnalysedExperiment.ts"
import { flagPart } from "../results/AnalysedOf.ts"
import { analyseExposures, type Answered } from "../results/ExperimentAnalysis.ts"
import { ExposureCriteria } from "../results/ExposureCriteria.ts"
import type { ExposureResult } from "../results/ExposureResult.ts"
import { ExposureAnswer } from "./ExperimentAnswers.ts"
import type { FindExperiment } from "./FoundExperiment.ts"
import { experimentFreshness, experimentNodeFields, failedFields, inRange, statementFields } from "./NodeFields.ts"

const Time = Schema.String.check(
  Schema.makeFilter((text) => namesTime(text) || "A date is needed: ISO 8601, or relative as -7d.")
)

/** The number of actors exposed to an experiment; fields of the node replace those of the experiment. */
const ExperimentExposureQuery = Schema.Struct({
  kind: field(Schema.Literal("ExperimentExposureQuery"), "The kind of the query."),
  ...experimentNodeFields,
  experiment_name: ignored,
  exposure_criteria: optional(ExposureCriteria, "The criteria, in place of the experiment's own."),
  feature_flag: optional(
    Schema.Record(Schema.String, Schema.Unknown),
    "The flag and its variants as records have them, in place of the experiment's: `key` and `filters` count."
  ),
  start_date: optional(Time, "The start, in place of the experiment's own."),
  end_date: optional(Time, "The end, in place of the experiment's own."),
  holdout: optional(
    Schema.Record(Schema.String, Schema.Unknown),
    "The holdout as records have it, in place of the experiment's: `id` counts."
  )
}).annotate(component("ExperimentExposureQuery", "The number of people exposed to an experiment, by variant and day.", {
  examples: [{ kind: "ExperimentExposureQuery", experiment_id: 1 }]
}))
type Sent = typeof ExperimentExposureQuery.Type

interface Node {
  readonly modifiers?: QueryModifiers | null
  readonly experiment: AnalysedExperiment
}

const decode = decodeNode(ExperimentExposureQuery)

const timeOf = (text: string | null | undefined, asked: Parameters<typeof namedTime>) =>
  text === null || text === undefined ? undefined : namedTime(text, asked[1], asked[2])?.time

/** The experiment with the node's fields in place of its own. */
const said = (sent: Sent, known: AnalysedExperiment, asked: Parameters<typeof namedTime>): AnalysedExperiment => {
  const { exposure_criteria: criteria, feature_flag: flag, holdout } = sent
  const { filters, key } = flag ?? {}
  const holdoutId = holdout?.["id"]
  return {
    ...known,
    ...(typeof key === "string" && isJsonRecord(filters) ? flagPart(key, filters) : undefined),
    ...(criteria === undefined || criteria === null ? undefined : { exposure_criteria: criteria }),
    ...(typeof holdoutId === "number" ? { holdout_id: holdoutId } : undefined),
    start: timeOf(sent.start_date, asked) ?? known.start,
    end: timeOf(sent.end_date, asked) ?? known.end
  }
}

/** The kind, given how experiments are found. */
export const exposureQuery = (find: FindExperiment): QueryKind<Node, Answered<ExposureResult>> => ({
  kind: "ExperimentExposureQuery",
  ...plainKind,
  node: ExperimentExposureQuery,
  answer: ExposureAnswer,
  freshness: ({ experiment }) => experimentFreshness(experiment),
  decode: Effect.fnUntraced(function*(sent, path, asked) {
    const { now, project } = asked
    const known = yield* find(project.id, sent, path)
    const read = yield* decode(sent, path)
    const ranged = inRange(said(read, known, ["", now, project]), read.dateRange, asked)
    const experiment = yield* withExposingAction(ranged, asked)
    const node: Node = { modifiers: read.modifiers ?? null, experiment }
    return node
  }),
  significant: ({ experiment }) => ({ experiment }),
  run: ({ experiment, modifiers }, run) => analyseExposures(experiment, run.now, { ...run, modifiers }),
  encode: ({ ran, result }, { envelope, node: { modifiers } }) => ({
    ...envelope,
    kind: "ExperimentExposureQuery",
    ...wireFields(result),
    ...statementFields(ran, modifiers)
  }),
  encodeFailure: (detail, { envelope }) => ({
    ...envelope,
    kind: "ExperimentExposureQuery",
    timeseries: [],
    total_exposures: {},
    date_range: null,
    sample_ratio_mismatch: null,
    bias_risk: null,
    ...failedFields(detail)
  })
})
