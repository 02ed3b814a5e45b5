import { expressionFunction, strictFunction } from "./CreateFunction.ts"

const pair = "a float8, b float8"

/** A power of two, exact as a float8 literal. */
const power = (exponent: number): string => `'${2 ** exponent}'::float8`
const [small, large] = ["1e-150", "1e150"]

/**
 * PostgreSQL holds NaN equal to itself and above all numbers; here it is equal to nothing. `x > y` over booleans is
 * "x and not y" and, unlike AND, NULL when either is.
 */
const comparisons = [
  expressionFunction("hg_equal", pair, "boolean", "(a = b) > (a = 'NaN'::float8)"),
  expressionFunction("hg_unequal", pair, "boolean", "(a = b) <= (a = 'NaN'::float8)"),
  expressionFunction("hg_less", pair, "boolean", "(a < b) > (b = 'NaN'::float8)"),
  expressionFunction("hg_less_or_equal", pair, "boolean", "(a <= b) > (b = 'NaN'::float8)")
]

/**
 * PostgreSQL refuses results that overflow to infinity or underflow to zero, and division by zero. These follow
 * IEEE 754: numbers of ordinary size take the first branch, the rest is decided on numbers scaled by powers of two.
 */
const arithmetic = [
  strictFunction(
    "hg_plus",
    pair,
    "float8",
    `BEGIN
  IF abs(a) < 1e307 AND abs(b) < 1e307 OR abs(a) < 1e290 OR abs(b) < 1e290
    OR a IN ('NaN', 'Infinity', '-Infinity') OR b IN ('NaN', 'Infinity', '-Infinity')
  THEN RETURN a + b;
  END IF;
  IF abs(a * 0.5 + b * 0.5) >= ${power(1023)} THEN
    RETURN CASE WHEN a > 0 THEN 'Infinity' ELSE '-Infinity' END;
  END IF;
  RETURN a + b;
END`
  ),
  strictFunction(
    "hg_multiply",
    pair,
    "float8",
    `DECLARE x float8 := abs(a); y float8 := abs(b); negative boolean; is_lost boolean;
BEGIN
  IF x > ${small} AND x < ${large} AND y > ${small} AND y < ${large} OR a = 0 OR b = 0
    OR x IN ('NaN', 'Infinity') OR y IN ('NaN', 'Infinity')
  THEN RETURN a * b;
  END IF;
  negative := (a < 0) <> (b < 0);
  IF x >= 1 AND y >= 1 AND (x * ${power(-512)}) * (y * ${power(-512)}) >= 1 THEN
    RETURN CASE WHEN negative THEN '-Infinity' ELSE 'Infinity' END;
  END IF;
  is_lost := CASE
    WHEN x >= 1 OR y >= 1 THEN false
    WHEN x < ${power(-538)} AND y < ${power(-538)} THEN true
    ELSE (x * ${power(512)}) * (y * ${power(512)}) <= ${power(-51)}
  END;
  IF is_lost THEN RETURN CASE WHEN negative THEN '-0' ELSE '0' END; END IF;
  RETURN a * b;
END`
  ),
  strictFunction(
    "hg_divide",
    pair,
    "float8",
    `DECLARE x float8 := abs(a); y float8 := abs(b); negative boolean;
BEGIN
  IF x > ${small} AND x < ${large} AND y > ${small} AND y < ${large} THEN RETURN a / b; END IF;
  IF x = 'NaN' OR y = 'NaN' OR (x = 0 AND y = 0) THEN RETURN 'NaN'; END IF;
  negative := (a::text LIKE '-%') <> (b::text LIKE '-%');
  IF y = 0 OR (y < 1 AND x >= y * ${power(1023)} * 2) THEN
    RETURN CASE WHEN negative THEN '-Infinity' ELSE 'Infinity' END;
  END IF;
  IF x > 0 AND x < 1 AND y > 1 AND y < 'Infinity' AND x * ${power(512)} <= y * ${power(-563)} THEN
    RETURN CASE WHEN negative THEN '-0' ELSE '0' END;
  END IF;
  RETURN a / b;
END`
  ),
  strictFunction(
    "hg_round",
    "a float8, scale float8",
    "float8",
    `DECLARE scaled float8 := hg_multiply(a, scale);
BEGIN
  RETURN CASE WHEN scaled IN ('Infinity', '-Infinity') THEN a ELSE hg_divide(round(scaled), scale) END;
END`
  )
]

