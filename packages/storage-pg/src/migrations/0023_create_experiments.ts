import { statements } from "./Statements.ts"

const text = `text COLLATE "C"`

/** Experiments, their holdouts and the metrics that several of them measure. */
export const createExperiments = statements([
  `CREATE TABLE experiment_holdouts (
    id int4 GENERATED ALWAYS AS IDENTITY UNIQUE,
    project_id int4 NOT NULL,
    name ${text} NOT NULL,
    description ${text},
    filters jsonb NOT NULL,
    created_by int4,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    PRIMARY KEY (project_id, id)
  )`,
  `CREATE INDEX experiment_holdouts_listed ON experiment_holdouts (project_id, created_at DESC, id DESC)`,
  `CREATE TABLE experiment_saved_metrics (
    id int4 GENERATED ALWAYS AS IDENTITY UNIQUE,
    project_id int4 NOT NULL,
    name ${text} NOT NULL,
    description ${text},
    query jsonb NOT NULL,
    tags text[] NOT NULL,
    created_by int4,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    cohort_ids int4[] NOT NULL,
    PRIMARY KEY (project_id, id)
  )`,
  `CREATE INDEX experiment_saved_metrics_listed ON experiment_saved_metrics (project_id, created_at DESC, id DESC)`,
  `CREATE TABLE experiments (
    id int4 GENERATED ALWAYS AS IDENTITY UNIQUE,
    project_id int4 NOT NULL,
    name ${text} NOT NULL,
    description ${text},
    start_date timestamptz(3),
    end_date timestamptz(3),
    feature_flag_id int4 NOT NULL,
    holdout_id int4,
    exposure_cohort int4,
    parameters jsonb,
    secondary_metrics jsonb,
    saved_metrics jsonb NOT NULL,
    filters jsonb NOT NULL,
    archived bool NOT NULL,
    deleted bool NOT NULL,
    created_by int4,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    type ${text},
    exposure_criteria jsonb,
    metrics jsonb,
    metrics_secondary jsonb,
    stats_config jsonb,
    conclusion ${text},
    conclusion_comment ${text},
    primary_metrics_ordered_uuids text[],
    secondary_metrics_ordered_uuids text[],
    state int2 NOT NULL,
    saved_metric_ids int4[] NOT NULL,
    cohort_ids int4[] NOT NULL,
    PRIMARY KEY (project_id, id)
  )`,
  `CREATE INDEX experiments_listed ON experiments (project_id, created_at DESC, id DESC) WHERE NOT deleted`,
  `CREATE INDEX experiments_of_flags ON experiments (project_id, feature_flag_id) WHERE NOT deleted`,
  `CREATE INDEX experiments_held_out ON experiments (project_id, holdout_id) WHERE holdout_id IS NOT NULL`
])
