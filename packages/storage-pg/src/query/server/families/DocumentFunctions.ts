import { toDocument } from "@hedgerow/sql/postgresql/Documents"
import { dateTime, scalar, type SqlType } from "@hedgerow/sql/types/SqlType"
import { strictFunction } from "../CreateFunction.ts"

/** The members of an array as one document. */
const arrayDocument = (name: string, parameter: string, element: SqlType): string =>
  strictFunction(
    name,
    parameter,
    "jsonb",
    `BEGIN
  RETURN (SELECT jsonb_agg(${toDocument("e", element)} ORDER BY o) FROM unnest(a) WITH ORDINALITY AS t(e, o));
END`
  )

/** The values in documents, as canonical JSON; a text that comes from there is known to be JSON. */
export const documentFunctions: ReadonlyArray<string> = [
  strictFunction(
    "hg_to_document",
    "a text",
    "jsonb",
    "BEGIN RETURN CASE WHEN pg_input_is_valid(a, 'jsonb') THEN a::jsonb END; END"
  ),
  strictFunction(
    "hg_json_raw",
    "a jsonb, path text",
    "text",
    `DECLARE step text;
BEGIN
  FOR step IN SELECT jsonb_array_elements_text(path::jsonb) LOOP a := hg_json_step(a, step); END LOOP;
  RETURN hg_json(a);
END`
  ),
  strictFunction(
    "hg_raw_text",
    "a text",
    "text",
    `BEGIN
  RETURN CASE WHEN NOT pg_input_is_valid(a, 'jsonb') THEN NULL WHEN a LIKE '"%' THEN a::jsonb #>> '{}'
    WHEN a <> 'null' THEN a END;
END`
  ),
  strictFunction(
    "hg_json_length",
    "a text",
    "int8",
    `BEGIN
  RETURN CASE WHEN NOT pg_input_is_valid(a, 'jsonb') THEN 0 WHEN a LIKE '[%' THEN jsonb_array_length(a::jsonb)
    WHEN a LIKE '{%' THEN (SELECT count(*) FROM jsonb_object_keys(a::jsonb)) ELSE 0 END;
END`
  ),
  strictFunction(
    "hg_json_keys",
    "a text",
    "text[]",
    `BEGIN
  IF a NOT LIKE '{%' OR NOT pg_input_is_valid(a, 'jsonb') THEN RETURN '{}'; END IF;
  RETURN ARRAY(SELECT k FROM jsonb_object_keys(a::jsonb) WITH ORDINALITY AS t(k, o) ORDER BY o);
END`
  ),
  strictFunction(
    "hg_json_members",
    "a text",
    "text[]",
    `BEGIN
  IF NOT pg_input_is_valid(a, 'jsonb') THEN RETURN '{}'; END IF;
  IF a LIKE '[%' THEN
    RETURN ARRAY(SELECT hg_json(e) FROM jsonb_array_elements(a::jsonb) WITH ORDINALITY AS t(e, o) ORDER BY o);
  END IF;
  IF a NOT LIKE '{%' THEN RETURN '{}'; END IF;
  RETURN ARRAY(SELECT hg_json(e) FROM jsonb_each(a::jsonb) WITH ORDINALITY AS t(k, e, o) ORDER BY o);
END`
  ),
  arrayDocument("hg_dates_document", "a date[]", scalar("Date")),
  arrayDocument("hg_times_document", "a timestamptz[]", dateTime("UTC")),
  arrayDocument("hg_floats_document", "a float8[]", scalar("Float64"))
]
