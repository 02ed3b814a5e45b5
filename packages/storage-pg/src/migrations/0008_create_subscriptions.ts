import { instant, statements, text } from "./Statements.ts"

/** Dashboards and insights that are sent on schedules, and what was sent. */
export const createSubscriptions = statements([
  `CREATE TABLE subscriptions (
    project_id int4 NOT NULL,
    id int4 GENERATED ALWAYS AS IDENTITY UNIQUE,
    title ${text} NOT NULL,
    dashboard_id int4,
    insight_id int4,
    dashboard_export_insights int4[] NOT NULL,
    target_type ${text} NOT NULL,
    target_value ${text} NOT NULL,
    invite_message ${text},
    frequency ${text} NOT NULL,
    interval int4 NOT NULL,
    byweekday text[] NOT NULL,
    bysetpos int4,
    count int4,
    start_date ${instant} NOT NULL,
    until_date ${instant},
    enabled bool NOT NULL,
    paused_reason ${text},
    failed_deliveries int4 NOT NULL,
    secret ${text},
    next_delivery_date ${instant},
    deleted bool NOT NULL,
    created_by int4,
    created_at ${instant} NOT NULL,
    PRIMARY KEY (project_id, id)
  )`,
  `CREATE TABLE subscription_deliveries (
    project_id int4 NOT NULL,
    id uuid NOT NULL,
    subscription_id int4 NOT NULL,
    is_test bool NOT NULL,
    target_type ${text} NOT NULL,
    targets jsonb NOT NULL,
    created_at ${instant} NOT NULL,
    PRIMARY KEY (project_id, id)
  )`,
  `CREATE INDEX subscription_deliveries_listed ON subscription_deliveries (
    project_id, subscription_id, created_at DESC, id
  )`,
  `CREATE TABLE subscription_delivery_contents (
    project_id int4 NOT NULL,
    id uuid NOT NULL,
    resource_name ${text} NOT NULL,
    insights jsonb NOT NULL,
    more int4 NOT NULL,
    PRIMARY KEY (project_id, id)
  )`
])
