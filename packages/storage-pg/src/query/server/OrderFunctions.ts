import { int64Min } from "@hedgerow/sql/types/Cell"

/** Beyond all exact numbers, so that none of them is below zero when it is added. */
const offset = `1${"0".repeat(40)}`

/**
 * A text that sorts by code points as a member of a document does by the rules of `compareCells`: values, then NaN, then
 * NULL; lists by their members, a shorter one before those that it begins. The kind is that of `SortKinds.ts`.
 */
export const orderFunctions: ReadonlyArray<string> = [
  `CREATE OR REPLACE FUNCTION hg_sort_key(member jsonb, kind jsonb) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
AS $body$
DECLARE name text := CASE jsonb_typeof(kind) WHEN 'array' THEN kind ->> 0 ELSE kind #>> '{}' END;
  value text; number float8; bits int8;
BEGIN
  IF member IS NULL OR member = 'null' THEN RETURN '2'; END IF;
  IF name = 'array' THEN
    SELECT string_agg(hg_sort_key(e, kind -> 1), '' ORDER BY o) INTO value
    FROM jsonb_array_elements(member) WITH ORDINALITY AS items(e, o);
    RETURN '0' || coalesce(value, '') || chr(1);
  ELSIF name = 'tuple' THEN
    SELECT string_agg(hg_sort_key(e, kind -> o::int4), '' ORDER BY o) INTO value
    FROM jsonb_array_elements(member) WITH ORDINALITY AS items(e, o);
    RETURN '0' || coalesce(value, '');
  END IF;
  value := member #>> '{}';
  IF name = 'whole' THEN RETURN '0' || lpad(to_hex(value::int8 # (${int64Min})::int8), 16, '0');
  ELSIF name = 'exact' THEN RETURN '0' || lpad((value::numeric + ${offset})::text, 42, '0');
  ELSIF name = 'float' THEN
    number := value::float8 + 0;
    IF number = 'NaN' THEN RETURN '1'; END IF;
    bits := ('x' || encode(float8send(number), 'hex'))::bit(64)::int8;
    RETURN '0' || lpad(to_hex(CASE WHEN bits < 0 THEN ~bits ELSE bits # (${int64Min})::int8 END), 16, '0');
  END IF;
  RETURN '0' || replace(replace(value, chr(2), chr(2) || chr(18)), chr(1), chr(2) || chr(17)) || chr(1);
END
$body$`
]
