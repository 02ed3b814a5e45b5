import { statements } from "./Statements.ts"

const text = `text COLLATE "C"`

/**
 * Feature flags, and the keys that keep a person's share of a rollout across a login. No flag is ever removed: a key is
 * unique among those that are not deleted. Nothing that calls of a flag move is indexed, so that its row stays in place.
 */
export const createFeatureFlags = statements([
  `CREATE SEQUENCE feature_flag_ids AS int4`,
  `CREATE TABLE feature_flags (
    project_id int4 NOT NULL,
    id int4 NOT NULL,
    key ${text} NOT NULL,
    name ${text} NOT NULL,
    filters jsonb NOT NULL,
    deleted bool NOT NULL,
    active bool NOT NULL,
    created_by int4,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    version int4 NOT NULL,
    last_modified_by int4,
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
    last_called_at timestamptz(3),
    tags text[] NOT NULL,
    evaluation_tags text[] NOT NULL,
    creation_context ${text},
    is_internal bool NOT NULL,
    depends_on int4[] NOT NULL,
    cohort_ids int4[] NOT NULL,
    has_variants bool NOT NULL,
    is_rolled_out bool NOT NULL,
    PRIMARY KEY (project_id, id)
  ) WITH (fillfactor = 80)`,
  `CREATE UNIQUE INDEX feature_flags_key ON feature_flags (project_id, key) WHERE NOT deleted`,
  `CREATE INDEX feature_flags_listed ON feature_flags (project_id, created_at DESC, id DESC)
    WHERE NOT deleted AND NOT is_internal`,
  `CREATE INDEX feature_flags_depends_on ON feature_flags USING gin (depends_on)
    WHERE NOT deleted AND depends_on <> '{}'`,
  `CREATE INDEX feature_flags_cohorts ON feature_flags USING gin (cohort_ids)
    WHERE NOT deleted AND cohort_ids <> '{}'`,
  `CREATE TABLE flag_hash_keys (
    project_id int4 NOT NULL,
    person_id uuid NOT NULL,
    flag_key ${text} NOT NULL,
    hash_key ${text} NOT NULL,
    PRIMARY KEY (project_id, person_id, flag_key)
  )`
])
