import type { Family } from "../Signature.ts"

const internal = { names: {}, example: ["1", 1] } as const

/** Documents and the canonical JSON of what is in them. */
export const json = {
  isValidJSON: {
    takes: ["text"],
    gives: "UInt8",
    nulls: "propagate",
    predicate: true,
    meaning: "the text is JSON",
    example: ["isValidJSON('{\"a\":1}')", 1]
  },
  toDocument: {
    ...internal,
    takes: ["text"],
    gives: "JSON",
    nulls: "lacking",
    meaning: "the document that the text is; NULL where it is none"
  },
  jsonRaw: {
    ...internal,
    takes: ["document", "constant"],
    gives: "String",
    nulls: "lacking",
    meaning: "canonical JSON of what is at the path b, a JSON list of steps; NULL where nothing is there"
  },
  jsonOfText: {
    ...internal,
    takes: ["text"],
    gives: "String",
    nulls: "propagate",
    meaning: "the text as a JSON string"
  },
  jsonText: {
    ...internal,
    takes: ["text"],
    gives: "String",
    nulls: "lacking",
    meaning: "the text of a JSON string, other JSON as it is, NULL of null"
  },
  jsonLength: {
    ...internal,
    takes: ["text"],
    gives: "UInt64",
    nulls: "propagate",
    meaning: "the members of canonical JSON, 0 of values"
  },
  jsonKeys: {
    ...internal,
    takes: ["text"],
    gives: "Array(String)",
    nulls: "never",
    meaning: "the keys of canonical JSON in their order, none of lists and values"
  },
  jsonMembers: {
    ...internal,
    takes: ["text"],
    gives: "Array(String)",
    nulls: "never",
    meaning: "the members of canonical JSON as JSON, in the order of the keys; none of values"
  }
} as const satisfies Family
