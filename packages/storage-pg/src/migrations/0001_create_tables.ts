import { statements } from "./Statements.ts"

const text = `text COLLATE "C"`
/** Control-plane time. */
const instant = "timestamptz(3) NOT NULL"
/** Event time: microseconds. */
const eventTime = "timestamptz(6) NOT NULL"

const access = [
  `CREATE TABLE organizations (
    id uuid PRIMARY KEY,
    name ${text} NOT NULL,
    slug ${text} NOT NULL,
    created_at ${instant},
    updated_at ${instant}
  )`,
  `CREATE TABLE projects (
    id int4 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    uuid uuid NOT NULL UNIQUE,
    organization_id uuid NOT NULL REFERENCES organizations (id),
    name ${text} NOT NULL,
    api_token ${text} NOT NULL UNIQUE,
    timezone ${text} NOT NULL,
    week_start_day int2 NOT NULL,
    created_at ${instant},
    updated_at ${instant}
  )`,
  `CREATE INDEX projects_organization ON projects (organization_id)`,
  `CREATE TABLE users (
    id int4 GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    uuid uuid NOT NULL UNIQUE,
    distinct_id ${text} NOT NULL,
    first_name ${text} NOT NULL,
    last_name ${text} NOT NULL,
    email ${text} NOT NULL,
    is_email_verified bool NOT NULL,
    is_active bool NOT NULL,
    role_at_organization ${text} NOT NULL,
    current_organization_id uuid REFERENCES organizations (id),
    current_project_id int4 REFERENCES projects (id),
    created_at ${instant}
  )`,
  `CREATE TABLE memberships (
    user_id int4 NOT NULL REFERENCES users (id),
    organization_id uuid NOT NULL REFERENCES organizations (id),
    level int2 NOT NULL,
    PRIMARY KEY (user_id, organization_id)
  )`,
  `CREATE TABLE personal_api_keys (
    id ${text} PRIMARY KEY,
    user_id int4 NOT NULL REFERENCES users (id),
    label ${text} NOT NULL,
    secure_value ${text} NOT NULL UNIQUE,
    mask_value ${text} NOT NULL,
    scopes text[] NOT NULL,
    scoped_teams int4[] NOT NULL,
    scoped_organizations uuid[] NOT NULL,
    created_at ${instant},
    last_used_at timestamptz(3)
  )`
]

// No foreign key to projects here: every insert would lock the one row of its project.
const persons = [
  `CREATE TABLE persons (
    project_id int4 NOT NULL,
    id uuid NOT NULL,
    created_at ${eventTime},
    properties jsonb NOT NULL,
    is_identified bool NOT NULL,
    version int4 NOT NULL,
    PRIMARY KEY (project_id, id)
  )`,
  `CREATE TABLE person_distinct_ids (
    project_id int4 NOT NULL,
    distinct_id ${text} NOT NULL,
    person_id uuid NOT NULL,
    PRIMARY KEY (project_id, distinct_id),
    FOREIGN KEY (project_id, person_id) REFERENCES persons (project_id, id) DEFERRABLE INITIALLY DEFERRED
  )`,
  `CREATE INDEX person_distinct_ids_person ON person_distinct_ids (project_id, person_id)`,
  `CREATE TABLE person_overrides (
    project_id int4 NOT NULL,
    old_person_id uuid NOT NULL,
    person_id uuid NOT NULL,
    version int4 NOT NULL,
    PRIMARY KEY (project_id, old_person_id)
  )`,
  `CREATE INDEX person_overrides_person ON person_overrides (project_id, person_id)`,
  `CREATE TABLE group_types (
    project_id int4 NOT NULL,
    name ${text} NOT NULL,
    index int2 NOT NULL CHECK (index BETWEEN 0 AND 4),
    PRIMARY KEY (project_id, name),
    UNIQUE (project_id, index)
  )`,
  `CREATE TABLE groups (
    project_id int4 NOT NULL,
    group_type_index int2 NOT NULL CHECK (group_type_index BETWEEN 0 AND 4),
    group_key ${text} NOT NULL,
    properties jsonb NOT NULL,
    created_at ${eventTime},
    updated_at ${eventTime},
    PRIMARY KEY (project_id, group_type_index, group_key)
  )`
]

const events = [
  `CREATE TABLE event_key (
    project_id int4 NOT NULL,
    uuid uuid NOT NULL,
    batch_id uuid NOT NULL,
    confirmed bool NOT NULL,
    arrived timestamptz(3) NOT NULL,
    leased_until timestamptz(3) NOT NULL,
    PRIMARY KEY (project_id, uuid)
  )`,
  `CREATE INDEX event_key_open ON event_key (batch_id) WHERE NOT confirmed`,
  `CREATE INDEX event_key_arrived ON event_key USING brin (arrived)`,
  `CREATE TABLE events (
    project_id int4 NOT NULL,
    uuid uuid NOT NULL,
    event ${text} NOT NULL,
    distinct_id ${text} NOT NULL,
    person_id uuid NOT NULL,
    person_mode ${text} NOT NULL,
    timestamp ${eventTime},
    sent_at timestamptz(6),
    received_at ${eventTime},
    inserted_at ${eventTime},
    properties ${text} NOT NULL,
    derived jsonb NOT NULL,
    person_properties jsonb NOT NULL,
    person_created_at timestamptz(6),
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
  `CREATE INDEX events_uuid ON events (project_id, uuid)`,
  // Rows of that month that went into the default partition before move over; attaching would refuse them otherwise.
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
]

const definitions = [
  `CREATE TABLE event_definitions (
    project_id int4 NOT NULL,
    name ${text} NOT NULL,
    id uuid NOT NULL,
    created_at ${eventTime},
    last_seen_at ${eventTime},
    PRIMARY KEY (project_id, name)
  )`,
  // Ids are derived from the names. A second unique index would fail concurrent inserts that the first one settles.
  `CREATE INDEX event_definitions_id ON event_definitions (project_id, id)`,
  `CREATE TABLE property_definitions (
    project_id int4 NOT NULL,
    kind ${text} NOT NULL,
    name ${text} NOT NULL,
    id uuid NOT NULL,
    property_type ${text},
    PRIMARY KEY (project_id, kind, name)
  )`,
  `CREATE INDEX property_definitions_id ON property_definitions (project_id, id)`
]

/** The tables of access, persons, groups, events and definitions. */
export const createTables = statements([...access, ...persons, ...events, ...definitions])
