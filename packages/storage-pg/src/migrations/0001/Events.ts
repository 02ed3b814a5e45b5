import { eventTime, instant, text } from "../Statements.ts"

/** The identities of events, claimed by a batch before its events are appended, and confirmed afterwards. */
const keys = [
  `CREATE TABLE event_key (
    project_id int4 NOT NULL,
    uuid uuid NOT NULL,
    batch_id uuid NOT NULL,
    confirmed bool NOT NULL,
    arrived ${instant} NOT NULL,
    leased_until ${instant} NOT NULL,
    PRIMARY KEY (project_id, uuid)
  )`,
  `CREATE INDEX event_key_open ON event_key (batch_id) WHERE NOT confirmed`,
  `CREATE INDEX event_key_arrived ON event_key USING brin (arrived)`
]

/** `properties` is the text as sent, `derived` the copy that queries read. */
const table = [
  `CREATE TABLE events (
    project_id int4 NOT NULL,
    uuid uuid NOT NULL,
    event ${text} NOT NULL,
    distinct_id ${text} NOT NULL,
    person_id uuid NOT NULL,
    person_mode ${text} NOT NULL,
    timestamp ${eventTime} NOT NULL,
    sent_at ${eventTime},
    received_at ${eventTime} NOT NULL,
    inserted_at ${eventTime} NOT NULL,
    properties ${text} NOT NULL,
    derived jsonb NOT NULL,
    person_properties jsonb NOT NULL,
    person_created_at ${eventTime},
    group_0 ${text} NOT NULL,
    group_1 ${text} NOT NULL,
    group_2 ${text} NOT NULL,
    group_3 ${text} NOT NULL,
    group_4 ${text} NOT NULL,
    session_id ${text} NOT NULL,
    window_id ${text} NOT NULL,
    elements_chain ${text} NOT NULL,
    lib ${text} NOT NULL
  ) PARTITION BY RANGE (timestamp)`,
  `CREATE TABLE events_default PARTITION OF events DEFAULT`,
  // A btree entry holds at most 2,704 bytes: capture limits the length of event names and distinct ids.
  `CREATE INDEX events_timestamp ON events (project_id, timestamp, event)`,
  `CREATE INDEX events_person ON events (project_id, person_id, timestamp)`,
  `CREATE INDEX events_distinct_id ON events (project_id, distinct_id)`,
  `CREATE INDEX events_uuid ON events (project_id, uuid)`
]

/** Rows of that month that went into the default partition before move over; attaching would refuse them otherwise. */
const makePartition =
  `CREATE FUNCTION ensure_events_partition(year int4, month int4) RETURNS void LANGUAGE plpgsql AS $body$
  DECLARE
    first timestamptz := make_timestamptz(year, month, 1, 0, 0, 0, 'UTC');
    next timestamptz := make_timestamptz(year + month / 12, month % 12 + 1, 1, 0, 0, 0, 'UTC');
    name text := format('events_y%sm%s', year, lpad(month::text, 2, '0'));
  BEGIN
    IF to_regclass(name) IS NOT NULL THEN RETURN; END IF;
    PERFORM pg_advisory_xact_lock(hashtextextended(current_schema() || '.events', 0));
    IF to_regclass(name) IS NOT NULL THEN RETURN; END IF;
    EXECUTE format('CREATE TABLE %I (LIKE events INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', name);
    LOCK TABLE events_default IN ACCESS EXCLUSIVE MODE;
    EXECUTE format(
      'WITH moved AS (DELETE FROM events_default WHERE timestamp >= $1 AND timestamp < $2 RETURNING *)
       INSERT INTO %I SELECT * FROM moved', name) USING first, next;
    EXECUTE format('ALTER TABLE events ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, first, next);
  END
  $body$`

/** Events, in a partition for each month. Those of times without one are in the default partition. */
export const events: ReadonlyArray<string> = [...keys, ...table, makePartition]
