import { mostCell } from "@hedgerow/sql/evaluate/CellSize"
import { expressionFunction, strictFunction } from "./CreateFunction.ts"

/** String functions and conversions whose edges differ from PostgreSQL's. */
export const textFunctions: ReadonlyArray<string> = [
  // A value of a fold that could grow without an end.
  strictFunction(
    "hg_allow_size",
    "size int4",
    "boolean",
    `BEGIN
  IF size > ${mostCell} THEN RAISE EXCEPTION 'a value is too large' USING ERRCODE = 'program_limit_exceeded'; END IF;
  RETURN true;
END`
  ),
  // A negative start before the first character still counts its length from there.
  strictFunction(
    "hg_substring",
    "s text, start int8, n int8",
    "text",
    `DECLARE size int8 := char_length(s); first int8; taken int8;
BEGIN
  IF start = 0 OR n <= 0 OR start > size THEN RETURN ''; END IF;
  first := CASE WHEN start > 0 THEN start ELSE size + start + 1 END;
  taken := n + least(first - 1, 0);
  RETURN CASE WHEN taken <= 0 THEN '' ELSE substr(s, greatest(first, 1)::int4, least(taken, size)::int4) END;
END`
  ),
  expressionFunction("hg_ends_with", "a text, b text", "boolean", "right(a, char_length(b)) = b"),
  // A backslash at the end has nothing to escape: it stands for itself.
  expressionFunction(
    "hg_like_pattern",
    "a text",
    "text",
    "CASE WHEN a ~ '(^|[^\\\\])(\\\\\\\\)*\\\\$' THEN a || '\\' ELSE a END"
  ),
  strictFunction(
    "hg_text_bool",
    "a text",
    "boolean",
    `BEGIN
  RETURN CASE
    WHEN lower(a COLLATE "C") IN ('true', 't', 'yes', 'y', 'on', '1') THEN true
    WHEN lower(a COLLATE "C") IN ('false', 'f', 'no', 'n', 'off', '0') THEN false
  END;
END`
  ),
  strictFunction(
    "hg_text_uuid",
    "a text",
    "uuid",
    `BEGIN
  RETURN CASE
    WHEN a ~ '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$' THEN a::uuid
  END;
END`
  )
]