/**
 * PostgreSQL's own sum of floats ends the query where it leaves their range. Numbers of ordinary size are summed by it,
 * as there are never enough of them to do so; larger ones are summed apart, and both are added here.
 */
const sums = [
  `CREATE OR REPLACE AGGREGATE hg_sum_large(float8)
(sfunc = hg_plus, stype = float8, combinefunc = hg_plus, parallel = safe)`,
  expressionFunction(
    "hg_sum",
    "ordinary float8, large float8",
    "float8",
    "COALESCE(hg_plus(ordinary, large), ordinary, large)"
  )
]

/** Conversions between float8 and text or int8. */
const conversions = [
  strictFunction(
    "hg_float_text",
    "a float8",
    "text",
    `DECLARE t text := a::text;
BEGIN
  RETURN CASE
    WHEN a = 'NaN' THEN 'nan'
    WHEN a = 'Infinity' THEN 'inf'
    WHEN a = '-Infinity' THEN '-inf'
    WHEN strpos(t, 'e') > 0 THEN t::numeric::text
    ELSE t
  END;
END`
  ),
  strictFunction(
    "hg_float_int",
    "a float8",
    "int8",
    `BEGIN
  RETURN CASE WHEN a >= ${power(63).replace("'", "'-")} AND a < ${power(63)} AND a = trunc(a) THEN a::int8 END;
END`
  ),
  strictFunction(
    "hg_text_float",
    "a text",
    "float8",
    `DECLARE m text[]; whole text; magnitude numeric;
BEGIN
  IF lower(a COLLATE "C") IN ('nan', 'inf', '-inf') THEN RETURN a::float8; END IF;
  IF a !~ '^[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?$' THEN RETURN NULL; END IF;
  IF pg_input_is_valid(a, 'float8') THEN RETURN a::float8; END IF;
  m := regexp_match(a, '^([+-]?)([0-9]*)\\.?([0-9]*)(?:[eE]([+-]?)0*([0-9]+))?$');
  whole := ltrim(m[2], '0');
  magnitude := left(coalesce(m[5], '0'), 12)::numeric * CASE WHEN m[4] = '-' THEN -1 ELSE 1 END
    + CASE WHEN whole <> '' THEN length(whole) ELSE length(ltrim(m[3], '0')) - length(m[3]) END;
  RETURN (CASE WHEN m[1] = '-' THEN '-' ELSE '' END || CASE WHEN magnitude > 0 THEN 'Infinity' ELSE '0' END)::float8;
END`
  ),
  strictFunction(
    "hg_text_int",
    "a text",
    "int8",
    `BEGIN
  RETURN CASE
    WHEN a ~ '^[+-]?[0-9]{1,18}$' THEN a::int8
    WHEN a ~ '^[+-]?0*[0-9]{1,19}$' AND pg_input_is_valid(a, 'int8') THEN a::int8
  END;
END`
  )
]

/** The texts of one to 18 digits, which are all below 2^63, with a zero in the place of each digit. */
const upTo18Digits = Array.from({ length: 18 }, (_, index) => `'${"0".repeat(index + 1)}'`).join(", ")

/** The same of most texts without a call, where a text costs little to read several times; and of members. */
const plainTexts = [
  expressionFunction(
    "hg_plain_float",
    "a text",
    "float8",
    "CASE WHEN a ~ '^[0-9]+(\\.[0-9]+)?$' AND length(a) <= 300 THEN a::float8 ELSE hg_text_float(a) END"
  ),
  expressionFunction(
    "hg_plain_int",
    "a text",
    "int8",
    `CASE WHEN translate(a, '123456789', '000000000') IN (${upTo18Digits}) THEN a::int8 ELSE hg_text_int(a) END`
  ),
  // A number in a document is one that JavaScript wrote, and so within the range.
  expressionFunction(
    "hg_member_float",
    "a jsonb, step text",
    "float8",
    `CASE WHEN jsonb_typeof(a -> step) = 'number' THEN (a -> step)::float8
  ELSE hg_plain_float((a ->> step) COLLATE "C") END`
  )
]

/** Float64 rules that PostgreSQL's own operators do not follow. */
export const floatFunctions: ReadonlyArray<string> = [
  ...comparisons,
  ...arithmetic,
  ...sums,
  ...conversions,
  ...plainTexts
]
