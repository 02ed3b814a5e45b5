import { cohortFields, newCohortFields } from "@hedgerow/core/cohorts/CohortInput"
import { Schema } from "effect"
import { UserBasicRecord } from "../identity/IdentitySchema.ts"
import { changeBody, createBody } from "../requests/RequestBody.ts"
import { described, structured } from "../shared/Described.ts"

const Timestamp = Schema.String.annotate({ format: "date-time" })
const Json = Schema.Record(Schema.String, Schema.Json)

/**
 * A named set of persons. `count` is how many there were at `last_calculation`; `errors_calculating` how often in a row its
 * members could not be found since.
 */
export const CohortRecord = Schema.Struct({
  id: described(Schema.Int, "The cohort's id."),
  name: described(Schema.String, "The name that people see."),
  description: described(Schema.String, "The description of the members, in words."),
  groups: described(Schema.Array(Schema.Json), "The older form of `filters`, as it was sent."),
  deleted: described(Schema.Boolean, "Whether the cohort is deleted."),
  filters: described(
    Schema.NullOr(structured("CohortFilters")),
    "The conditions that members meet, as they were sent; null for a static one."
  ),
  query: described(Schema.NullOr(Json), "Always null."),
  is_calculating: described(Schema.Boolean, "Whether its members are being found."),
  created_by: described(Schema.NullOr(UserBasicRecord), "The user who created the cohort."),
  created_at: described(Timestamp, "The time at which the cohort was created."),
  last_calculation: described(
    Schema.NullOr(Timestamp),
    "The time at which its members were last found; null if never."
  ),
  errors_calculating: described(Schema.Int, "The number of failures in a row to find its members."),
  count: described(
    Schema.NullOr(Schema.Int),
    "The number of members at `last_calculation`; null if there was none."
  ),
  is_static: described(Schema.Boolean, "Whether its members are listed. Those of others follow from `filters`."),
  cohort_type: described(
    Schema.Literals(["static", "person_property", "behavioral", "analytical"]),
    "The kind of its definition: a list of members, properties of persons, their behaviour or a query."
  ),
  experiment_set: described(Schema.Array(Schema.Int), "The ids of the experiments whose exposed people it holds.")
}).annotate({ identifier: "Cohort" })

/** A new cohort: static with listed persons (ids or distinct ids), or dynamic by `filters`. */
export const NewCohort = createBody(newCohortFields, {
  identifier: "NewCohort",
  description: "A new cohort: static with listed persons, or dynamic by `filters`."
})

/** A change of a cohort; listed persons are added. `deleted` deletes and restores it. */
export const CohortChanges = changeBody(cohortFields, {
  identifier: "CohortChanges",
  description: "A change of a cohort. `deleted` deletes and restores it."
})

/** A member of a cohort. */
export const CohortPersonRecord = Schema.Struct({
  type: described(Schema.Literal("person"), "Always `person`."),
  id: described(Schema.String, "The person's id."),
  uuid: described(Schema.String, "The same as `id`."),
  name: described(Schema.String, "The person's `email`, `name` or `username`, otherwise a distinct id."),
  distinct_ids: described(Schema.Array(Schema.String), "All distinct ids of the person."),
  properties: described(Json, "The properties of the person as they are now."),
  is_identified: described(Schema.Boolean, "Whether the person was identified."),
  created_at: described(Timestamp, "The time at which the person was first seen.")
}).annotate({ identifier: "CohortPerson" })
