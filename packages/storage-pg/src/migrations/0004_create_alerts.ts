import { instant, statements, text } from "./Statements.ts"

/** Bounds on the values of insights. */
export const createAlerts = statements([
  `CREATE TABLE alerts (
    project_id int4 NOT NULL,
    id uuid NOT NULL,
    insight_id int4 NOT NULL,
    name ${text} NOT NULL,
    subscribed_users int4[] NOT NULL,
    threshold jsonb NOT NULL,
    condition jsonb NOT NULL,
    config jsonb NOT NULL,
    calculation_interval ${text} NOT NULL,
    enabled bool NOT NULL,
    skip_weekend bool NOT NULL,
    state ${text} NOT NULL,
    told_state ${text} NOT NULL,
    snoozed_until ${instant},
    last_notified_at ${instant},
    last_checked_at ${instant},
    next_check_at ${instant},
    checks jsonb NOT NULL,
    created_by int4,
    created_at ${instant} NOT NULL,
    PRIMARY KEY (project_id, id)
  )`
])
