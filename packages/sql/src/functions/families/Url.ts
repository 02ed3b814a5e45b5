import type { Example, Family, FamilyRow } from "../Signature.ts"

const ofText = (meaning: string, example: Example): FamilyRow => ({
  takes: ["text"],
  gives: "String",
  nulls: "propagate",
  meaning,
  example
})

const decoded = (meaning: string, example: Example): FamilyRow => ({
  ...ofText(`${meaning}; what is no escape stays; NULL where the bytes are no text in UTF-8`, example),
  nulls: "lacking"
})

const internal = { names: {}, example: ["1", 1] } as const

/** Functions of URLs. Their patterns are constants that all engines read alike. */
export const url = {
  encodeURLComponent: ofText("with % escapes for all but letters, digits and -_.~", [
    "encodeURLComponent('a b')",
    "a%20b"
  ]),
  encodeURLFormComponent: ofText("encodeURLComponent with + for a space", ["encodeURLFormComponent('a b')", "a+b"]),
  decodeURLComponent: decoded("without % escapes", ["decodeURLComponent('a%20b')", "a b"]),
  decodeURLFormComponent: decoded("without % escapes, + is a space", ["decodeURLFormComponent('a+b')", "a b"]),
  textPart: {
    ...internal,
    takes: ["text", "constant"],
    gives: "String",
    nulls: "propagate",
    meaning: "what the group of our pattern b matches, '' without a match"
  },
  withoutPart: {
    ...internal,
    takes: ["text", "constant"],
    gives: "String",
    nulls: "propagate",
    meaning: "a without the first match of our pattern b"
  },
  joinedTexts: {
    ...internal,
    takes: ["texts", "text"],
    gives: "String",
    nulls: "propagate",
    meaning: "the texts of a that are not NULL with b between them"
  },
  prefixes: {
    ...internal,
    takes: ["text"],
    gives: "Array(String)",
    nulls: "never",
    meaning: "the beginnings of 2+ characters that end at /, ? or #, and the text itself; none beyond 2,000 characters"
  }
} as const satisfies Family
