import type { Example, Family, FamilyRow } from "../Signature.ts"

const parts = (takes: FamilyRow["takes"], meaning: string, example: Example): FamilyRow => ({
  takes,
  gives: "Array(String)",
  nulls: "never",
  meaning: `${meaning}; none of NULL`,
  example
})

const split = (meaning: string, example: Example): FamilyRow => ({
  ...parts(["constant", "text", "whole"], `${meaning}, at most c of them if c is above 0`, example),
  defaults: [0]
})

const found = (meaning: string, example: Example): FamilyRow => ({
  takes: ["text", "texts"],
  gives: "UInt64",
  nulls: "propagate",
  meaning,
  example
})

const changed = (takes: FamilyRow["takes"], meaning: string, example: Example): FamilyRow => ({
  takes,
  gives: "String",
  nulls: "propagate",
  meaning,
  example
})

/** Searching in texts, replacing in them, cutting them up. */
export const search = {
  multiSearchFirstPosition: found("the first place of one of the texts in a, 0 without one", [
    "multiSearchFirstPosition('abc', ['c', 'b'])",
    2
  ]),
  multiSearchFirstIndex: found("which of the texts is the first that is in a, 0 without one", [
    "multiSearchFirstIndex('abc', ['x', 'c', 'b'])",
    2
  ]),
  positionFrom: {
    takes: ["text", "text", "whole"],
    gives: "UInt64",
    nulls: "propagate",
    names: {},
    meaning: "position of b in a from place c, 0 when absent",
    example: ["position('abcabc', 'c', 4)", 6]
  },
  replaceOne: changed(["text", "text", "text"], "the first b in a becomes c; an empty b changes nothing", [
    "replaceOne('aba', 'a', 'c')",
    "cba"
  ]),
  translate: {
    ...changed(["text", "text", "text"], "the characters of b in a become those of c at the same place, or nothing", [
      "translate('abc', 'ab', 'x')",
      "xc"
    ]),
    names: { translate: "exact", translateUTF8: "exact" }
  },
  regexpQuoteMeta: changed(["text"], "with a backslash before each character that a pattern would read", [
    "regexpQuoteMeta('a.b')",
    "a\\.b"
  ]),
  splitByString: {
    ...split("the parts of b between the separators a; its characters where a is empty", [
      "splitByString(', ', 'a, b')",
      ["a", "b"]
    ]),
    names: { splitByString: "exact", splitByChar: "exact" }
  },
  splitByWhitespace: {
    ...parts(["text"], "the parts between white space", ["splitByWhitespace(' a  b ')", ["a", "b"]]),
    names: {}
  },
  splitByNonAlpha: {
    ...parts(["text"], "the parts between white space and punctuation of ASCII", ["splitByNonAlpha('a, b-1')", [
      "a",
      "b",
      "1"
    ]]),
    names: {}
  },
  alphaTokens: {
    ...parts(["text"], "the runs of a-z and A-Z", ["alphaTokens('ab1cd')", ["ab", "cd"]]),
    names: {}
  },
  ngrams: parts(["text", "whole"], "all parts of b characters, none where b is not in 1 to 100", ["ngrams('abc', 2)", [
    "ab",
    "bc"
  ]]),
  extractIPv4Substrings: parts(["text"], "the IPv4 addresses", ["extractIPv4Substrings('at 10.0.0.1')", ["10.0.0.1"]]),
  trimBoth: {
    ...changed(["text", "text"], "without the characters of b at both ends", ["trim('xxaxx', 'x')", "a"]),
    names: {}
  },
  trimStart: {
    ...changed(["text", "text"], "without the characters of b at the beginning", ["trimLeft('xxa', 'x')", "a"]),
    names: {}
  },
  trimEnd: {
    ...changed(["text", "text"], "without the characters of b at the end", ["trimRight('axx', 'x')", "a"]),
    names: {}
  }
} as const satisfies Family
