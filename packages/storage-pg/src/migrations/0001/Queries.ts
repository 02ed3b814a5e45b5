import { eventTime, instant, text } from "../Statements.ts"

/** Values that queries name. */
const variables = [
  `CREATE TABLE sql_variables (
    project_id int4 NOT NULL,
    id uuid NOT NULL,
    name ${text} NOT NULL,
    code_name ${text} NOT NULL,
    type ${text} NOT NULL,
    default_value jsonb NOT NULL,
    "values" jsonb NOT NULL,
    created_by int4,
    created_at ${instant} NOT NULL,
    PRIMARY KEY (project_id, id)
  )`,
  `CREATE INDEX sql_variables_listed ON sql_variables (project_id, created_at DESC, id)`,
  `CREATE UNIQUE INDEX sql_variables_named ON sql_variables (project_id, code_name)`
]

/**
 * Runs of queries that can be asked for, cached results, and the right to run queries: `held` is the number of a
 * project's queries that a node may run at once, until its lease ends. `error_extra` is the position, the hint and the
 * worth of another try of a failed run. `text_id` names the parts of a text that is too long for the row, and
 * `text_bytes` is the number of its bytes.
 */
const runs = [
  `CREATE TABLE query_runs (
    project_id int4 NOT NULL,
    id ${text} NOT NULL,
    state ${text} NOT NULL,
    is_async bool NOT NULL,
    endpoint ${text} NOT NULL,
    is_key_request bool NOT NULL,
    cache_key ${text} NOT NULL,
    request text NOT NULL,
    created_by int4,
    start_time ${eventTime} NOT NULL,
    pickup_time ${eventTime},
    end_time ${eventTime},
    expiration_time ${eventTime} NOT NULL,
    progress jsonb,
    error_code ${text},
    error_message text,
    error_extra jsonb,
    results text,
    text_id uuid,
    text_bytes int4,
    PRIMARY KEY (project_id, id)
  )`,
  `CREATE INDEX query_runs_under_way ON query_runs (project_id, cache_key) WHERE state IN ('queued', 'running')`,
  `CREATE INDEX query_runs_expiring ON query_runs (expiration_time)`,
  `CREATE TABLE query_results (
    project_id int4 NOT NULL,
    cache_key ${text} NOT NULL,
    body text NOT NULL,
    text_id uuid,
    bytes int4 NOT NULL,
    computed_at ${eventTime} NOT NULL,
    PRIMARY KEY (project_id, cache_key)
  )`,
  `CREATE TABLE query_slots (
    project_id int4 NOT NULL,
    node uuid NOT NULL,
    held int4 NOT NULL,
    leased_until ${eventTime} NOT NULL,
    PRIMARY KEY (project_id, node)
  )`
]

/** Removes the parts of a text with the row that named it, whichever statement removes or replaces that row. */
const partsGoWith = (table: string): ReadonlyArray<string> => [
  `CREATE TRIGGER ${table}_text_removed AFTER DELETE ON ${table} FOR EACH ROW
    WHEN (OLD.text_id IS NOT NULL) EXECUTE FUNCTION remove_text_parts()`,
  `CREATE TRIGGER ${table}_text_replaced AFTER UPDATE OF text_id ON ${table} FOR EACH ROW
    WHEN (OLD.text_id IS NOT NULL AND OLD.text_id IS DISTINCT FROM NEW.text_id) EXECUTE FUNCTION remove_text_parts()`
]

/** Answers of many megabytes, in parts. */
const parts = [
  `CREATE TABLE text_parts (
    project_id int4 NOT NULL,
    text_id uuid NOT NULL,
    part int4 NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (project_id, text_id, part)
  )`,
  `CREATE FUNCTION remove_text_parts() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
      DELETE FROM text_parts WHERE project_id = OLD.project_id AND text_id = OLD.text_id;
      RETURN NULL;
    END $$`,
  ...partsGoWith("query_results"),
  ...partsGoWith("query_runs")
]

/** Queries as people and programs send them. */
export const queries: ReadonlyArray<string> = [...variables, ...runs, ...parts]
