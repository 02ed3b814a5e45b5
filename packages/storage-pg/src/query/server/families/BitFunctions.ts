import { expressionFunction, strictFunction } from "../CreateFunction.ts"

const pair = "a int8, b int8"

/** Shifts by what int8 has not are 0; PostgreSQL would count round. */
export const bitFunctions: ReadonlyArray<string> = [
  expressionFunction(
    "hg_shift_left",
    pair,
    "int8",
    "CASE WHEN b BETWEEN 0 AND 63 THEN a << (b & 63)::int4 ELSE b * 0 + a * 0 END"
  ),
  expressionFunction(
    "hg_shift_right",
    pair,
    "int8",
    "CASE WHEN b BETWEEN 0 AND 63 THEN a >> (b & 63)::int4 ELSE b * 0 + a * 0 END"
  ),
  expressionFunction("hg_bit", pair, "int8", "hg_shift_right(a, b) & 1"),
  // A sub-query in place of the call would make an aggregate in it one of its own rows.
  expressionFunction(
    "hg_bit_positions",
    "a int8",
    "int8[]",
    "ARRAY(SELECT place::int8 FROM generate_series(0, 63) AS place WHERE a >> place & 1 = 1)"
  ),
  strictFunction(
    "hg_hex",
    "a int8",
    "text",
    "DECLARE t text := upper(to_hex(a)); BEGIN RETURN lpad(t, length(t) + length(t) % 2, '0'); END"
  ),
  strictFunction(
    "hg_rotate",
    pair,
    "int8",
    `DECLARE n int4 := (b & 63)::int4;
BEGIN
  IF n = 0 THEN RETURN a; END IF;
  RETURN (a << n) | ((a >> (64 - n)) & ~ ((-1)::int8 << n));
END`
  )
]
