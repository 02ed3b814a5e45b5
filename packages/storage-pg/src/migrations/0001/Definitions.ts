import { eventTime, instant, text } from "../Statements.ts"

/** The words that people add to a name. */
const description = `
    description ${text},
    tags text[] NOT NULL DEFAULT '{}',
    verified bool NOT NULL DEFAULT false,
    verified_at ${instant},
    verified_by int4,
    hidden bool NOT NULL DEFAULT false,
    updated_at ${instant},
    updated_by int4`

/**
 * The names of events and properties, as capture has learnt them. Ids are derived from the names: a second unique index
 * would fail concurrent inserts that the first one settles. No index is on what counting moves: rows are updated in
 * place, in pages that keep room for it.
 */
export const definitions: ReadonlyArray<string> = [
  `CREATE TABLE event_definitions (
    project_id int4 NOT NULL,
    name ${text} NOT NULL,
    id uuid NOT NULL,${description},
    owner int4,
    volume int8 NOT NULL DEFAULT 0,
    created_at ${eventTime} NOT NULL,
    last_seen_at ${eventTime},
    PRIMARY KEY (project_id, name)
  ) WITH (fillfactor = 70)`,
  `CREATE INDEX event_definitions_id ON event_definitions (project_id, id)`,
  // The kind of a group's property is `group_` and the number of its type. A mixed property has values that cannot be
  // read as its type.
  `CREATE TABLE property_definitions (
    project_id int4 NOT NULL,
    kind ${text} NOT NULL,
    name ${text} NOT NULL,
    id uuid NOT NULL,
    property_type ${text},
    is_type_set bool NOT NULL DEFAULT false,
    is_mixed bool NOT NULL,${description},
    volume int8 NOT NULL,
    first_seen_at ${eventTime} NOT NULL,
    last_seen_at ${eventTime} NOT NULL,
    PRIMARY KEY (project_id, kind, name)
  ) WITH (fillfactor = 70)`,
  `CREATE INDEX property_definitions_id ON property_definitions (project_id, id)`,
  `CREATE INDEX property_definitions_typed ON property_definitions (project_id) WHERE property_type <> 'String'`,
  // The number of events of a name on a day.
  `CREATE TABLE event_volumes (
    project_id int4 NOT NULL,
    name ${text} NOT NULL,
    day date NOT NULL,
    volume int8 NOT NULL,
    PRIMARY KEY (project_id, name, day)
  ) WITH (fillfactor = 70)`,
  // The properties that events of a name have carried.
  `CREATE TABLE event_properties (
    project_id int4 NOT NULL,
    event ${text} NOT NULL,
    property ${text} NOT NULL,
    PRIMARY KEY (project_id, event, property)
  )`
]
