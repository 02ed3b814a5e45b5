import { type Cell, int64Max } from "../../../types/Cell.ts"
import { integerOrNull } from "../Arithmetic.ts"
import { type Implementation, strict } from "../Implementation.ts"
import { errorComplement, errorFunction, gamma, logGamma } from "./SpecialNumbers.ts"

type Integer = number | bigint

const ofFloat = (f: (a: number) => number): Implementation => strict(f)

/** As IEEE 754 has it, where JavaScript has NaN for powers of 1 and -1. */
const power = (a: number, b: number): number => a === 1 || (a === -1 && Math.abs(b) === Infinity) ? 1 : a ** b

/** A power of a whole number, for exponents that have one in Int64. */
const wholePower = (base: bigint, most: number) => (exponent: Integer): Cell =>
  exponent < 0 ? 0 : exponent > most ? null : integerOrNull(base ** BigInt(exponent))

const factorial = (a: Integer): Cell => {
  if (a > 20) return null
  let product = 1n
  for (let n = 2n; n <= BigInt(a); n++) product *= n
  return integerOrNull(product)
}

const greatestDivisor = (a: Integer, b: Integer): Cell => {
  let [x, y] = [BigInt(a), BigInt(b)]
  while (y !== 0n) [x, y] = [y, x % y]
  return integerOrNull(x < 0n ? -x : x)
}

const powerBelow = (a: Integer): Cell => {
  if (a < 1) return 0
  const digits = (BigInt(a) & int64Max).toString(2).length
  return integerOrNull(1n << BigInt(digits - 1))
}

const test = (f: (a: number) => boolean): Implementation => strict((a: number) => f(a) ? 1 : 0)

/** Logarithms to the base 2 of powers of two are whole. */
const log2 = (a: number): number => Math.log2(a)

export const maths = {
  exp: ofFloat(Math.exp),
  exp2: ofFloat((a) => 2 ** a),
  exp10: ofFloat((a) => 10 ** a),
  ln: ofFloat(Math.log),
  log2: ofFloat(log2),
  log10: ofFloat(Math.log10),
  log1p: ofFloat(Math.log1p),
  sqrt: ofFloat(Math.sqrt),
  cbrt: ofFloat(Math.cbrt),
  erf: ofFloat(errorFunction),
  erfc: ofFloat(errorComplement),
  lgamma: ofFloat(logGamma),
  tgamma: ofFloat(gamma),
  sin: ofFloat(Math.sin),
  cos: ofFloat(Math.cos),
  tan: ofFloat(Math.tan),
  asin: ofFloat(Math.asin),
  acos: ofFloat(Math.acos),
  atan: ofFloat(Math.atan),
  sinh: ofFloat(Math.sinh),
  cosh: ofFloat(Math.cosh),
  asinh: ofFloat(Math.asinh),
  acosh: ofFloat(Math.acosh),
  atanh: ofFloat(Math.atanh),
  atan2: strict((a: number, b: number) => Math.atan2(a, b)),
  hypot: strict((a: number, b: number) => Math.hypot(a, b)),
  pow: strict(power),
  degrees: ofFloat((a) => a * (180 / Math.PI)),
  radians: ofFloat((a) => a * (Math.PI / 180)),
  intExp2: strict(wholePower(2n, 62)),
  intExp10: strict(wholePower(10n, 18)),
  factorial: strict(factorial),
  roundToExp2: strict(powerBelow),
  gcd: strict(greatestDivisor),
  isNaN: test(Number.isNaN),
  isFinite: test(Number.isFinite),
  isInfinite: test((a) => Math.abs(a) === Infinity)
}
