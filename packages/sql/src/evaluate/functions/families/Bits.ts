import { type Cell, integerCell } from "../../../types/Cell.ts"
import { isTrue } from "../../Evaluate.ts"
import { type Implementation, strict } from "../Implementation.ts"

type Integer = number | bigint

const ofTwo = (f: (a: bigint, b: bigint) => bigint): Implementation =>
  strict((a: Integer, b: Integer) => integerCell(BigInt.asIntN(64, f(BigInt(a), BigInt(b)))))

const isPlace = (b: bigint): boolean => b >= 0n && b < 64n

const rotated = (a: bigint, count: bigint): bigint => {
  const bits = BigInt.asUintN(64, a)
  const places = BigInt.asUintN(6, count)
  return bits << places | bits >> (64n - places)
}

const countOf = (bits: bigint): number => {
  let count = 0
  for (let left = BigInt.asUintN(64, bits); left > 0n; left &= left - 1n) count += 1
  return count
}

export const bits = {
  bitAnd: ofTwo((a, b) => a & b),
  bitOr: ofTwo((a, b) => a | b),
  bitXor: ofTwo((a, b) => a ^ b),
  bitNot: strict((a: Integer): Cell => integerCell(~BigInt(a))),
  bitShiftLeft: ofTwo((a, b) => isPlace(b) ? a << b : 0n),
  bitShiftRight: ofTwo((a, b) => isPlace(b) ? a >> b : 0n),
  bitRotateLeft: ofTwo(rotated),
  bitRotateRight: ofTwo((a, b) => rotated(a, 64n - BigInt.asUintN(6, b))),
  bitTest: strict((a: Integer, b: Integer) => isPlace(BigInt(b)) && (BigInt(a) >> BigInt(b) & 1n) === 1n ? 1 : 0),
  bitCount: strict((a: Integer) => countOf(BigInt(a))),
  bitHammingDistance: strict((a: Integer, b: Integer) => countOf(BigInt(a) ^ BigInt(b))),
  hexOfInt: strict((a: Integer) => {
    const digits = BigInt.asUintN(64, BigInt(a)).toString(16).toUpperCase()
    return digits.length % 2 === 1 ? `0${digits}` : digits
  }),
  xor: strict((a: Cell, b: Cell) => isTrue(a) === isTrue(b) ? 0 : 1) satisfies Implementation
}
