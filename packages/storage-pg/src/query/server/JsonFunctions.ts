import { strictFunction } from "./CreateFunction.ts"

/** JSON text as `JSON.stringify` writes it: no spaces, members sorted by code point, shortest numbers. */
export const jsonFunctions: ReadonlyArray<string> = [
  strictFunction(
    "hg_json_number",
    "a text",
    "text",
    `DECLARE x float8; t text;
BEGIN
  IF a ~ '^-?[0-9]{1,15}$' OR NOT pg_input_is_valid(a, 'float8') THEN RETURN a; END IF;
  x := a::float8;
  t := x::text;
  RETURN CASE
    WHEN strpos(t, 'e') = 0 THEN t
    WHEN abs(x) >= 1e21 OR abs(x) < 1e-6 THEN regexp_replace(t, 'e([+-])0', 'e\\1')
    ELSE t::numeric::text
  END;
END`
  ),
  strictFunction(
    "hg_json",
    "a jsonb",
    "text",
    `BEGIN
  RETURN CASE jsonb_typeof(a)
    WHEN 'object' THEN (
      SELECT '{' || coalesce(string_agg(to_json(key)::text || ':' || hg_json(value), ',' ORDER BY key COLLATE "C"), '')
        || '}'
      FROM jsonb_each(a)
    )
    WHEN 'array' THEN (
      SELECT '[' || coalesce(string_agg(hg_json(value), ',' ORDER BY place), '') || ']'
      FROM jsonb_array_elements(a) WITH ORDINALITY AS item(value, place)
    )
    WHEN 'number' THEN hg_json_number(a::text)
    ELSE a::text
  END;
END`
  ),
  strictFunction(
    "hg_json_text",
    "a jsonb",
    "text",
    `BEGIN
  RETURN CASE jsonb_typeof(a)
    WHEN 'string' THEN a #>> '{}'
    WHEN 'null' THEN NULL
    WHEN 'boolean' THEN a::text
    ELSE hg_json(a)
  END;
END`
  ),
  strictFunction(
    "hg_json_step",
    "a jsonb, step text",
    "jsonb",
    `BEGIN
  IF jsonb_typeof(a) <> 'array' THEN RETURN a -> step; END IF;
  RETURN CASE WHEN step ~ '^0*[1-9][0-9]{0,8}$' THEN a -> (step::int4 - 1) END;
END`
  )
]
