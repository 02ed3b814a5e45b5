import { Result } from "effect"
import { type Broken, type Issues, refused } from "../../shared/Field.ts"
import {
  boolean,
  type ChangedFields,
  choice,
  Field,
  type FieldValues,
  list,
  record,
  text
} from "../../shared/Fields.ts"
import { beyondSchema, componentRef, type JsonSchema } from "../../shared/FieldSchema.ts"
import { positiveInt4 } from "../../shared/Int4.ts"
import { isJsonRecord, type JsonRecord } from "../../shared/JsonRecord.ts"
import { misnomerFault } from "../../shared/NamedObjects.ts"
import { shownValue } from "../../shared/ShownValue.ts"
import { structureFault } from "../../shared/StorableJson.ts"
import { time } from "../../shared/TimeField.ts"
import { conclusions, experimentTypes } from "../Experiment.ts"
import { isExposureConfig, metricFault } from "../metrics/MetricRules.ts"
import { exposureCriteriaOf } from "../results/ExposureCriteria.ts"
import { parametersFault } from "./ExperimentParameters.ts"
import { criteriaNames, statisticsNames } from "./ExperimentSettingNames.ts"
import { linkSchema, parametersSchema, statisticsSchema } from "./ExperimentSettingsSchema.ts"
import { statisticsFault } from "./StatisticsRules.ts"

/** An experiment has at most this many metrics of each sort. */
const maxMetrics = 200

/** Clients that read one error know a structured field by its own name alone. */
const knownAs = <A, Always extends boolean, Sent>(name: string, field: Field<A, Always, Sent>): Field<A, true, Sent> =>
  Field.make<A, Sent>(
    (value) =>
      Result.mapError(field.read(value), ([first, ...rest]): Issues => [
        { ...first, field: name },
        ...rest.map((issue) => ({ ...issue, field: name }))
      ]),
    field.jsonSchema
  )

const structure = (
  name: string,
  schema: JsonSchema,
  rule: (value: JsonRecord) => Broken | undefined = () => undefined
) => knownAs(name, record().check(structureFault, beyondSchema).check(rule, schema))

const anyRecord = record()

/** The length of a value is looked at before anything in it: reading takes time by the length. */
const bounded = <A, Sent>(field: Field<A, true, Sent>) =>
  Field.make<A, Sent>((value) => {
    const broken = structureFault(value)
    return broken === undefined ? field.read(value) : refused(broken.code, broken.message, broken.path, broken.hint)
  }, field.jsonSchema)

const metricsOf = (name: string, schema: JsonSchema, rule: (value: JsonRecord) => Broken | undefined) =>
  knownAs(name, bounded(list(anyRecord.check(rule, schema), { maxLength: maxMetrics })))

/** Said of what is kept as sent. */
const anything: JsonSchema = { additionalProperties: true }

const missingHoldout = (value: unknown) =>
  refused("does_not_exist", `Invalid pk "${shownValue(value)}" - object does not exist.`)

/** One of some words; clients send an empty text for none. */
const choiceOrNone = <const A extends string>(values: ReadonlyArray<A>) => {
  const chosen = choice(values)
  return Field.make<A | null, A | "">(
    (value) => value === "" ? Result.succeed(null) : chosen.read(value),
    { enum: [...values, ""] }
  ).nullable.optional
}

const holdout = Field.make<number | null, number | string>((value) => {
  if (value === "") return Result.succeed(null)
  const id = positiveInt4(value)
  return id === undefined ? missingHoldout(value) : Result.succeed(id)
}, { anyOf: [{ type: "integer" }, { type: "string" }] })

const criteriaFault = (criteria: JsonRecord): Broken | undefined => {
  const { exposure_config: config, filterTestAccounts: filters, multiple_variant_handling: handling } = criteria
  const invalid = (message: string, at: string): Broken => ({ code: "invalid_input", message, path: [at] })
  if (Object.hasOwn(criteria, "filterTestAccounts") && typeof filters !== "boolean") {
    return invalid("filterTestAccounts must be a boolean", "filterTestAccounts")
  }
  if (config !== undefined && config !== null && !isExposureConfig(config)) {
    return invalid("Invalid exposure criteria", "exposure_config")
  }
  if (handling !== undefined && handling !== null && handling !== "exclude" && handling !== "first_seen") {
    return invalid("Invalid exposure criteria", "multiple_variant_handling")
  }
  return Result.isSuccess(exposureCriteriaOf(criteria))
    ? misnomerFault(criteria, criteriaNames)
    : invalid("Invalid exposure criteria", "exposure_config")
}

/** A saved metric that a body links to an experiment. */
export interface SentLink {
  readonly id: number
  readonly metadata: JsonRecord | undefined
}

const wrongLink = (message: string) => refused("invalid_input", message)

