import type { Example, Family, FamilyRow } from "../Signature.ts"

const ofTwo = (meaning: string, example: Example): FamilyRow => ({
  takes: ["bits", "bits"],
  gives: "Int64",
  nulls: "propagate",
  meaning,
  example
})

/** Bits of Int64: all numbers have 64 of them, the highest is the sign. */
export const bits = {
  bitAnd: ofTwo("the bits that both have", ["bitAnd(6, 3)", 2]),
  bitOr: ofTwo("the bits that either has", ["bitOr(6, 3)", 7]),
  bitXor: ofTwo("the bits that one of them has", ["bitXor(6, 3)", 5]),
  bitNot: { ...ofTwo("the bits that a has not, of 64", ["bitNot(5)", -6]), takes: ["bits"] },
  bitShiftLeft: ofTwo("b places to the left; 0 where b is not in 0 to 63", ["bitShiftLeft(1, 4)", 16]),
  bitShiftRight: ofTwo("b places to the right, the sign stays; 0 where b is not in 0 to 63", [
    "bitShiftRight(16, 3)",
    2
  ]),
  bitRotateLeft: ofTwo("b places to the left of 64, what falls out comes in again", ["bitRotateLeft(1, 65)", 2]),
  bitRotateRight: ofTwo("b places to the right of 64, what falls out comes in again", ["bitRotateRight(2, 1)", 1]),
  bitTest: {
    takes: ["bits", "bits"],
    gives: "UInt8",
    nulls: "propagate",
    predicate: true,
    meaning: "the bit at place b, from 0; 0 outside 0 to 63",
    example: ["bitTest(5, 2)", 1]
  },
  bitCount: {
    takes: ["bits"],
    gives: "UInt8",
    nulls: "propagate",
    meaning: "how many of the 64 bits are set",
    example: ["bitCount(-1)", 64]
  },
  bitHammingDistance: {
    takes: ["bits", "bits"],
    gives: "UInt8",
    nulls: "propagate",
    meaning: "how many bits differ",
    example: ["bitHammingDistance(6, 3)", 2]
  },
  hexOfInt: {
    takes: ["whole"],
    gives: "String",
    nulls: "propagate",
    names: {},
    meaning: "the bytes in hexadecimal digits without those in front that are 0",
    example: ["hex(255)", "FF"]
  },
  xor: {
    takes: ["condition", "condition"],
    gives: "UInt8",
    nulls: "propagate",
    predicate: true,
    names: {},
    meaning: "one of the two holds",
    example: ["xor(1, 0)", 1]
  }
} as const satisfies Family
