import { Schema } from "effect"
import { entity } from "../entities/Entity.ts"
import { ProjectId } from "../identity/Project.ts"
import { UserId } from "../identity/User.ts"
import { queryOfFilters } from "../query/upgrade/OlderFilters.ts"
import { ShortIdTaken } from "./DashboardErrors.ts"
import { queryKindOf } from "./InsightKind.ts"

/** A positive int4, unique over the installation. */
export const InsightId = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2147483647 })).pipe(
  Schema.brand("InsightId")
)
export type InsightId = typeof InsightId.Type

const Json = Schema.Record(Schema.String, Schema.Json)

/** A stored query with a name. `short_id` is unique in its project and stands in links. */
export class Insight extends Schema.Class<Insight>("Insight")({
  project_id: ProjectId,
  id: InsightId,
  short_id: Schema.String,
  name: Schema.String,
  description: Schema.String,
  query: Schema.NullOr(Json),
  filters: Json,
  tags: Schema.Array(Schema.String),
  saved: Schema.Boolean,
  favorited: Schema.Boolean,
  /** A name that a client derived from the query. */
  derived_name: Schema.NullOr(Schema.String),
  deleted: Schema.Boolean,
  created_by: Schema.NullOr(UserId),
  created_at: Schema.DateTimeUtc,
  last_modified_by: Schema.NullOr(UserId),
  last_modified_at: Schema.DateTimeUtc
}) {}

/** A column that follows from an insight's query. */
export interface InsightFacts {
  readonly query_kind: string | null
}

const factsOf = ({ filters, query }: Insight): InsightFacts => ({
  query_kind: queryKindOf(query ?? queryOfFilters(filters))
})

/** The entity of insights. */
export const insightEntity = entity({
  name: "Insight",
  table: "insights",
  model: Insight,
  ids: { sequence: "insights_id_seq" },
  derive: { columns: ["query_kind"], from: factsOf },
  activity: { scope: "Insight", name: ({ name }) => name, detail: ({ short_id }) => ({ short_id }) },
  unique: {
    field: "short_id",
    isFreedByDeletion: false,
    taken: ({ short_id }: Insight) => new ShortIdTaken({ short_id })
  }
})