const link = Field.make<SentLink, JsonRecord>((value) => {
  if (!isJsonRecord(value)) return wrongLink("Saved metric must be an object")
  if (!Object.hasOwn(value, "id")) return wrongLink("Saved metric must have an id")
  const { id, metadata } = value
  if (Object.hasOwn(value, "metadata")) {
    if (!isJsonRecord(metadata)) return wrongLink("Metadata must be an object")
    if (!Object.hasOwn(metadata, "type")) return wrongLink("Metadata must have a type key")
  }
  const broken = structureFault(value)
  if (broken !== undefined) return refused(broken.code, broken.message, broken.path, broken.hint)
  const known = positiveInt4(id)
  return known === undefined
    ? wrongLink("Saved metric does not exist")
    : Result.succeed({ id: known, metadata: isJsonRecord(metadata) ? metadata : undefined })
}, linkSchema)

const links = knownAs("saved_metrics_ids", list(link, { maxLength: maxMetrics }))

const uuids = list(text({ maxLength: 400 }), { maxLength: 2 * maxMetrics })

const purchase = { kind: "EventsNode", event: "purchase", math: "total" }
const aMetric = { kind: "ExperimentMetric", metric_type: "mean", name: "Purchases", source: purchase }

const name = text({ maxLength: 400 }).describe("Its name, for people.", "Checkout button")

const key = text({ maxLength: 400 })

const changeable = {
  description: text({ blank: true, maxLength: 400 }).nullable.optional
    .describe("The hypothesis, in words.", "A green button sells more."),
  start_date: time().nullable.optional
    .describe("The time at which it began. Null is a draft; a time launches a draft and turns its flag on.", null),
  end_date: time().nullable.optional.describe("The time at which it ended. Null lets it go on.", null),
  holdout_id: holdout.nullable.optional
    .describe("The id of a holdout: a share of the people gets no variant. Fixed once it has begun.", null),
  parameters: structure("parameters", parametersSchema, parametersFault).nullable.optional
    .describe("The variants of the flag (`feature_flag_variants`) and what clients keep; replaced as a whole.", {
      feature_flag_variants: [
        { key: "control", rollout_percentage: 50 },
        { key: "test", rollout_percentage: 50 }
      ]
    }),
  secondary_metrics: metricsOf("secondary_metrics", anything, () => undefined).nullable.optional
    .describe("Metrics of an older form, kept as sent.", []),
  saved_metrics_ids: links.nullable.optional
    .describe("The saved metrics that it measures, all of them; null and none are the same.", []),
  filters: structure("filters", anything).optional.describe("A query of an older form, kept as sent.", {}),
  archived: boolean().optional.describe("Whether it is put away.", false),
  deleted: boolean().optional.describe("Whether it is deleted. False restores it.", false),
  type: choiceOrNone(experimentTypes).describe("Whether it is in code or on a page.", "product"),
  exposure_criteria: structure("exposure_criteria", componentRef("ExposureCriteria"), criteriaFault).nullable.optional
    .describe("The criteria by which people count as exposed.", { filterTestAccounts: true }),
  metrics: metricsOf("metrics", componentRef("ExperimentMetric"), metricFault).nullable.optional.describe(
    "The metrics that decide.",
    [aMetric]
  ),
  metrics_secondary: metricsOf("metrics_secondary", componentRef("ExperimentMetric"), metricFault).nullable.optional
    .describe("Further metrics.", []),
  stats_config: structure(
    "stats_config",
    statisticsSchema,
    (config) => misnomerFault(config, statisticsNames) ?? statisticsFault(config)
  ).nullable.optional
    .describe("The statistics: `method` is `bayesian` or `frequentist`.", { method: "bayesian" }),
  conclusion: choiceOrNone(conclusions).describe("The decision about it.", "won"),
  conclusion_comment: text({ blank: true, maxLength: 10_000 }).nullable.optional
    .describe("The reason for the decision.", "Sales rose by 4 %."),
  primary_metrics_ordered_uuids: uuids.nullable.optional
    .describe("The uuids of the metrics in the order to show them.", []),
  secondary_metrics_ordered_uuids: uuids.nullable.optional
    .describe("The uuids of the further metrics in the order to show them.", []),
  _create_in_folder: text({ blank: true }).nullable.optional.describe(
    "Taken, and not kept: there are no folders.",
    "Unfiled/Experiments"
  )
}

/** The fields of a new experiment, in the order in which they are checked. */
export const newExperimentTable = {
  name,
  feature_flag_key: key.describe(
    "The key of its flag. A flag with this key is linked; otherwise one is made.",
    "checkout-button"
  ),
  ...changeable
}

/** The fields that a change may name. The key of the flag and the type stay: they may be sent back as they are. */
export const experimentTable = {
  name: name.optional,
  feature_flag_key: key.optional.describe("The key of its flag, as it is: it cannot be changed.", "checkout-button"),
  ...changeable,
  update_feature_flag_params: boolean().optional
    .describe("Whether the flag follows `parameters` also after the experiment has begun.", false)
}

/** The fields of a new experiment, read. */
export type NewExperiment = FieldValues<typeof newExperimentTable>

/** The changed fields of an experiment, read. */
export type ExperimentChanges = ChangedFields<typeof experimentTable>
