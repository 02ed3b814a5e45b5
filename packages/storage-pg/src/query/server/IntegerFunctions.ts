import { strictFunction } from "./CreateFunction.ts"

const pair = "a int8, b int8"
const least = "'-9223372036854775808'::int8"
const greatest = "9223372036854775807"

/** Factors up to here have a product in int8. */
const small = 3_037_000_499

/** Integers in int8, NULL where it does not hold the result: PostgreSQL's own operators end the query there. */
export const integerFunctions: ReadonlyArray<string> = [
  strictFunction(
    "hg_int_plus",
    pair,
    "int8",
    `BEGIN
  IF b > 0 THEN
    IF a > ${greatest} - b THEN RETURN NULL; END IF;
  ELSIF a < ${least} - b THEN RETURN NULL;
  END IF;
  RETURN a + b;
END`
  ),
  strictFunction(
    "hg_int_minus",
    pair,
    "int8",
    `BEGIN
  IF b > 0 THEN
    IF a < ${least} + b THEN RETURN NULL; END IF;
  ELSIF a > ${greatest} + b THEN RETURN NULL;
  END IF;
  RETURN a - b;
END`
  ),
  strictFunction(
    "hg_int_multiply",
    pair,
    "int8",
    `BEGIN
  IF a BETWEEN -${small} AND ${small} AND b BETWEEN -${small} AND ${small} THEN RETURN a * b; END IF;
  RETURN hg_numeric_int(a::numeric * b);
END`
  ),
  strictFunction(
    "hg_int_divide",
    pair,
    "int8",
    `BEGIN
  IF b = 0 OR (b = -1 AND a = ${least}) THEN RETURN NULL; END IF;
  RETURN a / b;
END`
  ),
  strictFunction(
    "hg_int_modulo",
    pair,
    "int8",
    `BEGIN
  IF b = 0 THEN RETURN NULL; END IF;
  RETURN CASE WHEN b = -1 THEN 0 ELSE a % b END;
END`
  ),
  strictFunction(
    "hg_numeric_int",
    "a numeric",
    "int8",
    `BEGIN
  IF a < -9223372036854775808 OR a > ${greatest} THEN RETURN NULL; END IF;
  RETURN a::int8;
END`
  ),
  /** The number of distinct members. */
  strictFunction(
    "hg_distinct_count",
    "members anyarray",
    "int8",
    "BEGIN RETURN (SELECT count(DISTINCT one) FROM unnest(members) AS one); END"
  )
]
