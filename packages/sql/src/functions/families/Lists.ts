import type { Family } from "../Signature.ts"

/** Arrays of one type. */
export const lists = {
  upTo: {
    takes: ["whole"],
    gives: "Array(Int64)",
    nulls: "never",
    names: {},
    meaning: "1 to a, ten million at most; none of NULL",
    example: ["1", 1]
  },
  bitPositionsToArray: {
    takes: ["whole"],
    gives: "Array(Int64)",
    nulls: "never",
    meaning: "the places of the bits of a that are set, from 0; none of NULL",
    example: ["bitPositionsToArray(10)", [1, 3]]
  },
  joinTexts: {
    takes: ["texts", "text"],
    gives: "String",
    nulls: "propagate",
    names: {},
    meaning: "the texts with b between, NULL left out",
    example: ["1", 1]
  }
} as const satisfies Family
