import { expressionFunction, strictFunction } from "./CreateFunction.ts"

/** UInt64 and decimals, counted in units of their last digit; NULL where there is no such number. */
export const exactFunctions: ReadonlyArray<string> = [
  expressionFunction(
    "hg_exact",
    "units numeric, lowest numeric, highest numeric",
    "numeric",
    "CASE WHEN units BETWEEN lowest AND highest THEN units END"
  ),
  strictFunction(
    "hg_text_exact",
    "a text, scale int4",
    "numeric",
    `BEGIN
  IF a !~ '^[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?$' OR a ~ '[eE][+]?0*[0-9]{4,}$' THEN RETURN NULL; END IF;
  IF a ~ '[eE]-0*[0-9]{4,}$' THEN RETURN 0; END IF;
  IF NOT pg_input_is_valid(a, 'numeric') THEN RETURN NULL; END IF;
  RETURN trunc(a::numeric * (10::numeric ^ scale));
END`
  ),
  strictFunction(
    "hg_text_whole",
    "a text",
    "numeric",
    `BEGIN
  RETURN CASE WHEN a ~ '^[+-]?0*[0-9]{1,40}$' THEN a::numeric END;
END`
  ),
  strictFunction(
    "hg_float_whole",
    "a float8",
    "numeric",
    `DECLARE high float8;
BEGIN
  IF NOT (a >= 0 AND a < '18446744073709551616'::float8 AND a = trunc(a)) THEN RETURN NULL; END IF;
  high := trunc(a / 4294967296);
  RETURN high::int8::numeric * 4294967296 + (a - high * 4294967296)::int8;
END`
  )
]
