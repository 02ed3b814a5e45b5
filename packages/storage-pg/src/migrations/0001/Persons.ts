import { eventTime, text } from "../Statements.ts"

/**
 * Persons and groups. None has a foreign key to `projects`: every insert would lock the one row of its project. An
 * override leads from a merged person's id to the one that it became.
 */
export const persons: ReadonlyArray<string> = [
  `CREATE TABLE persons (
    project_id int4 NOT NULL,
    id uuid NOT NULL,
    properties jsonb NOT NULL,
    is_identified bool NOT NULL,
    version int4 NOT NULL,
    created_at ${eventTime} NOT NULL,
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
    created_at ${eventTime} NOT NULL,
    updated_at ${eventTime} NOT NULL,
    PRIMARY KEY (project_id, group_type_index, group_key)
  )`
]
