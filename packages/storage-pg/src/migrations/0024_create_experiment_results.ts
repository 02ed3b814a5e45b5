import { statements } from "./Statements.ts"

const text = `text COLLATE "C"`

/** The results of experiments, day by day, and the requests to compute them anew. */
export const createExperimentResults = statements([
  `CREATE TABLE experiment_daily_results (
    project_id int4 NOT NULL,
    id uuid NOT NULL,
    experiment_id int4 NOT NULL,
    metric_uuid ${text} NOT NULL,
    fingerprint ${text} NOT NULL,
    query_from timestamptz(3) NOT NULL,
    query_to timestamptz(3) NOT NULL,
    status ${text} NOT NULL,
    result jsonb,
    completed_at timestamptz(3),
    error_message ${text},
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
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
    done_until timestamptz(3),
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    PRIMARY KEY (project_id, id)
  )`,
  `CREATE INDEX experiment_recalculations_active ON experiment_recalculations (project_id, experiment_id)
    WHERE status IN ('pending', 'in_progress')`,
  `CREATE INDEX experiments_running ON experiments (id)
    WHERE start_date IS NOT NULL AND end_date IS NULL AND NOT archived AND NOT deleted`
])
