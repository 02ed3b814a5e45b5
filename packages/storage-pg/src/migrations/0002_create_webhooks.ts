import { instant, statements, text } from "./Statements.ts"

/** Addresses that are told of changes, and the messages for them. */
export const createWebhooks = statements([
  `CREATE TABLE webhooks (
    project_id int4 NOT NULL,
    id int4 GENERATED ALWAYS AS IDENTITY UNIQUE,
    name ${text} NOT NULL,
    url ${text} NOT NULL,
    types text[] NOT NULL,
    filters jsonb NOT NULL,
    format ${text} NOT NULL,
    active bool NOT NULL,
    paused_reason ${text},
    failing_since ${instant},
    secret ${text} NOT NULL,
    previous_secret ${text},
    previous_secret_until ${instant},
    deleted bool NOT NULL,
    created_by int4,
    created_at ${instant} NOT NULL,
    updated_at ${instant} NOT NULL,
    PRIMARY KEY (project_id, id)
  )`,
  `CREATE TABLE webhook_deliveries (
    project_id int4 NOT NULL,
    id uuid NOT NULL,
    webhook_id int4 NOT NULL,
    source ${text} NOT NULL,
    type ${text} NOT NULL,
    record ${text} NOT NULL,
    position int8 NOT NULL,
    body ${text} NOT NULL,
    state ${text} NOT NULL,
    attempts int4 NOT NULL,
    next_attempt_at ${instant},
    last_attempt_at ${instant},
    response_status int4,
    response_body ${text},
    error ${text},
    created_at ${instant} NOT NULL,
    PRIMARY KEY (project_id, id),
    UNIQUE (project_id, source)
  )`,
  `CREATE INDEX webhook_deliveries_listed ON webhook_deliveries (project_id, webhook_id, created_at DESC, position DESC, id)`,
  `CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (project_id, webhook_id, record, position, id)
    WHERE state = 'pending'`,
  `CREATE INDEX webhook_deliveries_created ON webhook_deliveries (created_at)`
])
