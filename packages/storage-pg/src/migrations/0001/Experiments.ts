import { instant, text } from "../Statements.ts"

const shared = [
  `CREATE TABLE experiment_holdouts (
    project_id int4 NOT NULL,
    id int4 GENERATED ALWAYS AS IDENTITY UNIQUE,
    name ${text} NOT NULL,
    description ${text},
    filters jsonb NOT NULL,
    created_by int4,
    created_at ${instant} NOT NULL,
    updated_at ${instant} NOT NULL,
    PRIMARY KEY (project_id, id)
  )`,
  `CREATE INDEX experiment_holdouts_listed ON experiment_holdouts (project_id, created_at DESC, id DESC)`,
  `CREATE TABLE experiment_saved_metrics (
    project_id int4 NOT NULL,
    id int4 GENERATED ALWAYS AS IDENTITY UNIQUE,
    name ${text} NOT NULL,
    description ${text},
    query jsonb NOT NULL,
    tags text[] NOT NULL,
    cohort_ids int4[] NOT NULL,
    created_by int4,
    created_at ${instant} NOT NULL,
    updated_at ${instant} NOT NULL,
    PRIMARY KEY (project_id, id)
  )`,
  `CREATE INDEX experiment_saved_metrics_listed ON experiment_saved_metrics (project_id, created_at DESC, id DESC)`
]

const table = [
  `CREATE TABLE experiments (
    project_id int4 NOT NULL,
    id int4 GENERATED ALWAYS AS IDENTITY UNIQUE,
    name ${text} NOT NULL,
    description ${text},
    type ${text},
    state int2 NOT NULL,
    start_date ${instant},
    end_date ${instant},
    archived bool NOT NULL,
    deleted bool NOT NULL,
    feature_flag_id int4 NOT NULL,
    holdout_id int4,
    exposure_cohort int4,
    parameters jsonb,
    filters jsonb NOT NULL,
    exposure_criteria jsonb,
    stats_config jsonb,
    metrics jsonb,
    metrics_secondary jsonb,
    secondary_metrics jsonb,
    saved_metrics jsonb NOT NULL,
    primary_metrics_ordered_uuids text[],
    secondary_metrics_ordered_uuids text[],
    saved_metric_ids int4[] NOT NULL,
    cohort_ids int4[] NOT NULL,
    conclusion ${text},
    conclusion_comment ${text},
    created_by int4,
    created_at ${instant} NOT NULL,
    updated_at ${instant} NOT NULL,
    PRIMARY KEY (project_id, id)
  )`,
  `CREATE INDEX experiments_listed ON experiments (project_id, created_at DESC, id DESC) WHERE NOT deleted`,
  `CREATE INDEX experiments_of_flags ON experiments (project_id, feature_flag_id) WHERE NOT deleted`,
  `CREATE INDEX experiments_held_out ON experiments (project_id, holdout_id) WHERE holdout_id IS NOT NULL`,
  `CREATE INDEX experiments_running ON experiments (id)
    WHERE start_date IS NOT NULL AND end_date IS NULL AND NOT archived AND NOT deleted`
]

/** The results of a metric, day by day, and the requests to compute them anew. */
const results = [
  `CREATE TABLE experiment_daily_results (
    project_id int4 NOT NULL,
    id uuid NOT NULL,
    experiment_id int4 NOT NULL,
    metric_uuid ${text} NOT NULL,
    fingerprint ${text} NOT NULL,
    query_from ${instant} NOT NULL,
    query_to ${instant} NOT NULL,
    status ${text} NOT NULL,
    result jsonb,
    error_message ${text},
    completed_at ${instant},
    created_at ${instant} NOT NULL,
    updated_at ${instant} NOT NULL,
    PRIMARY KEY (project_id, id)
  )`,
  `CREATE INDEX experiment_daily_results_series
    ON experiment_daily_results (project_id, experiment_id, fingerprint, query_to)`,
  `CREATE TABLE experiment_recalculations (
    project_id int4 NOT NULL,
    id uuid NOT NULL,
    experiment_id int4 NOT NULL,
    metric jsonb NOT NULL,
    metric_uuid ${text} NOT NULL,
    fingerprint ${text} NOT NULL,
    status ${text} NOT NULL,
    done_until ${instant},
    created_at ${instant} NOT NULL,
    updated_at ${instant} NOT NULL,
    PRIMARY KEY (project_id, id)
  )`,
  `CREATE INDEX experiment_recalculations_active ON experiment_recalculations (project_id, experiment_id)
    WHERE status IN ('pending', 'in_progress')`
]

/** Experiments, their holdouts, the metrics that several of them measure, and their results. */
export const experiments: ReadonlyArray<string> = [...shared, ...table, ...results]
