import { instant, text } from "../Statements.ts"

/**
 * The outbox and its consumers. The row of `outbox_heads` is what orders the appends of a project; it and
 * `outbox_positions` change all the time, so their pages keep room for it. Tokens are of the whole installation: a
 * consumer that was forgotten and came back never gets one of its old ones. Payloads are text: nothing but consumers
 * reads them, and as they were sent.
 */
export const outbox: ReadonlyArray<string> = [
  `CREATE TABLE outbox_heads (
    project_id int4 PRIMARY KEY,
    position int8 NOT NULL
  ) WITH (fillfactor = 50)`,
  `CREATE TABLE outbox (
    project_id int4 NOT NULL,
    position int8 NOT NULL,
    topic ${text} NOT NULL,
    key ${text} NOT NULL,
    payload ${text} NOT NULL,
    appended_at ${instant} NOT NULL,
    PRIMARY KEY (project_id, position)
  )`,
  `CREATE TABLE outbox_consumers (
    consumer ${text} PRIMARY KEY,
    topics text[] NOT NULL,
    registered_at ${instant} NOT NULL,
    seen_at ${instant} NOT NULL
  )`,
  `CREATE SEQUENCE outbox_tokens`,
  `CREATE TABLE outbox_positions (
    project_id int4 NOT NULL,
    consumer ${text} NOT NULL REFERENCES outbox_consumers (consumer) ON DELETE CASCADE,
    position int8 NOT NULL,
    token int8 NOT NULL,
    leased_by ${text},
    leased_until ${instant},
    worked_at ${instant},
    attempts int4 NOT NULL,
    last_error ${text},
    retry_at ${instant},
    PRIMARY KEY (project_id, consumer),
    CHECK ((attempts > 0) = (retry_at IS NOT NULL))
  ) WITH (fillfactor = 50)`,
  `CREATE INDEX outbox_positions_consumer ON outbox_positions (consumer)`,
  `CREATE INDEX outbox_positions_failing ON outbox_positions (consumer, attempts DESC, project_id) WHERE attempts > 0`
]
