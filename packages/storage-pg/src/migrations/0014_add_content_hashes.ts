import { statements } from "./Statements.ts"

/** Each text is hashed with the hash so far as its seed: where one ends and the next begins cannot be mistaken. */
const hashOf = (texts: ReadonlyArray<string>): string =>
  texts.reduce((seed, text) => `hashtextextended(${text}, ${seed})`, "0")

/** Values without spaces, as one text. */
const listed = (values: ReadonlyArray<string>): string =>
  values.map((value) => `coalesce((${value})::text, 'null')`).join(" || ' ' || ")

/** A time as text, and a list as its hash: their own texts depend on settings of the session. */
const timeOf = (column: string): string => `extract(epoch FROM ${column} - timestamptz '1970-01-01 00:00:00+00')`
const listOf = (column: string): string => `hash_array_extended(${column}, 0)`

/** Everything but `last_called_at`, and what follows from `filters`. */
const flagHash = hashOf([
  listed([
    "deleted",
    "active",
    "version",
    "created_by",
    timeOf("created_at"),
    "last_modified_by",
    timeOf("updated_at"),
    "ensure_experience_continuity",
    "performed_rollback",
    "usage_dashboard",
    listOf("analytics_dashboards"),
    "has_enriched_analytics",
    "is_remote_configuration",
    "has_encrypted_payloads",
    listOf("tags"),
    listOf("evaluation_tags"),
    "is_internal"
  ]),
  "key",
  "name",
  "evaluation_runtime",
  "bucketing_identifier",
  "coalesce(creation_context, ' none')",
  "rollback_conditions::text",
  "filters::text"
])

/** Everything but what finding the members writes. */
const cohortHash = hashOf([
  listed(["deleted", "is_static", "version", "created_by", timeOf("created_at")]),
  "name",
  "description",
  "cohort_type",
  "groups::text",
  "coalesce(filters::text, 'none')",
  "coalesce(query::text, 'none')"
])

const add = (table: string, hash: string): ReadonlyArray<string> => [
  `ALTER TABLE ${table} ADD COLUMN content_hash int8 GENERATED ALWAYS AS (${hash}) STORED`,
  `CREATE INDEX ${table}_content ON ${table} (project_id, id) INCLUDE (content_hash) WHERE NOT deleted`
]

/**
 * The hash that changes with the contents of a flag or a cohort, kept by the table itself: no writer of a row can
 * forget it, a release without it and an operator's own SQL included (ADR 0016).
 */
export const addContentHashes = statements([
  ...add("feature_flags", flagHash),
  ...add("cohorts", cohortHash)
])
