import { type Composition, strictly } from "../Composition.ts"

/** Arithmetic and rounding composed of other functions. */
export const composedNumbers: Readonly<Record<string, Composition>> = {
  intDivOrZero: strictly("number, number", "Int64", "intDiv, 0 where that has no result", "ifNull(intDiv(a, b), 0)", [
    "intDivOrZero(7, 0)",
    0
  ]),
  moduloOrZero: strictly("number, number", "number", "modulo, 0 where that has no result", "ifNull(a % b, 0)", [
    "moduloOrZero(7, 0)",
    0
  ]),
  positiveModulo: strictly(
    "number, number",
    "number",
    "the remainder that is not negative; by 0 NULL, of floats NaN",
    "if(a % b < 0, a % b + abs(b), a % b)",
    ["positiveModulo(-1, 3)", 2]
  ),
  max2: {
    ...strictly("any, any", "common", "the larger of two; NULL takes no part", "greatest(a, b)", ["max2(1, 2.5)", 2.5]),
    nulls: "own",
    anyCase: true
  },
  min2: {
    ...strictly("any, any", "common", "the smaller of two; NULL takes no part", "least(a, b)", ["min2(1, 2.5)", 1]),
    nulls: "own",
    anyCase: true
  },
  lcm: strictly(
    "whole, whole",
    "Int64",
    "the least common multiple; NULL beyond Int64",
    "if(a = 0 or b = 0, 0, abs(intDiv(a, gcd(a, b)) * b))",
    ["lcm(4, 6)", 12]
  ),
  roundBankers: {
    ...strictly("number, digits?", "argument", "round", ["round(a)", "round(a, b)"], ["roundBankers(2.5)", 2])
  },
  roundDuration: strictly(
    "number",
    "Int64",
    "the largest of 1, 10, 30, 60, 120, 180, 240, 300, 600, 1200, 1800, 3600, 7200, 18000, 36000 not above a, else 0",
    "multiIf(a >= 36000, 36000, a >= 18000, 18000, a >= 7200, 7200, a >= 3600, 3600, a >= 1800, 1800, a >= 1200, 1200, "
      + "a >= 600, 600, a >= 300, 300, a >= 240, 240, a >= 180, 180, a >= 120, 120, a >= 60, 60, a >= 30, 30, "
      + "a >= 10, 10, a >= 1, 1, 0)",
    ["roundDuration(75)", 60]
  ),
  roundAge: strictly(
    "number",
    "Int64",
    "0 below 1, then 17, 18, 25, 35, 45 and 55, by the age group",
    "multiIf(a < 1, 0, a < 18, 17, a < 25, 18, a < 35, 25, a < 45, 35, a < 55, 45, 55)",
    ["roundAge(30)", 25]
  ),
  width_bucket: strictly(
    "float, float, float, whole",
    "Int64",
    "the number of the part in which a lies of d equal parts from b to c; 0 below, d + 1 above",
    "multiIf(d < 1 or not (b < c) or isNaN(a), NULL, a < b, 0, a >= c, d + 1, "
      + "toInt(floor((a - b) / (c - b) * toFloat(d))) + 1)",
    ["width_bucket(5, 0, 10, 4)", 3]
  )
}
