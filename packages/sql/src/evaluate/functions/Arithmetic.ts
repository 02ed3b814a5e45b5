import { int64Max, int64Min, integerCell } from "../../types/Cell.ts"
import { exactBinary, exactDivision, exactOr, exactUnary } from "./Exact.ts"
import { binary, byKind, type Implementation, type Implementations, isFloat, unary } from "./Implementation.ts"

type Integer = number | bigint

/** An exact result as a cell; NULL beyond Int64. */
export const integerOrNull = (value: bigint): Integer | null =>
  value < int64Min || value > int64Max ? null : integerCell(value)

/** Plain numbers while their result is safe, which makes it exact; bigints otherwise. Adding 0 drops a negative zero. */
const integers = (plain: (a: number, b: number) => number, big: (a: bigint, b: bigint) => bigint): Implementation =>
  binary((a: Integer, b: Integer) => {
    if (typeof a === "number" && typeof b === "number") {
      const result = plain(a, b)
      if (Number.isSafeInteger(result)) return result + 0
    }
    return integerOrNull(big(BigInt(a), BigInt(b)))
  })

const numbers = (plain: (a: number, b: number) => number, big: (a: bigint, b: bigint) => bigint): Implementation =>
  exactOr(exactBinary(big), byKind(isFloat, binary(plain), integers(plain, big)))

const divided = (quotient: (a: bigint, b: bigint) => bigint, plain: (a: number, b: number) => number): Implementation =>
  exactOr(
    exactDivision(quotient),
    binary((a: Integer, b: Integer) => {
      if (b === 0) return null
      return typeof a === "number" && typeof b === "number"
        ? plain(a, b) + 0
        : integerOrNull(quotient(BigInt(a), BigInt(b)))
    })
  )

const big = (value: Integer): bigint => BigInt(value)

/** The nearest whole number; of two equally near the even one. Negative zero stays. */
const roundHalfEven = (value: number): number => {
  if (!Number.isFinite(value) || Math.abs(value) >= 2 ** 52) return value
  const below = Math.floor(value)
  const rest = value - below
  const isUp = rest > 0.5 || (rest === 0.5 && below % 2 !== 0)
  const rounded = isUp ? below + 1 : below
  return rounded === 0 && (value < 0 || Object.is(value, -0)) ? -0 : rounded
}

const round = (value: number, digits: Integer): number => {
  const count = Number(digits)
  if (!Number.isFinite(value)) return value
  if (count < 0) return roundHalfEven(value / 10 ** -count) * 10 ** -count
  const scaled = roundHalfEven(value * 10 ** count)
  return Number.isFinite(scaled) ? scaled / 10 ** count : value
}

const negate = byKind(isFloat, unary((a: number) => -a), unary((a: Integer) => integerOrNull(-big(a))))
const abs = byKind(
  isFloat,
  unary((a: number) => Math.abs(a)),
  unary((a: Integer) => a < 0 ? integerOrNull(-big(a)) : a)
)

/** Integers are exact within 64 bits, exact numbers within their type, and NULL beyond; floats follow IEEE 754. */
export const arithmetic = {
  plus: numbers((a, b) => a + b, (a, b) => a + b),
  minus: numbers((a, b) => a - b, (a, b) => a - b),
  multiply: numbers((a, b) => a * b, (a, b) => a * b),
  divide: binary((a: Integer, b: Integer) => Number(a) / Number(b)),
  intDiv: divided((a, b) => a / b, (a, b) => (a - a % b) / b),
  modulo: divided((a, b) => a % b, (a, b) => a % b),
  negate: exactOr(exactUnary((a) => -a), negate),
  abs: exactOr(exactUnary((a) => a < 0n ? -a : a), abs),
  floor: unary((a: Integer) => Math.floor(Number(a))),
  ceil: unary((a: Integer) => Math.ceil(Number(a))),
  round: binary((a: Integer, digits: Integer) => round(Number(a), digits))
} satisfies Implementations
