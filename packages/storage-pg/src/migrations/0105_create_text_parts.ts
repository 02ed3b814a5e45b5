import { statements } from "./Statements.ts"

/** Removes the parts of a text with the row that named it, whichever statement removes or replaces that row. */
const triggersOf = (table: string): ReadonlyArray<string> => [
  `ALTER TABLE ${table} ADD COLUMN text_id uuid`,
  `CREATE TRIGGER ${table}_text_removed AFTER DELETE ON ${table} FOR EACH ROW
    WHEN (OLD.text_id IS NOT NULL) EXECUTE FUNCTION remove_text_parts()`,
  `CREATE TRIGGER ${table}_text_replaced AFTER UPDATE OF text_id ON ${table} FOR EACH ROW
    WHEN (OLD.text_id IS NOT NULL AND OLD.text_id IS DISTINCT FROM NEW.text_id) EXECUTE FUNCTION remove_text_parts()`
]

/** Answers of many megabytes, in parts. A shorter one stays in the row of its result or run, whose `text_id` is null then. */
export const createTextParts = statements([
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
  ...triggersOf("query_results"),
  ...triggersOf("query_runs")
])
