import type { FunctionFamilies } from "../../../functions/families/Families.ts"
import type { maths as rows } from "../../../functions/families/Maths.ts"
import { called, type FunctionRendering, test, valueOf } from "../../ExprRenderer.ts"

/** The form of each row of a family. */
export type Renderings<Rows> = Record<keyof Rows & keyof FunctionFamilies, FunctionRendering>

export const maths: Renderings<typeof rows> = {
  exp: called("hg_exp"),
  exp2: called("hg_exp2"),
  exp10: called("hg_exp10"),
  ln: called("hg_ln"),
  log2: called("hg_log2"),
  log10: called("hg_log10"),
  log1p: called("hg_log1p"),
  sqrt: called("hg_sqrt"),
  cbrt: called("cbrt"),
  erf: called("erf"),
  erfc: called("erfc"),
  lgamma: called("hg_lgamma"),
  tgamma: called("hg_tgamma"),
  sin: called("hg_sin"),
  cos: called("hg_cos"),
  tan: called("hg_tan"),
  asin: called("hg_asin"),
  acos: called("hg_acos"),
  atan: called("atan"),
  sinh: called("sinh"),
  cosh: called("cosh"),
  asinh: called("asinh"),
  acosh: called("hg_acosh"),
  atanh: called("hg_atanh"),
  atan2: called("atan2"),
  hypot: called("hg_hypot"),
  pow: called("hg_pow"),
  degrees: valueOf((a) => `hg_multiply(${a}, 57.29577951308232)`),
  radians: valueOf((a) => `hg_multiply(${a}, 0.017453292519943295)`),
  intExp2: valueOf((a) => `hg_exp_of(2, ${a}, 62)`),
  intExp10: valueOf((a) => `hg_exp_of(10, ${a}, 18)`),
  factorial: called("hg_factorial"),
  roundToExp2: called("hg_power_below"),
  gcd: called("hg_gcd"),
  isNaN: test((a) => `(${a} = 'NaN'::float8)`),
  isFinite: test((a) => `(${a} NOT IN ('NaN', 'Infinity', '-Infinity'))`),
  isInfinite: test((a) => `(${a} IN ('Infinity', '-Infinity'))`)
}
