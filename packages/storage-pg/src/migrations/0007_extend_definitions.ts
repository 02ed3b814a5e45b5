import { statements } from "./Statements.ts"

const text = `text COLLATE "C"`

/** Descriptions of names; the servers of the previous release write none of them. */
const described = `
    ADD COLUMN description ${text},
    ADD COLUMN tags text[] NOT NULL DEFAULT '{}',
    ADD COLUMN verified bool NOT NULL DEFAULT false,
    ADD COLUMN verified_at timestamptz(3),
    ADD COLUMN verified_by int4,
    ADD COLUMN hidden bool NOT NULL DEFAULT false,
    ADD COLUMN updated_at timestamptz(3),
    ADD COLUMN updated_by int4,
    ADD COLUMN volume int8 NOT NULL DEFAULT 0`

// No index on what counting moves: rows are updated in place, in pages that keep room for it.
const extend = [
  `ALTER TABLE event_definitions ${described},
    ADD COLUMN owner int4,
    ALTER COLUMN last_seen_at DROP NOT NULL,
    SET (fillfactor = 70)`,
  // The kind of a group's property is `group_` and the number of its type; `group` where that is not known.
  `ALTER TABLE property_definitions ${described},
    ADD COLUMN is_type_set bool NOT NULL DEFAULT false,
    ADD COLUMN first_seen_at timestamptz(6),
    ADD COLUMN last_seen_at timestamptz(6),
    SET (fillfactor = 70)`,
  `CREATE INDEX property_definitions_typed ON property_definitions (project_id) WHERE property_type <> 'String'`,
  `CREATE TABLE event_volumes (
    project_id int4 NOT NULL,
    name ${text} NOT NULL,
    day date NOT NULL,
    volume int8 NOT NULL,
    PRIMARY KEY (project_id, name, day)
  ) WITH (fillfactor = 70)`,
  `CREATE TABLE event_properties (
    project_id int4 NOT NULL,
    event ${text} NOT NULL,
    property ${text} NOT NULL,
    PRIMARY KEY (project_id, event, property)
  )`
]

/**
 * Volumes, times of sight, descriptions, and the events that carry each property. The time at which an earlier property
 * was first seen stays unknown: filling it in would hold up learning of names meanwhile.
 */
export const extendDefinitions = statements(extend)
