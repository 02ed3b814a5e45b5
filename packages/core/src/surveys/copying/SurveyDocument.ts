import { Effect, Struct } from "effect"
import { cohortsOf, dependenciesOf, propertiesOf } from "../../evaluation/FlagConditions.ts"
import type { FeatureFlag } from "../../flags/model/FeatureFlag.ts"
import { choice, list, readFields, text } from "../../shared/Fields.ts"
import { componentRef } from "../../shared/FieldSchema.ts"
import { type InputIssue, InvalidInput } from "../../shared/InvalidInput.ts"
import type { JsonRecord } from "../../shared/JsonRecord.ts"
import { knownNames, requireNames } from "../../shared/KnownNames.ts"
import { storableRecord } from "../../shared/StorableJson.ts"
import { readNewSurvey } from "../editing/SurveyInput.ts"
import type { Survey } from "../Survey.ts"
import { portable } from "./PortableSurvey.ts"

/** The format name in documents of surveys. */
export const documentFormat = "hedgerow.survey"

/** The version of documents that are written. */
export const documentVersion = 1

/** A survey without anything of its project. */
export interface SurveyDocument {
  readonly format: typeof documentFormat
  readonly version: typeof documentVersion
  /** The fields of a request for a new survey. */
  readonly survey: JsonRecord
  /** The other fields of the survey, which refer to entities of its project. */
  readonly skipped_fields: ReadonlyArray<string>
}

/** The fields of a survey that no document has. */
const bound = [
  "start_date",
  "end_date",
  "archived",
  "linked_flag_id",
  "linked_insight_id",
  "targeting_flag_id",
  "response_sampling_start_date"
] as const

const ownConditions = ["linkedFlagVariant", "actions"] as const

/** Filters that name cohorts, flags or group types mean nothing elsewhere. */
const isPortable = ({ filters }: FeatureFlag): boolean =>
  cohortsOf(filters).length === 0 && dependenciesOf(filters).length === 0
  && propertiesOf(filters).every(({ property }) => property["type"] === "person")
  && typeof filters["aggregation_group_type_index"] !== "number"

const conditionsOf = ({ conditions }: Survey): JsonRecord | null =>
  conditions === null ? null : Struct.omit(conditions, ownConditions)

/** The document of a survey, given its targeting flag. */
export const documentOf = (survey: Survey, targeting: FeatureFlag | undefined): SurveyDocument => {
  const isTargeted = targeting !== undefined && isPortable(targeting)
  return {
    format: documentFormat,
    version: documentVersion,
    survey: {
      ...portable(survey),
      conditions: conditionsOf(survey),
      ...(isTargeted ? { targeting_flag_filters: targeting.filters } : undefined)
    },
    skipped_fields: [
      ...(survey.linked_flag_id === null ? [] : ["linked_flag_id"]),
      ...(survey.linked_insight_id === null ? [] : ["linked_insight_id"]),
      ...(targeting === undefined || isTargeted ? [] : ["targeting_flag_filters"]),
      ...(survey.response_sampling_daily_limits === null ? [] : ["response_sampling_limit"]),
      ...ownConditions.filter((name) => (survey.conditions?.[name] ?? null) !== null).map((name) =>
        `conditions.${name}`
      )
    ]
  }
}

const anExample = { name: "Feedback from elsewhere", type: "popover", questions: [{ type: "open", question: "Why?" }] }

/** The fields of a document. */
export const documentFields = {
  format: choice([documentFormat]).describe("Says that it is the document of a survey.", documentFormat),
  version: choice([documentVersion]).describe("The version of the document.", documentVersion),
  survey: storableRecord().stating(componentRef("NewSurvey")).describe(
    "The survey, as the body of a new one.",
    anExample
  ),
  skipped_fields: list(text()).optional.describe(
    "The fields of the survey that the document lacks; it is not read.",
    []
  )
}

const names = knownNames(Object.keys(documentFields))

const inDocument = ({ issues: [first, ...rest] }: InvalidInput): InvalidInput => {
  const moved = (issue: InputIssue): InputIssue => ({
    ...issue,
    path: ["survey", ...issue.path],
    ...(typeof issue.field === "string" ? { field: `survey__${issue.field}` } : undefined)
  })
  return new InvalidInput({ issues: [moved(first), ...rest.map(moved)] })
}

/** Reads a document: the fields of a survey that has not begun, in any state of the original. */
export const readDocument = Effect.fnUntraced(function*(body: unknown) {
  yield* requireNames(body, names)
  const { survey } = yield* readFields(documentFields, body)
  return yield* Effect.mapError(readNewSurvey(Struct.omit(survey, bound)), inDocument)
})
