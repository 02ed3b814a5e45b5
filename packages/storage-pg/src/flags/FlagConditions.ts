import type { ProjectId } from "@hedgerow/core/access/Project"
import type { FlagFilter, FlagOrder, FlagType } from "@hedgerow/core/flags/FlagFilter"
import { staleBefore } from "@hedgerow/core/flags/FlagStatus"
import { isStorable } from "@hedgerow/core/shared/StorableText"
import { DateTime } from "effect"
import type { SqlClient, Statement } from "effect/sql"

/** Named here once more, since they become part of the SQL. */
const orderColumns: Readonly<Record<FlagOrder, string>> = {
  id: "id",
  key: "key",
  name: "name",
  active: "active",
  deleted: "deleted",
  created_at: "created_at",
  updated_at: "updated_at",
  created_by: "created_by",
  last_modified_by: "last_modified_by",
  last_called_at: "last_called_at",
  version: "version",
  ensure_experience_continuity: "ensure_experience_continuity",
  performed_rollback: "performed_rollback",
  has_enriched_analytics: "has_enriched_analytics",
  is_remote_configuration: "is_remote_configuration",
  has_encrypted_payloads: "has_encrypted_payloads",
  evaluation_runtime: "evaluation_runtime",
  bucketing_identifier: "bucketing_identifier",
  usage_dashboard: "usage_dashboard"
}

/** The order as SQL; nulls stand as PostgreSQL has them, above every value. */
export const orderOf = ({ order }: FlagFilter): string => {
  const direction = order?.isDescending ?? true ? "DESC" : "ASC"
  const column = orderColumns[order?.by ?? "created_at"]
  return column === "id" ? `f.id ${direction}` : `f.${column} ${direction}, f.id ${direction}`
}

const contains = (column: "key" | "name"): string =>
  `strpos(lower(f.${column} COLLATE "pg_c_utf8"), q.search COLLATE "pg_c_utf8") > 0`

const isOfType = (sql: SqlClient.SqlClient, type: FlagType): Statement.Fragment =>
  type === "remote_config" ? sql`f.is_remote_configuration` : sql`f.has_variants = ${type === "multivariant"}`

/** `flagState` says `stale`. */
const isStale = (sql: SqlClient.SqlClient, at: DateTime.Utc): Statement.Fragment => {
  const before = DateTime.toDateUtc(staleBefore(at))
  return sql`f.active AND (f.last_called_at < ${before}::timestamptz
    OR f.last_called_at IS NULL AND f.created_at < ${before}::timestamptz AND f.is_rolled_out)`
}

/** Which rows of `feature_flags f` the filter means. */
export const conditionsOf = (
  sql: SqlClient.SqlClient,
  project: ProjectId,
  filter: FlagFilter
): ReadonlyArray<Statement.Fragment> => {
  const { active, createdBy, evaluationRuntime, excludedKeys, hasEvaluationTags, ids, search, staleAt, tags, type } =
    filter
  return [
    sql`f.project_id = ${project} AND NOT f.deleted AND NOT f.is_internal`,
    ...(active === undefined ? [] : [sql`f.active = ${active}`]),
    ...(staleAt === undefined ? [] : [isStale(sql, staleAt)]),
    ...(createdBy === undefined ? [] : [sql`f.created_by = ${createdBy}`]),
    ...(search === undefined ? [] : [
      sql`EXISTS (SELECT FROM (VALUES (${search.toLowerCase()}::text)) q(search)
        WHERE ${sql.literal(`${contains("key")} OR ${contains("name")}`)})`
    ]),
    ...(type === undefined ? [] : [isOfType(sql, type)]),
    ...(evaluationRuntime === undefined ? [] : [sql`f.evaluation_runtime = ${evaluationRuntime}`]),
    ...(ids === undefined ? [] : [sql`f.id = ANY(${ids}::int4[])`]),
    ...(excludedKeys === undefined ? [] : [sql`f.key <> ALL(${excludedKeys.filter(isStorable)}::text[])`]),
    ...(tags === undefined ? [] : [sql`f.tags && ${tags.filter(isStorable)}::text[]`]),
    ...(hasEvaluationTags === undefined ? [] : [sql`(f.evaluation_tags <> '{}') = ${hasEvaluationTags}`])
  ]
}
