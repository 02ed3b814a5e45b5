import { statements } from "./Statements.ts"

const text = `text COLLATE "C"`

/** Changes of flags that are applied at a time; the jobs that do so are in `jobs`. */
export const createScheduledChanges = statements([
  `CREATE TABLE scheduled_changes (
    id int4 GENERATED ALWAYS AS IDENTITY UNIQUE,
    project_id int4 NOT NULL,
    record_id ${text} NOT NULL,
    model_name ${text} NOT NULL,
    payload jsonb NOT NULL,
    scheduled_at timestamptz(3) NOT NULL,
    executed_at timestamptz(3),
    failure_reason ${text},
    is_recurring bool NOT NULL,
    recurrence_interval ${text},
    cron_expression ${text},
    last_executed_at timestamptz(3),
    end_date timestamptz(3),
    timezone ${text} NOT NULL,
    created_by int4,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    PRIMARY KEY (project_id, id)
  )`,
  `CREATE INDEX scheduled_changes_record ON scheduled_changes (project_id, record_id, id)`,
  `CREATE INDEX scheduled_changes_pending ON scheduled_changes (project_id, record_id) WHERE executed_at IS NULL`
])
