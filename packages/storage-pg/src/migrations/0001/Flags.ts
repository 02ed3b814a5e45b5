import { instant, text } from "../Statements.ts"
import { contentHash, contentIndex, listOf, timeOf } from "./ContentHash.ts"

/** Everything but `last_called_at`, and what follows from `filters`. */
const hash = contentHash(
  [
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
  ],
  [
    "key",
    "name",
    "evaluation_runtime",
    "bucketing_identifier",
    "coalesce(creation_context, ' none')",
    "rollback_conditions::text",
    "filters::text"
  ]
)

/**
 * Feature flags. None is ever removed: a key is unique among those that are not deleted. The last four columns before
 * the hash follow from `filters`. Nothing that calls of a flag move is indexed, so that its row stays in place.
 */
const flags = [
  `CREATE SEQUENCE feature_flag_ids AS int4`,
  `CREATE TABLE feature_flags (
    project_id int4 NOT NULL,
    id int4 NOT NULL,
    key ${text} NOT NULL,
    name ${text} NOT NULL,
    filters jsonb NOT NULL,
    active bool NOT NULL,
    deleted bool NOT NULL,
    version int4 NOT NULL,
    ensure_experience_continuity bool NOT NULL,
    rollback_conditions jsonb NOT NULL,
    performed_rollback bool NOT NULL,
    usage_dashboard int4,
    analytics_dashboards int4[] NOT NULL,
    has_enriched_analytics bool NOT NULL,
    is_remote_configuration bool NOT NULL,
    has_encrypted_payloads bool NOT NULL,
    evaluation_runtime ${text} NOT NULL,
    bucketing_identifier ${text} NOT NULL,
    tags text[] NOT NULL,
    evaluation_tags text[] NOT NULL,
    creation_context ${text},
    is_internal bool NOT NULL,
    created_by int4,
    created_at ${instant} NOT NULL,
    last_modified_by int4,
    updated_at ${instant} NOT NULL,
    last_called_at ${instant},
    depends_on int4[] NOT NULL,
    cohort_ids int4[] NOT NULL,
    has_variants bool NOT NULL,
    is_rolled_out bool NOT NULL,
    ${hash},
    PRIMARY KEY (project_id, id)
  ) WITH (fillfactor = 80)`,
  `CREATE UNIQUE INDEX feature_flags_key ON feature_flags (project_id, key) WHERE NOT deleted`,
  `CREATE INDEX feature_flags_listed ON feature_flags (project_id, created_at DESC, id DESC)
    WHERE NOT deleted AND NOT is_internal`,
  `CREATE INDEX feature_flags_depends_on ON feature_flags USING gin (depends_on)
    WHERE NOT deleted AND depends_on <> '{}'`,
  `CREATE INDEX feature_flags_cohorts ON feature_flags USING gin (cohort_ids)
    WHERE NOT deleted AND cohort_ids <> '{}'`,
  contentIndex("feature_flags")
]

/** The keys that keep a person's share of a rollout across a login. */
const hashKeys = [
  `CREATE TABLE flag_hash_keys (
    project_id int4 NOT NULL,
    person_id uuid NOT NULL,
    flag_key ${text} NOT NULL,
    hash_key ${text} NOT NULL,
    PRIMARY KEY (project_id, person_id, flag_key)
  )`
]

/** Changes of flags that are applied at a time; the jobs that do so are in `jobs`. */
const scheduled = [
  `CREATE TABLE scheduled_changes (
    project_id int4 NOT NULL,
    id int4 GENERATED ALWAYS AS IDENTITY UNIQUE,
    model_name ${text} NOT NULL,
    record_id ${text} NOT NULL,
    payload jsonb NOT NULL,
    scheduled_at ${instant} NOT NULL,
    timezone ${text} NOT NULL,
    is_recurring bool NOT NULL,
    recurrence_interval ${text},
    cron_expression ${text},
    end_date ${instant},
    executed_at ${instant},
    last_executed_at ${instant},
    failure_reason ${text},
    created_by int4,
    created_at ${instant} NOT NULL,
    updated_at ${instant} NOT NULL,
    PRIMARY KEY (project_id, id)
  )`,
  `CREATE INDEX scheduled_changes_record ON scheduled_changes (project_id, record_id, id)`,
  `CREATE INDEX scheduled_changes_pending ON scheduled_changes (project_id, record_id) WHERE executed_at IS NULL`
]

/** Feature flags and what belongs to them. */
export const featureFlags: ReadonlyArray<string> = [...flags, ...hashKeys, ...scheduled]
