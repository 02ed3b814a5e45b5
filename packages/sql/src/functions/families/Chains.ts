import type { Family } from "../Signature.ts"

/**
 * Chains of steps. An event is a number: its time, and in the lowest b bits the steps that it is, the first step in the
 * lowest one. Events come in the order of these numbers.
 */
export const chains = {
  funnelTimes: {
    takes: ["wholes", "steps", "whole"],
    gives: "Array(Int64)",
    nulls: "never",
    meaning:
      "the times of the furthest chain of b steps within c from its first. An event of a is its time times 2 to the "
      + "power of b, plus the steps that it is as bits; times of 0 and less begin nothing. Of the furthest chains the one that "
      + "arrives first, of those the one that begins last",
    example: ["funnelTimes([10 * 4 + 1, 20 * 4 + 1, 25 * 4 + 2], 2, 60)", [20, 25]]
  },
  funnelTies: {
    takes: ["wholes", "steps"],
    gives: "UInt8",
    nulls: "propagate",
    predicate: true,
    meaning: "two events of a, as `funnelTimes` takes them, have one time, and one of them is several of the b steps",
    example: ["funnelTies([10 * 4 + 1, 10 * 4 + 3], 2)", 1]
  }
} as const satisfies Family
