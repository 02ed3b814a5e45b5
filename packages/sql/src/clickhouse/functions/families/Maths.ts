import type { FunctionFamilies } from "../../../functions/families/Families.ts"
import type { maths as rows } from "../../../functions/families/Maths.ts"
import { nulls } from "../../ChType.ts"
import { bind, called, type FunctionRendering, test, valueOf } from "../../ExprRenderer.ts"

/** The form of each row of a family. */
export type Renderings<Rows> = Record<keyof Rows & keyof FunctionFamilies, FunctionRendering>

const wholePower = (base: number, most: number) =>
  valueOf((a) =>
    bind([a], (n = "") =>
      `multiIf(${n} < 0, toInt64(0), ${n} > ${most}, ${nulls.int64}, `
      + `toInt64(intExp${base}(toInt64(least(greatest(${n}, 0), ${most})))))`)
  )

const factorial = (a: string): string =>
  bind([a], (n = "") => `if(${n} > 20, ${nulls.int64}, toInt64(factorial(greatest(least(${n}, 20), 0))))`)

const powerBelow = (a: string): string =>
  bind([a], (n = "") => `if(${n} < 1, ${n} * 0, toInt64(roundToExp2(greatest(${n}, 1))))`)

/** ClickHouse has the sign of infinite powers wrong. */
const power = (a: string, b: string): string =>
  bind([a, b], (x = "", n = "") => {
    const isWhole = `isFinite(${x}) AND isFinite(${n}) AND ${n} = floor(${n})`
    const signed = `abs(pow(${x}, ${n})) * if(abs(${n}) % 2 = 1, -1, 1)`
    return `multiIf(${x} > 0, abs(pow(${x}, ${n})), ${x} < 0 AND ${isWhole}, ${signed}, pow(${x}, ${n}))`
  })

/** ClickHouse refuses 0. */
const greatestDivisor = (a: string, b: string): string =>
  bind([a, b], (x = "", y = "") => {
    const known = (n: string) => `if(ifNull(${n}, 0) = 0, toInt128(1), assumeNotNull(toInt128(${n})))`
    const divisor =
      `if(isNull(${x}) OR isNull(${y}) OR ${x} = 0 OR ${y} = 0, abs(toInt128(${x}) + toInt128(${y})), gcd(${
        known(x)
      }, ${known(y)}))`
    return `accurateCastOrNull(${divisor}, 'Int64')`
  })

export const maths: Renderings<typeof rows> = {
  exp: called("exp"),
  exp2: called("exp2"),
  exp10: called("exp10"),
  ln: called("log"),
  log2: called("log2"),
  log10: called("log10"),
  log1p: called("log1p"),
  sqrt: called("sqrt"),
  cbrt: called("cbrt"),
  erf: called("erf"),
  erfc: called("erfc"),
  lgamma: valueOf((a) => bind([a], (x = "") => `if(${x} <= 0 AND ${x} = floor(${x}), inf, lgamma(${x}))`)),
  tgamma: called("tgamma"),
  sin: called("sin"),
  cos: called("cos"),
  tan: called("tan"),
  asin: called("asin"),
  acos: called("acos"),
  atan: called("atan"),
  sinh: called("sinh"),
  cosh: called("cosh"),
  asinh: called("asinh"),
  acosh: called("acosh"),
  atanh: called("atanh"),
  atan2: called("atan2"),
  hypot: called("hypot"),
  pow: valueOf(power),
  degrees: called("degrees"),
  radians: called("radians"),
  intExp2: wholePower(2, 62),
  intExp10: wholePower(10, 18),
  factorial: valueOf(factorial),
  roundToExp2: valueOf(powerBelow),
  gcd: valueOf(greatestDivisor),
  isNaN: test((a) => `isNaN(${a})`),
  isFinite: test((a) => `isFinite(${a})`),
  isInfinite: test((a) => `isInfinite(${a})`)
}
