import { Result } from "effect"
import { refused } from "../../shared/Field.ts"
import {
  boolean,
  type ChangedFields,
  choice,
  Field,
  type FieldValues,
  integer,
  list,
  text
} from "../../shared/Fields.ts"
import { componentRef } from "../../shared/FieldSchema.ts"
import { storableRecord } from "../../shared/StorableJson.ts"
import { time } from "../../shared/TimeField.ts"
import { conditionsField } from "../audience/Conditions.ts"
import { questionsField } from "../questions/Questions.ts"
import { samplingIntervalTypes, schedules, surveyTypes } from "../Survey.ts"
import { appearanceField } from "./Appearance.ts"
import { languageField, translationsField } from "./Translations.ts"

/** A survey has at most this many iterations. */
export const maxIterations = 500

const maxInt4 = 2147483647

/** Ten years from one iteration to the next. */
const maxFrequencyDays = 3_650

const count = integer({ minimum: 0, maximum: maxInt4 })

const schedule = Field.make<(typeof schedules)[number]>((value) => {
  const found = schedules.find((one) => one === value)
  return found === undefined
    ? refused("invalid_input", `Schedule must be one of: ${schedules.join(", ")}`)
    : Result.succeed(found)
}, { enum: schedules })

const intervalTypes = choice(samplingIntervalTypes)

const intervalType = Field.make<(typeof samplingIntervalTypes)[number] | null>(
  (value) => value === "" ? Result.succeed(null) : intervalTypes.read(value),
  { enum: [...samplingIntervalTypes, ""] }
)

/** Read, and forgotten: it follows from other fields. */
const ignored = Field.make<unknown>((value) => Result.succeed(value), {}).nullable.optional

const aQuestion = { type: "open", question: "What do you think of the new notebooks?" }
const aGroup = {
  properties: [{ key: "plan", type: "person", operator: "exact", value: ["pro"] }],
  rollout_percentage: 50
}

const name = text({ maxLength: 400 }).describe("Its name, for people: no other survey has it.", "Notebooks feedback")

const typeHint = "A survey over a page is a popover, one behind a button a widget, one on a page of its own an "
  + "external_survey, one that your own code shows an api."

const type = choice(surveyTypes, typeHint).describe(
  "The place where it is shown: in a page, behind a button, on a page of its own, or anywhere by code.",
  "popover"
)

const changeable = {
  schedule: schedule.nullable.optional.describe("The number of times that one person sees it.", "once"),
  linked_flag_id: integer().nullable.optional
    .describe("The id of a feature flag: only people whom it is on for are asked.", null),
  linked_insight_id: integer().nullable.optional.describe("The id of an insight that it is about.", null),
  targeting_flag_id: integer().optional
    .describe("The id of a feature flag that becomes its targeting flag: its `active` follows the survey.", 1),
  targeting_flag_filters: storableRecord().stating(componentRef("FeatureFlagFilters")).nullable.optional
    .describe("The people who are asked: `filters` as feature flags have them. Null leaves them as they are.", {
      groups: [aGroup]
    }),
  remove_targeting_flag: boolean().orNull(false).optional.describe("Whether its targeting flag goes.", false),
  questions: questionsField.nullable.optional.describe("Its questions.", [aQuestion]),
  conditions: conditionsField.nullable.optional
    .describe("The conditions under which it is shown.", { url: "/notebooks", urlMatchType: "icontains" }),
  appearance: appearanceField.nullable.optional
    .describe("Its appearance; stored as sent.", { thankYouMessageHeader: "Thank you!" }),
  start_date: time().nullable.optional.describe("The time at which it began. Null is a draft.", null),
  end_date: time().nullable.optional
    .describe(
      "The time at which it ended: any end stops it at once, also one that is yet to come. Null resumes it.",
      null
    ),
  archived: boolean().optional.describe("Whether it is put away, and shown to nobody.", false),
  responses_limit: integer({ minimum: 1, maximum: maxInt4 }).nullable.optional
    .describe("The number of responses after which it is stopped.", null),
  iteration_count: integer({ minimum: 0, maximum: maxIterations }).nullable.optional
    .describe("The number of times that it is asked again; 0 and null are none.", null),
  iteration_frequency_days: integer({ minimum: 0, maximum: maxFrequencyDays }).nullable.optional
    .describe("The days from one iteration to the next.", null),
  iteration_start_dates: list(time().orNull(null)).nullable.optional
    .describe("Follows from the other fields; what is sent is ignored.", null),
  current_iteration: count.nullable.optional.describe("Follows from the other fields; what is sent is ignored.", null),
  current_iteration_start_date: time().nullable.optional
    .describe("Follows from the other fields; what is sent is ignored.", null),
  response_sampling_start_date: time().nullable.optional
    .describe("The time at which sampling begins: today or later, unless it is sent back as it was.", null),
  response_sampling_interval_type: intervalType.nullable.optional
    .describe("The unit of the interval of sampling.", "week"),
  response_sampling_interval: integer({ maximum: maxInt4, minimum: -maxInt4 }).nullable.optional
    .describe("The number of intervals until everybody is asked, above 0.", null),
  response_sampling_limit: count.nullable.optional
    .describe("The number of responses that sampling collects until then; 0 and null are no sampling.", null),
  response_sampling_daily_limits: ignored.describe("Follows from the other fields; what is sent is ignored.", null),
  enable_partial_responses: boolean().orNull(false).optional
    .describe("Whether each answer is sent at once, not all of them at the end.", false),
  enable_iframe_embedding: boolean().orNull(false).optional
    .describe("Whether other pages may embed the page of an external survey.", false),
  base_language: languageField.optional.describe("The language of its texts.", "en"),
  translations: translationsField.nullable.optional
    .describe("Its texts in other languages, by the code of the language.", { de: { name: "Notizbücher" } })
}

const description = text({ blank: true, maxLength: 10_000 }).orNull("").optional
  .describe("Its purpose; people who answer never see it.", "What people think of the new notebooks")

/** The fields of a new survey, in the order in which they are checked. */
export const newSurveyTable = { name, description, type, ...changeable }

/** The fields of a survey that can be changed. */
export const surveyTable = { name: name.optional, description, type: type.optional, ...changeable }

/** The fields of a new survey, read. */
export type NewSurvey = FieldValues<typeof newSurveyTable>

/** The changed fields of a survey, read. */
export type SurveyChanges = ChangedFields<typeof surveyTable>
