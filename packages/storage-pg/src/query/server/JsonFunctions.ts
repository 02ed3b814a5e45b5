import { expressionFunction, strictFunction } from "./CreateFunction.ts"

/**
 * Canonical JSON is what jsonb holds, without the spaces that it prints: members sorted by length, then by bytes, and
 * numbers in full digits. In the pattern a whole string goes first, so that only spaces between tokens are dropped.
 */
export const jsonFunctions: ReadonlyArray<string> = [
  strictFunction(
    "hg_json",
    "a jsonb",
    "text",
    `BEGIN
  RETURN regexp_replace(a::text, '("(?:[^"\\\\]|\\\\.)*")|([:,]) ', '\\1\\2', 'g');
END`
  ),
  strictFunction(
    "hg_json_text",
    "a jsonb",
    "text",
    `BEGIN
  RETURN CASE WHEN jsonb_typeof(a) IN ('object', 'array') THEN hg_json(a) ELSE a #>> '{}' END;
END`
  ),
  // The text of a member. Only that of a list or object begins with these characters, or a string that begins so.
  expressionFunction(
    "hg_member_text",
    "a jsonb, step text",
    "text",
    "CASE WHEN ascii(a ->> step) IN (91, 123) THEN hg_json_text(a -> step) ELSE a ->> step END"
  ),
  // A step of digits: a position from 1 in an array, a key elsewhere. An array has no other members.
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
