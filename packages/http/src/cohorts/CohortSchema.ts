import { cohortFields, newCohortFields } from "@hedgerow/core/cohorts/CohortInput"
import { Schema } from "effect"
import { UserBasicRecord } from "../identity/IdentitySchema.ts"
import { changeBody, createBody } from "../requests/RequestBody.ts"

const Timestamp = Schema.String.annotate({ format: "date-time" })
const Json = Schema.Record(Schema.String, Schema.Json)

/**
 * A named set of persons. `count` is how many there were at `last_calculation`; `errors_calculating` how often in a row its
 * members could not be found since.
 */
export const CohortRecord = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  description: Schema.String,
  groups: Schema.Array(Schema.Json),
  deleted: Schema.Boolean,
  filters: Schema.NullOr(Json),
  query: Schema.NullOr(Json),
  is_calculating: Schema.Boolean,
  created_by: Schema.NullOr(UserBasicRecord),
  created_at: Timestamp,
  last_calculation: Schema.NullOr(Timestamp),
  errors_calculating: Schema.Int,
  count: Schema.NullOr(Schema.Int),
  is_static: Schema.Boolean,
  cohort_type: Schema.Literals(["static", "person_property", "behavioral", "analytical"]),
  experiment_set: Schema.Array(Schema.Int)
}).annotate({ identifier: "Cohort" })

/** A new cohort: static with listed persons (ids or distinct ids), or dynamic by `filters`. */
export const NewCohort = createBody(newCohortFields, {
  identifier: "NewCohort",
  description: "A new cohort: static with listed persons, or dynamic by `filters`."
})

/** What may be changed of a cohort; listed persons are added. `deleted` is how one is deleted and restored. */
export const CohortChanges = changeBody(cohortFields, {
  identifier: "CohortChanges",
  description: "What may be changed of a cohort. `deleted` is how one is deleted and restored."
})

/** A member of a cohort. */
export const CohortPersonRecord = Schema.Struct({
  type: Schema.Literal("person"),
  id: Schema.String,
  uuid: Schema.String,
  name: Schema.String,
  distinct_ids: Schema.Array(Schema.String),
  properties: Json,
  is_identified: Schema.Boolean,
  created_at: Timestamp
}).annotate({ identifier: "CohortPerson" })
