import { expressionFunction, strictFunction } from "../CreateFunction.ts"

const infinity = "'Infinity'::float8"
const nan = "'NaN'::float8"

/** A function of one float8 by cases, the first that holds; NaN stays what it is. */
const byCases = (name: string, cases: ReadonlyArray<readonly [when: string, then: string]>, otherwise: string) =>
  expressionFunction(
    name,
    "a float8",
    "float8",
    `CASE WHEN a = ${nan} THEN a ${
      cases.map(([when, then]) => `WHEN ${when} THEN ${then}`).join(" ")
    } ELSE ${otherwise} END`
  )

const outside: readonly [string, string] = ["a < -1 OR a > 1", nan]
const endless: readonly [string, string] = [`a IN ('Infinity', '-Infinity')`, nan]

/** PostgreSQL refuses arguments without a result, and results beyond float8: here they are NaN and infinite. */
const ofOne: ReadonlyArray<string> = [
  byCases("hg_exp", [["a > 709.782", infinity], ["a < -745.13", "0"]], "exp(a)"),
  byCases("hg_exp2", [["a >= 1024", infinity], ["a <= -1075", "0"]], "power(2::float8, a)"),
  byCases("hg_exp10", [["a > 308.2547", infinity], ["a < -323.3", "0"]], "power(10::float8, a)"),
  byCases("hg_ln", [["a < 0", nan], ["a = 0", "'-Infinity'::float8"]], "ln(a)"),
  byCases("hg_log10", [["a < 0", nan], ["a = 0", "'-Infinity'::float8"]], "log(a)"),
  strictFunction(
    "hg_log2",
    "a float8",
    "float8",
    `DECLARE near float8;
BEGIN
  near := hg_ln(a) / ln(2::float8);
  IF near BETWEEN -1000 AND 1000 AND power(2::float8, round(near)) = a THEN RETURN round(near); END IF;
  RETURN near;
END`
  ),
  byCases(
    "hg_log1p",
    [["a < -1", nan], ["a = -1", "'-Infinity'::float8"], [`a = ${infinity} OR 1 + a = 1`, "a"]],
    "ln(1 + a) * (a / ((1 + a) - 1))"
  ),
  byCases("hg_sqrt", [["a < 0", nan]], "sqrt(a)"),
  byCases("hg_lgamma", [["a <= 0 AND a = floor(a) OR a > 1e305", infinity]], "lgamma(a)"),
  byCases(
    "hg_tgamma",
    [
      ["abs(a) < 1e-300", "hg_divide(1, a)"],
      ["a < 0 AND a = floor(a)", nan],
      ["a > 171.6", `CASE WHEN a > 171.7 THEN ${infinity} ELSE hg_exp(lgamma(a)) END`],
      ["a < -170", "0"]
    ],
    "gamma(a)"
  ),
  byCases("hg_sin", [endless], "sin(a)"),
  byCases("hg_cos", [endless], "cos(a)"),
  byCases("hg_tan", [endless], "tan(a)"),
  byCases("hg_asin", [outside], "asin(a)"),
  byCases("hg_acos", [outside], "acos(a)"),
  byCases("hg_acosh", [["a < 1", nan]], "acosh(a)"),
  byCases("hg_atanh", [outside], "atanh(a)")
]

const ofTwo: ReadonlyArray<string> = [
  strictFunction(
    "hg_hypot",
    "a float8, b float8",
    "float8",
    `DECLARE x float8 := greatest(abs(a), abs(b)); y float8 := least(abs(a), abs(b));
BEGIN
  IF a IN ('Infinity', '-Infinity') OR b IN ('Infinity', '-Infinity') THEN RETURN ${infinity}; END IF;
  IF x = ${nan} OR y = 0 THEN RETURN x; END IF;
  RETURN CASE WHEN hg_divide(y, x) < 1e-20 THEN x ELSE hg_multiply(x, sqrt(1 + (y / x) * (y / x))) END;
END`
  ),
  // The square of the power of half the exponent may leave float8.
  strictFunction(
    "hg_pow",
    "a float8, b float8",
    "float8",
    `DECLARE size float8; half float8; result float8; is_odd boolean;
BEGIN
  IF b = 0 OR a = 1 THEN RETURN 1; END IF;
  IF a = ${nan} OR b = ${nan} THEN RETURN ${nan}; END IF;
  IF b IN ('Infinity', '-Infinity') THEN
    IF abs(a) = 1 THEN RETURN 1; END IF;
    RETURN CASE WHEN (abs(a) > 1) = (b > 0) THEN ${infinity} ELSE 0 END;
  END IF;
  is_odd := abs(b) < 9007199254740992 AND b = floor(b) AND b / 2 <> floor(b / 2);
  IF a = 0 OR a IN ('Infinity', '-Infinity') THEN
    result := CASE WHEN (a = 0) = (b > 0) THEN 0 ELSE ${infinity} END;
    RETURN CASE WHEN is_odd AND a::text LIKE '-%' THEN - result ELSE result END;
  END IF;
  IF a = -1 AND b = floor(b) THEN RETURN CASE WHEN is_odd THEN -1 ELSE 1 END; END IF;
  IF a < 0 AND b <> floor(b) THEN RETURN ${nan}; END IF;
  IF abs(b) < 1e-20 THEN RETURN 1; END IF;
  size := ln(abs(a));
  IF abs(b) < 1e300 AND abs(size * 0.5) * (abs(b) * 0.5) < 175 THEN RETURN power(a, b); END IF;
  IF abs(b) >= 1e300 OR abs(size) * abs(b) > 1400 THEN
    result := CASE WHEN (size > 0) = (b > 0) THEN ${infinity} ELSE 0 END;
  ELSE
    half := power(abs(a), b / 2);
    result := hg_multiply(half, half);
  END IF;
  RETURN CASE WHEN is_odd AND a < 0 THEN - result ELSE result END;
END`
  )
]

const ofIntegers: ReadonlyArray<string> = [
  expressionFunction(
    "hg_exp_of",
    "base int8, a int8, most int8",
    "int8",
    "CASE WHEN a < 0 THEN 0 WHEN a <= most THEN power(base::numeric, a)::int8 END"
  ),
  strictFunction(
    "hg_factorial",
    "a int8",
    "int8",
    "BEGIN RETURN CASE WHEN a < 2 THEN 1 WHEN a <= 20 THEN factorial(a)::int8 END; END"
  ),
  strictFunction(
    "hg_gcd",
    "a int8, b int8",
    "int8",
    `BEGIN
  RETURN hg_numeric_int(gcd(a::numeric, b::numeric));
END`
  ),
  strictFunction(
    "hg_power_below",
    "a int8",
    "int8",
    `DECLARE power int8 := 1;
BEGIN
  IF a < 1 THEN RETURN 0; END IF;
  WHILE power <= a / 2 LOOP power := power * 2; END LOOP;
  RETURN power;
END`
  )
]

export const mathFunctions: ReadonlyArray<string> = [...ofOne, ...ofTwo, ...ofIntegers]
