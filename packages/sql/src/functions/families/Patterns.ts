import type { Family } from "../Signature.ts"

const internal = { names: {}, example: ["1", 1] } as const

/** Searches for patterns; the entries of `CataloguePatterns.ts` have looked at them. `.` is any character, a line's end too. */
export const patterns = {
  matches: {
    ...internal,
    takes: ["text", "constant"],
    gives: "UInt8",
    nulls: "propagate",
    predicate: true,
    meaning: "the pattern b is found in a"
  },
  matchesWritten: {
    ...internal,
    takes: ["text", "text", "whole"],
    gives: "UInt8",
    nulls: "lacking",
    predicate: true,
    meaning:
      "the pattern b, of the form of WrittenPattern.ts, is found in a, in any letter case where c is 1; else NULL"
  },
  regexpPart: {
    ...internal,
    takes: ["text", "constant", "whole"],
    gives: "String",
    nulls: "propagate",
    meaning: "group c (0: all) of the first match of b, '' without one"
  },
  regexpAll: {
    ...internal,
    takes: ["text", "constant"],
    gives: "Array(String)",
    nulls: "never",
    meaning: "of each match of b, which is never empty, the first group, or all without groups"
  },
  regexpGroups: {
    ...internal,
    takes: ["text", "constant"],
    gives: "Array(Array(String))",
    nulls: "never",
    meaning: "of each match of b, which is never empty, all groups, of which there is one"
  },
  regexpSplit: {
    ...internal,
    takes: ["text", "constant"],
    gives: "Array(String)",
    nulls: "never",
    meaning: "the parts between the matches of b, which are never empty"
  },
  regexpReplaceOne: {
    ...internal,
    takes: ["text", "constant", "constant"],
    gives: "String",
    nulls: "propagate",
    meaning: "a with c for the first match of b, \\0 to \\9 being its groups"
  },
  regexpReplaceAll: {
    ...internal,
    takes: ["text", "constant", "constant"],
    gives: "String",
    nulls: "propagate",
    meaning: "a with c for each match of b, which is never empty"
  }
} as const satisfies Family
