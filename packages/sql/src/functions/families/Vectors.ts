import type { Example, Family, FamilyRow } from "../Signature.ts"

const norm = (meaning: string, example: Example): FamilyRow => ({
  takes: ["floats"],
  gives: "Float64",
  nulls: "propagate",
  meaning: `${meaning}; NULL counts as 0`,
  example
})

const internal = { names: {}, example: ["1", 1] } as const

/** Vectors: arrays or tuples of numbers. Of two the shorter one is filled up with 0. */
export const vectors = {
  L1Norm: norm("the sum of the sizes", ["L1Norm((3, -4))", 7]),
  L2Norm: norm("the length", ["L2Norm((3, 4))", 5]),
  LinfNorm: norm("the largest size", ["LinfNorm((3, -4))", 4]),
  dotProduct: { ...norm("the sum of the products", ["dotProduct((1, 2), (3, 4))", 11]), takes: ["floats", "floats"] },
  powerSum: {
    ...internal,
    takes: ["floats", "float"],
    gives: "Float64",
    nulls: "propagate",
    meaning: "the sum of the sizes to the power of b"
  },
  difference: {
    ...internal,
    takes: ["floats", "floats"],
    gives: "Array(Float64)",
    nulls: "never",
    meaning: "a - b, member by member"
  },
  scaled: { ...internal, takes: ["floats", "float"], gives: "Array(Float64)", nulls: "never", meaning: "a / b" }
} as const satisfies Family
