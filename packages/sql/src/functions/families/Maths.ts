import type { Example, Family, FamilyRow } from "../Signature.ts"

const ofFloat = (meaning: string, example: Example, anyCase?: string): FamilyRow => ({
  takes: ["float"],
  gives: "Float64",
  nulls: "propagate",
  meaning,
  example,
  ...anyCase === undefined ? undefined : { names: { [anyCase]: "any case" } }
})

const ofTwo = (meaning: string, example: Example): FamilyRow => ({
  ...ofFloat(meaning, example),
  takes: ["float", "float"]
})

const whole = (meaning: string, example: Example): FamilyRow => ({
  takes: ["whole"],
  gives: "Int64",
  nulls: "lacking",
  meaning,
  example
})

/** Maths over Float64. Engines agree to 12 digits; NaN where there is no result, infinity beyond the largest number. */
export const maths = {
  exp: ofFloat("e to the power of a", ["exp(0)", 1], "exp"),
  exp2: ofFloat("2 to the power of a", ["exp2(3)", 8]),
  exp10: ofFloat("10 to the power of a", ["round(exp10(2))", 100]),
  ln: { ...ofFloat("the natural logarithm", ["ln(1)", 0]), names: { log: "any case", ln: "any case" } },
  log2: ofFloat("the logarithm to the base 2", ["log2(8)", 3], "log2"),
  log10: ofFloat("the logarithm to the base 10", ["log10(1000)", 3], "log10"),
  log1p: ofFloat("the natural logarithm of 1 + a", ["log1p(0)", 0]),
  sqrt: ofFloat("the square root", ["sqrt(9)", 3], "sqrt"),
  cbrt: ofFloat("the cube root", ["round(cbrt(27))", 3]),
  erf: ofFloat("the error function", ["round(erf(1), 4)", 0.8427]),
  erfc: ofFloat("1 - erf(a)", ["round(erfc(1), 4)", 0.1573]),
  lgamma: ofFloat("the logarithm of the size of the gamma function", ["round(lgamma(5), 4)", 3.1781]),
  tgamma: ofFloat("the gamma function", ["round(tgamma(5))", 24]),
  sin: ofFloat("the sine", ["sin(0)", 0], "sin"),
  cos: ofFloat("the cosine", ["cos(0)", 1], "cos"),
  tan: ofFloat("the tangent", ["tan(0)", 0], "tan"),
  asin: ofFloat("the arc sine", ["asin(0)", 0], "asin"),
  acos: ofFloat("the arc cosine", ["acos(1)", 0], "acos"),
  atan: ofFloat("the arc tangent", ["atan(0)", 0], "atan"),
  sinh: ofFloat("the hyperbolic sine", ["sinh(0)", 0]),
  cosh: ofFloat("the hyperbolic cosine", ["cosh(0)", 1]),
  asinh: ofFloat("the inverse hyperbolic sine", ["asinh(0)", 0]),
  acosh: ofFloat("the inverse hyperbolic cosine", ["acosh(1)", 0]),
  atanh: ofFloat("the inverse hyperbolic tangent", ["atanh(0)", 0]),
  atan2: ofTwo("the angle of the point (b, a)", ["atan2(0, 1)", 0]),
  hypot: ofTwo("the length of the vector (a, b)", ["hypot(3, 4)", 5]),
  pow: { ...ofTwo("a to the power of b", ["pow(2, 10)", 1024]), names: { pow: "any case", power: "any case" } },
  degrees: ofFloat("an angle in degrees", ["round(degrees(pi()))", 180], "degrees"),
  radians: ofFloat("an angle of degrees", ["radians(0)", 0], "radians"),
  intExp2: whole("2 to the power of a, 0 below 0; NULL beyond Int64", ["intExp2(10)", 1024]),
  intExp10: whole("10 to the power of a, 0 below 0; NULL beyond Int64", ["intExp10(3)", 1000]),
  factorial: whole("1 * 2 * … * a, 1 below 1; NULL beyond Int64", ["factorial(5)", 120]),
  roundToExp2: {
    ...whole("the largest power of two not above a; 0 below 1", ["roundToExp2(100)", 64]),
    nulls: "propagate"
  },
  gcd: {
    takes: ["whole", "whole"],
    gives: "Int64",
    nulls: "lacking",
    meaning: "the greatest common divisor, never negative; NULL beyond Int64",
    example: ["gcd(12, 18)", 6]
  },
  isNaN: {
    takes: ["float"],
    gives: "UInt8",
    nulls: "propagate",
    predicate: true,
    meaning: "a is not a number",
    example: ["isNaN(0 / 0)", 1]
  },
  isFinite: {
    takes: ["float"],
    gives: "UInt8",
    nulls: "propagate",
    predicate: true,
    meaning: "a is neither infinite nor NaN",
    example: ["isFinite(1 / 0)", 0]
  },
  isInfinite: {
    takes: ["float"],
    gives: "UInt8",
    nulls: "propagate",
    predicate: true,
    meaning: "a is plus or minus infinity",
    example: ["isInfinite(1 / 0)", 1]
  }
} as const satisfies Family
