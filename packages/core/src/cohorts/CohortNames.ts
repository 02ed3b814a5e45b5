import { audienceWords, negationWords, operatorWords, propertyNames } from "../evaluation/filters/FilterNames.ts"
import type { InputIssue } from "../shared/InvalidInput.ts"
import type { JsonRecord } from "../shared/JsonRecord.ts"
import { knownNames, misnomerText, nameIssues, wrappers } from "../shared/KnownNames.ts"

/** Persons themselves, not conditions on them. */
const listing: ReadonlySet<string> = new Set(["people", "users", "user_ids"])

/** The names of a cohort's record, here and in the reference service. */
export const cohortNames = knownNames(
  ["name", "description", "groups", "filters", "query", "is_static", "deleted", "_create_static_person_ids"],
  {
    shown: [
      "id",
      "csv",
      "is_calculating",
      "created_by",
      "created_at",
      "last_calculation",
      "last_backfill_person_properties_at",
      "errors_calculating",
      "last_error_message",
      "count",
      "version",
      "pending_version",
      "cohort_type",
      "experiment_set",
      "_create_in_folder",
      "deleted_at",
      "deleted_by"
    ],
    elsewhere: { properties: "filters.properties" },
    words: {
      _create_static_person_ids: ["persons", "person_ids", "people", "users", "user_ids", "members", "distinct_ids"],
      filters: audienceWords.filter((word) => !listing.has(word)),
      "filters.properties": ["property", "props", "operator"]
    }
  }
)

/** The names of a cohort's `filters`. */
export const cohortFilterNames = knownNames(["properties"])

/** The names of what joins conditions. */
export const joiningNames = knownNames(["type", "values"], { shown: ["id", "sort_key"] })

/** The names of a group in the older form. */
export const cohortGroupNames = knownNames(["properties", "event_id", "action_id"], {
  shown: ["id", "days", "count", "count_operator", "label", "start_date", "end_date"]
})

/** The names of a condition of a cohort; those beyond a property's are of what persons did. */
export const cohortConditionNames = knownNames(Object.keys(propertyNames.read), {
  shown: [
    ...propertyNames.shown,
    "bytecode",
    "bytecode_error",
    "conditionHash",
    "event_type",
    "event_filters",
    "explicit_datetime",
    "explicit_datetime_to",
    "min_periods",
    "operator_value",
    "seq_event",
    "seq_event_type",
    "seq_time_interval",
    "seq_time_value",
    "time_interval",
    "time_value",
    "total_periods"
  ],
  words: { operator: operatorWords, negation: negationWords }
})

/** Names that records of other entities have, too. */
const common: ReadonlySet<string> = new Set(["name", "description", "query"])

/** The names of a body that were meant to be others of a cohort, or hold what belongs to it. */
export const cohortNameIssues = (body: JsonRecord): ReadonlyArray<InputIssue> => [
  ...nameIssues(body, cohortNames),
  ...wrappers(body, cohortNames, common).map((misnomer) => ({
    path: [misnomer.name],
    code: "extra_forbidden" as const,
    message: misnomerText(misnomer)
  }))
]
