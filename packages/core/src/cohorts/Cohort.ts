import { Schema } from "effect"
import { entity } from "../entities/Entity.ts"
import { ProjectId } from "../identity/Project.ts"
import { UserId } from "../identity/User.ts"

/** A positive int4, unique over the installation. */
export const CohortId = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2147483647 })).pipe(
  Schema.brand("CohortId")
)
export type CohortId = typeof CohortId.Type

/** The kind of its definition: a list of members, properties of persons, their behaviour, or a query. */
export const CohortType = Schema.Literals(["static", "person_property", "behavioral", "analytical"])
export type CohortType = typeof CohortType.Type

/** Whether members are found in the background, by what is known of persons and of what they did. */
export const isFound = (type: CohortType): boolean => type === "person_property" || type === "behavioral"

const Json = Schema.Record(Schema.String, Schema.Json)

/** A named set of a project's persons. */
export class Cohort extends Schema.Class<Cohort>("Cohort")({
  project_id: ProjectId,
  id: CohortId,
  name: Schema.String,
  description: Schema.String,
  /** The older form of a definition, as sent. */
  groups: Schema.Array(Schema.Json),
  deleted: Schema.Boolean,
  /** `{"properties": {"type", "values"}}`, as sent. */
  filters: Schema.NullOr(Json),
  query: Schema.NullOr(Json),
  is_static: Schema.Boolean,
  cohort_type: CohortType,
  is_calculating: Schema.Boolean,
  /** The time at which its members were last found. */
  last_calculation: Schema.NullOr(Schema.DateTimeUtc),
  /** The number of failures in a row to find them. */
  errors_calculating: Schema.Int,
  count: Schema.NullOr(Schema.Int),
  /** Grows when its definition changes. */
  version: Schema.Int,
  created_by: Schema.NullOr(UserId),
  created_at: Schema.DateTimeUtc
}) {}

/** The entity of cohorts. The fields of a calculation are no change of the content. */
export const cohortEntity = entity({
  name: "Cohort",
  table: "cohorts",
  model: Cohort,
  ids: { sequence: "cohorts_id_seq" },
  activity: { scope: "Cohort", name: ({ name }) => name },
  bumps: "project",
  uncounted: ["is_calculating", "last_calculation", "errors_calculating", "count"]
})
