import type { Example, Family, FamilyRow } from "../Signature.ts"

const ofText = (takes: FamilyRow["takes"], meaning: string, example: Example): FamilyRow => ({
  takes,
  gives: "String",
  nulls: "propagate",
  meaning,
  example
})

const read = (meaning: string, example: Example): FamilyRow => ({
  ...ofText(["text"], `${meaning}; NULL where it is not such a text, or not one in UTF-8`, example),
  nulls: "lacking"
})

const padded = (side: string, example: Example, names: FamilyRow["names"] = {}): FamilyRow => ({
  ...ofText(
    ["text", "whole", "text"],
    `b characters: cut, or filled with c on the ${side}; NULL above 1,000,000`,
    example
  ),
  nulls: "lacking",
  defaults: [" "],
  names
})

/** Texts; places and lengths count code points. */
export const strings = {
  left: ofText(["text", "whole"], "the first b characters; all but the last -b where b is negative", [
    "left('abcd', 2)",
    "ab"
  ]),
  right: ofText(["text", "whole"], "the last b characters; all but the first -b where b is negative", [
    "right('abcd', -1)",
    "bcd"
  ]),
  leftPad: padded("left", ["leftPad('7', 3, '0')", "007"], {
    leftPad: "exact",
    leftPadUTF8: "exact",
    lpad: "any case"
  }),
  rightPad: padded("right", ["rightPad('7', 3)", "7  "], {
    rightPad: "exact",
    rightPadUTF8: "exact",
    rpad: "any case"
  }),
  repeat: {
    ...ofText(["text", "whole"], "a, b times; NULL above 1,000,000 characters", ["repeat('ab', 2)", "abab"]),
    nulls: "lacking",
    names: { repeat: "any case" }
  },
  lowerUTF8: ofText(["text"], "every letter by its simple lower case", ["lowerUTF8('AÄ')", "aä"]),
  upperUTF8: ofText(["text"], "every letter by its upper case, where that is one letter", ["upperUTF8('aä')", "AÄ"]),
  initcap: {
    ...ofText(["text"], "words of A-Z, a-z and digits with a capital first letter", [
      "initcap('hello wORLD')",
      "Hello World"
    ]),
    names: { initcap: "any case" }
  },
  ascii: {
    takes: ["text"],
    gives: "Int64",
    nulls: "propagate",
    names: { ascii: "any case" },
    meaning: "the first byte, 0 of an empty text",
    example: ["ascii('A')", 65]
  },
  base64Encode: ofText(["text"], "in Base64", ["base64Encode('hé')", "aMOp"]),
  base64Decode: {
    ...read("from Base64", ["base64Decode('aMOp')", "hé"]),
    names: {
      base64Decode: "exact",
      tryBase64Decode: "exact"
    }
  },
  base58Encode: {
    ...ofText(["text"], "in Base58 of Bitcoin; NULL above 1,000 bytes", ["base58Encode('hello')", "Cn8eVZg"]),
    nulls: "lacking"
  },
  base58Decode: {
    ...read("from Base58 of Bitcoin", ["base58Decode('Cn8eVZg')", "hello"]),
    names: {
      base58Decode: "exact",
      tryBase58Decode: "exact"
    }
  },
  characterReference: {
    ...ofText(["text"], "the character that #65 or #x41 means, '' where it means none", ["1", ""]),
    names: {},
    example: ["1", 1]
  },
  hexOfText: { ...ofText(["text"], "the bytes in hexadecimal digits", ["hex('az')", "617A"]), names: {} },
  unhex: read("from hexadecimal digits", ["unhex('617A')", "az"])
} as const satisfies Family
